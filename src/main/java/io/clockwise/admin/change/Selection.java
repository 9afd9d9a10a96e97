package io.clockwise.admin.change;

import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.model.BackendAddress;
import java.util.ArrayList;
import java.util.List;
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
  List<Place> of(Members members) {
    List<Place> places = new ArrayList<>();
    members
        .pools()
        .forEach(
            (name, backends) -> {
              if (pool.matches(name)) {
                backends.forEach(
                    (key, at) -> {
                      if (matches(key, at)) {
                        places.add(new Place(name, key));
                      }
                    });
              }
            });
    if (places.isEmpty()) {
      throw Refusal.of(ProblemType.NOT_FOUND, "no backend is meant by " + this);
    }
    return places;
  }

  private boolean matches(String key, BackendAddress at) {
    return id.matches(key) && (address == null || address.matches(at.toString()));
  }

  @Override
  public String toString() {
    String text = "pool '" + pool.text() + "', id '" + id.text() + "'";
    return address == null ? text : text + ", address '" + address.text() + "'";
  }
}
