package io.clockwise.config.read;

import io.clockwise.config.AdminConfig;
import io.clockwise.config.ProbesConfig;
import io.clockwise.config.Role;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TokenConfig;
import io.clockwise.config.read.form.HostText;
import io.clockwise.config.read.form.PathText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.config.text.EnumText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The key {@code admin}. */
final class AdminSection {
  private static final int MOST_REQUESTS = 10_000;
  private static final String FILE = "the path of a file that holds the token";
  private static final String TOKEN = "a mapping such as { role: admin, file: admin.token }";

  private AdminSection() {}

  static AdminConfig read(Value value) {
    Fields fields = value.fields("a mapping with bind and tokens");
    SocketBind bind = fields.get("bind").map(HostText::bind).orElse(AdminConfig.DEFAULT.bind());
    List<TokenConfig> tokens = new ArrayList<>();
    Optional<Value> list = fields.get("tokens");
    for (Value item : list.map(given -> given.items("a list of tokens")).orElse(List.of())) {
      token(item).ifPresent(tokens::add);
    }
    int recent =
        fields.integer("recentRequests", 0, MOST_REQUESTS, AdminConfig.DEFAULT.recentRequests());
    fields.done();
    return new AdminConfig(bind, tokens, recent);
  }

  /** Reads the key {@code probes}. */
  static ProbesConfig probes(Value value) {
    Fields fields = value.fields("a mapping such as { bind: \"0.0.0.0:9903\" }");
    Optional<Value> bind = fields.get("bind").filter(given -> !given.isWord(""));
    fields.done();
    return new ProbesConfig(bind.map(HostText::bind).orElse(null));
  }

  private static Optional<TokenConfig> token(Value item) {
    Fields fields = item.fields(TOKEN);
    Optional<Value> roleValue =
        fields.required("role", Value.oneOf(EnumText.words(Role.class)), "");
    Role role = roleValue.map(value -> value.word(Role.class, Role.READ)).orElse(Role.READ);
    Optional<Path> file =
        fields.required("file", FILE, "").flatMap(value -> PathText.file(value, FILE));
    fields.done();
    return file.map(path -> new TokenConfig(role, path));
  }
}
