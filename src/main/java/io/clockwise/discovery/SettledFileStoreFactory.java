package io.clockwise.discovery;

import io.vertx.config.spi.ConfigStore;
import io.vertx.config.spi.ConfigStoreFactory;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;

/** Makes Vert.x Config's store type {@value #TYPE}; found as a service. */
public final class SettledFileStoreFactory implements ConfigStoreFactory {
  static final String TYPE = "clockwise-file";
  static final String PATH = "path";
  static final String NAME = "name";

  @Override
  public String name() {
    return TYPE;
  }

  @Override
  public ConfigStore create(Vertx vertx, JsonObject configuration) {
    Path file = Path.of(configuration.getString(PATH));
    return new SettledFileStore(new FileLook(vertx, file, configuration.getString(NAME)));
  }
}
