package io.clockwise.config.read.pool;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.read.form.NameText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Shown;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.AdminState;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The key {@code backends} of a pool: mappings, or texts {@code [id=]host:port[*weight]}. */
final class BackendSection {
  private static final String SHORT_FORM = "[id=]host:port[*weight]";
  private static final String ADDRESS = "host:port, port 1 to 65535, or unix:/path";
  private static final String WEIGHT = "a whole number, 0 to " + Backend.MAX_WEIGHT;

  private static final String PLACEMENT_NAME =
      "a text of at most " + BackendConfig.MAX_PLACEMENT_NAME + " characters";

  private BackendSection() {}

  static List<BackendConfig> readAll(Value value) {
    List<BackendConfig> backends = new ArrayList<>();
    Map<String, String> places = new HashMap<>();
    for (Value item : value.items("a list of backends such as \"a=10.0.0.1:8000\"")) {
      Optional<BackendConfig> backend = item.isScalar() ? ofText(item) : ofMapping(item);
      if (backend.isPresent()) {
        String id = backend.get().id();
        String place = places.putIfAbsent(id, item.path());
        if (place != null) {
          String hint = place + " (line " + item.reading().line(place) + ") has it already";
          String given = "the id " + Shown.quoted(id) + " again";
          item.reading().problem(item.path(), given, "an id that is unique in its pool", hint);
        }
        backends.add(backend.get());
      }
    }
    return backends;
  }

  private static Optional<BackendConfig> ofText(Value item) {
    Optional<String> text = item.text(SHORT_FORM);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    int equals = text.get().indexOf('=');
    int star = text.get().lastIndexOf('*');
    int end = star > equals ? star : text.get().length();
    String addressText = text.get().substring(equals + 1, end);
    Optional<BackendAddress> address = BackendAddress.parseBackend(addressText);
    if (address.isEmpty()) {
      item.problem(SHORT_FORM, Shown.quoted(addressText) + " is not " + ADDRESS);
      return Optional.empty();
    }
    int weight = end == star ? BackendAddress.parsePort(text.get().substring(star + 1)) : 1;
    if (weight < 0) {
      item.problem(SHORT_FORM, "the weight is not " + WEIGHT);
      return Optional.empty();
    }
    String id = equals >= 0 ? text.get().substring(0, equals) : address.get().toString();
    if (!NameText.isId(id)) {
      item.problem(SHORT_FORM, Shown.quoted(id) + " is not " + NameText.ID);
      return Optional.empty();
    }
    return Optional.of(new BackendConfig(id, address.get(), weight, AdminState.READY));
  }

  private static Optional<BackendConfig> ofMapping(Value item) {
    Fields fields = item.fields("a mapping such as { id: a, address: \"10.0.0.1:8000\" }");
    Optional<String> id = fields.get("id").flatMap(BackendSection::id);
    Optional<BackendAddress> address =
        fields.required("address", ADDRESS, "").flatMap(BackendSection::address);
    int weight = fields.integer("weight", 0, Backend.MAX_WEIGHT, 1);
    boolean standby = fields.flag("standby", false);
    AdminState usual = standby ? AdminState.MAINT : AdminState.READY;
    AdminState state = fields.word("state", AdminState.class, usual);
    String placed = fields.get("placementName").flatMap(BackendSection::placementName).orElse("");
    String zone = fields.get("zone").flatMap(NameText::zone).orElse("");
    fields.done();
    if (address.isEmpty()) {
      return Optional.empty();
    }
    if (!fields.has("id") && !NameText.isId(address.get().toString())) {
      String hint = "the address cannot serve as one";
      item.reading().problem(item.path() + ".id", "", NameText.ID, hint);
    }
    String name = id.orElse(address.get().toString());
    return Optional.of(
        new BackendConfig(name, address.get(), weight, state, placed, standby, zone));
  }

  private static Optional<String> id(Value value) {
    Optional<String> id = value.text(NameText.ID);
    if (id.isPresent() && !NameText.isId(id.get())) {
      value.problem(NameText.ID, "");
    }
    return id;
  }

  private static Optional<String> placementName(Value value) {
    Optional<String> name = value.text(PLACEMENT_NAME);
    if (name.isPresent() && name.get().length() > BackendConfig.MAX_PLACEMENT_NAME) {
      value.problem(PLACEMENT_NAME, "");
      return Optional.empty();
    }
    return name;
  }

  private static Optional<BackendAddress> address(Value value) {
    Optional<String> text = value.text(ADDRESS);
    Optional<BackendAddress> address = text.flatMap(BackendAddress::parseBackend);
    if (text.isPresent() && address.isEmpty()) {
      boolean unix = text.get().startsWith("unix:");
      value.problem(ADDRESS, unix ? "the path is absolute, 107 bytes at most" : "");
    }
    return address;
  }
}
