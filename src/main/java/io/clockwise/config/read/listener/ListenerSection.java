package io.clockwise.config.read.listener;

import io.clockwise.config.ListenerConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.read.form.HostText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.CidrBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code listeners}. */
public final class ListenerSection {
  private static final String SENDER = "a CIDR block such as 10.0.0.0/8, or unix";

  private ListenerSection() {}

  /** Reads the listeners, or the default one. */
  public static List<ListenerConfig> readAll(Optional<Value> value) {
    if (value.isEmpty()) {
      return List.of(ListenerConfig.DEFAULT);
    }
    String expected = "a list of listeners such as { bind: \"0.0.0.0:8080\" }";
    List<ListenerConfig> listeners = new ArrayList<>();
    List<Value> items = value.get().items(expected);
    if (items.isEmpty() && value.get().isList()) {
      value.get().problem("at least one listener", "leave the key out for 0.0.0.0:8080");
    }
    for (Value item : items) {
      listeners.add(listener(item));
    }
    return listeners;
  }

  private static ListenerConfig listener(Value item) {
    Fields fields = item.fields("a mapping such as { bind: \"0.0.0.0:8080\" }");
    SocketBind bind =
        fields.get("bind").map(HostText::bindOrPath).orElse(ListenerConfig.DEFAULT.bind());
    Optional<Value> protocolList = fields.get("protocols");
    ProxyProtocolConfig proxyProtocol =
        fields
            .get("proxyProtocol")
            .map(value -> proxyProtocol(value, bind))
            .orElse(ProxyProtocolConfig.OFF);
    @Nullable TlsConfig tls = fields.get("tls").flatMap(TlsSection::read).orElse(null);
    boolean secured = fields.has("tls") && !fields.get("tls").map(TlsSection::isOff).orElse(true);
    List<ListenerProtocol> protocols =
        protocolList
            .map(value -> protocols(value, secured))
            .orElse(ListenerProtocol.defaults(secured));
    fields.done();
    return new ListenerConfig(bind, protocols, proxyProtocol, tls);
  }

  private static List<ListenerProtocol> protocols(Value value, boolean secured) {
    List<String> words = secured ? List.of("h1", "h2") : List.of("h1", "h2c");
    String expected = "a list of " + Value.oneOf(words).replace("one of ", "");
    List<ListenerProtocol> protocols = new ArrayList<>();
    List<Value> items = value.items(expected);
    for (Value item : items) {
      protocol(item, words, secured).filter(p -> !protocols.contains(p)).ifPresent(protocols::add);
    }
    if (items.isEmpty() && value.isList()) {
      value.problem("at least one protocol", "leave the key out for the default");
    }
    return protocols.isEmpty() ? ListenerProtocol.defaults(secured) : protocols;
  }

  private static Optional<ListenerProtocol> protocol(
      Value item, List<String> words, boolean secured) {
    String expected = Value.oneOf(words);
    Optional<String> text = item.text(expected);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String hint =
        switch (text.get()) {
          case "h3" ->
              "HTTP/3 is not supported yet: its transport does not tell when a client gives up";
          case "h2" -> "without tls it is called h2c";
          case "h2c" -> "with tls it is called h2";
          default -> "";
        };
    if (!words.contains(text.get())) {
      item.problem(expected, hint);
      return Optional.empty();
    }
    return Optional.of(
        text.get().equals("h1")
            ? ListenerProtocol.H1
            : secured ? ListenerProtocol.H2 : ListenerProtocol.H2C);
  }

  private static ProxyProtocolConfig proxyProtocol(Value value, SocketBind bind) {
    if (value.isWord("off")) {
      return ProxyProtocolConfig.OFF;
    }
    Fields fields = value.fields("a mapping such as { from: [10.0.0.0/8] }");
    List<ProxyProtocolConfig.Sender> from =
        fields.get("from").map(given -> senders(given, bind)).orElse(List.of());
    ProxyProtocolConfig.Mode mode =
        fields.word("mode", ProxyProtocolConfig.Mode.class, ProxyProtocolConfig.OFF.mode());
    fields.done();
    return new ProxyProtocolConfig(from, mode);
  }

  private static List<ProxyProtocolConfig.Sender> senders(Value value, SocketBind bind) {
    List<ProxyProtocolConfig.Sender> senders = new ArrayList<>();
    for (Value item : value.items("a list of CIDR blocks")) {
      Optional<String> text = item.text(SENDER);
      boolean unix = text.filter("unix"::equals).isPresent();
      Optional<CidrBlock> block = text.filter(t -> !unix).flatMap(CidrBlock::parse);
      if (text.isPresent() && !unix && block.isEmpty()) {
        item.problem(SENDER, "");
      } else if (text.isPresent() && unix != bind.isUnix()) {
        item.problem(
            bind.isUnix() ? "unix" : "a CIDR block such as 10.0.0.0/8",
            bind.isUnix()
                ? "the other end of a Unix socket has no address"
                : "this listener is no Unix socket");
      } else if (unix) {
        senders.add(new ProxyProtocolConfig.UnixPeers());
      }
      block.map(ProxyProtocolConfig.Block::new).ifPresent(senders::add);
    }
    return senders;
  }
}
