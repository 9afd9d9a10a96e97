package io.clockwise.admin.change;

import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.event.IntentState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which backends of which pools are meant.
 *
 * @param pool pattern of names
 * @param id pattern of ids
 * @param address pattern of addresses; null: any
 */
record Selection(Glob pool, Glob id, @Nullable Glob address) {

  /** One backend that is meant. */
  record Place(String pool, String id) {}

  /**
   * Returns those that are there.
   *
   * @throws Refusal when there is none
   */
  List<Place> of(IntentState state) {
    List<Place> places = new ArrayList<>();
    for (Map.Entry<String, PoolConfig> entry : state.effective().pools().entrySet()) {
      if (pool.matches(entry.getKey())) {
        for (BackendConfig backend : entry.getValue().backends()) {
          if (matches(backend)) {
            places.add(new Place(entry.getKey(), backend.id()));
          }
        }
      }
    }
    if (places.isEmpty()) {
      throw Refusal.of(ProblemType.NOT_FOUND, "no backend is meant by " + this);
    }
    return places;
  }

  private boolean matches(BackendConfig backend) {
    return id.matches(backend.id())
        && (address == null || address.matches(backend.address().toString()));
  }

  @Override
  public String toString() {
    String text = "pool '" + pool.text() + "', id '" + id.text() + "'";
    return address == null ? text : text + ", address '" + address.text() + "'";
  }
}
