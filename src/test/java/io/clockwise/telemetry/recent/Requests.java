package io.clockwise.telemetry.recent;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.OffOwner;
import io.clockwise.telemetry.recent.RecentRequest.Attempt;
import io.clockwise.telemetry.recent.RecentRequest.Step;
import java.util.List;

/** Requests that nobody made. */
public final class Requests {
  private Requests() {}

  /** Returns one that its owner, {@code cart-a}, refused, and {@code cart-b} answered. */
  public static RecentRequest retried(String id, long startMillis) {
    return new RecentRequest(
        Interest.MOVED,
        new RecentRequest.Asked(id, "192.0.2.7", "GET", "/cart?item=7", "HTTP/1.1", "shop.example"),
        new RecentRequest.Place("route-1", "carts", "cart-a", "cart-b", "10.0.0.12:8000"),
        new RecentRequest.Why(
            new RecentRequest.Key("header", 0x41a459462dd0f68bL),
            ChosenBy.PLACEMENT,
            OffOwner.RETRY,
            null,
            1,
            4),
        new RecentRequest.Course(
            List.of(
                new Attempt("cart-a", Step.FIRST, "connect_refused", 1_204_000),
                new Attempt("cart-b", Step.NEXT_CANDIDATE, "answered", 9_871_500)),
            200,
            null,
            "complete",
            "done"),
        new RecentRequest.Times(startMillis, 11_050_000, 2_310_000, 9_871_500));
  }
}
