package io.clockwise.proxy.relay.stream;

import io.clockwise.proxy.wire.FieldName;
import io.clockwise.proxy.wire.HeadFields;
import io.clockwise.proxy.wire.text.ByteText;
import io.clockwise.route.affinity.CookieCrumbs;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The field Cookie of a request without affinity cookies, of one event loop. */
public final class CookieLine implements CookieCrumbs.Parts {
  private static final byte[] NAME = "cookie: ".getBytes(StandardCharsets.US_ASCII);
  private static final HeadBytes NOWHERE = new HeadBytes();

  private final CookieCrumbs crumbs = new CookieCrumbs();
  private final ByteText view = new ByteText();
  private byte[] bytes = {};
  private int from;
  private List<String> names = List.of();
  private HeadBytes into = NOWHERE;
  private boolean begun;

  /** Makes one. */
  public CookieLine() {}

  /**
   * Looks for these cookies in the only field Cookie of a head.
   *
   * @return whether one of them is there, so that the field has to be written by {@link #add}
   */
  public boolean begin(HeadFields fields, List<String> without) {
    int field = without.isEmpty() ? -1 : fields.first(FieldName.COOKIE);
    if (field < 0) {
      return false;
    }
    bytes = fields.bytes();
    from = fields.valueFrom(field);
    names = without;
    return crumbs.has(view.set(bytes, from, fields.valueTo(field)), without);
  }

  /** Adds the line of what is left; nothing, when nothing is. */
  public void add(HeadBytes head) {
    into = head;
    begun = false;
    crumbs.without(view, names, this);
    if (begun) {
      head.end();
    }
    into = NOWHERE;
  }

  @Override
  public void take(int partFrom, int partTo) {
    if (!begun) {
      into.add(NAME);
      begun = true;
    }
    into.add(bytes, from + partFrom, from + partTo);
  }
}
