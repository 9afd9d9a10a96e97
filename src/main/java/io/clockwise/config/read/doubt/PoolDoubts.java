package io.clockwise.config.read.doubt;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.read.node.Shown;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is doubtful in a pool and in the names of its backends. */
final class PoolDoubts {
  private PoolDoubts() {}

  static void find(PoolUse use, Warnings warnings) {
    String path = use.path();
    List<BackendConfig> backends = use.pool().backends();
    if (backends.isEmpty()) {
      String hint = "each request to it gets 503 until a backend is added";
      warnings.warning(path, "a pool without backends", "at least one backend", hint);
    }
    if (!use.isUsed()) {
      String hint = "name it in a route or remove it";
      warnings.warning(path, "a pool that no route uses", "a route that names it", hint);
    }
    BackendTlsConfig tls = use.pool().tls();
    if (tls != null && !tls.verify()) {
      String hint = "anybody between could be the backend; name its authority in ca, or serverName";
      warnings.warning(path + ".tls.verify", "false", "true", hint);
    }
    addressIds(path, backends, warnings);
    similarIds(path, backends, warnings);
  }

  private static void addressIds(String path, List<BackendConfig> backends, Warnings warnings) {
    for (int i = 0; i < backends.size(); i++) {
      BackendConfig backend = backends.get(i);
      if (backend.id().equals(backend.address().toString())) {
        warnings.warning(
            path + ".backends[" + i + "]",
            "an id that is only an address, " + Shown.quoted(backend.id()),
            "a stable id for each backend of the pool",
            "a new address would move keys; name it, such as a=" + backend.address());
        return;
      }
    }
  }

  private static void similarIds(String path, List<BackendConfig> backends, Warnings warnings) {
    Map<String, String> ids = new HashMap<>();
    for (int i = 0; i < backends.size(); i++) {
      String id = backends.get(i).id();
      String other = ids.putIfAbsent(id.toLowerCase(Locale.ROOT), id);
      if (other != null) {
        warnings.warning(
            path + ".backends[" + i + "]",
            "the ids " + Shown.quoted(other) + " and " + Shown.quoted(id),
            "ids that differ in more than case",
            "to Clockwise they are two backends");
      }
    }
  }
}
