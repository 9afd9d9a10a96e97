package io.clockwise.route;

import com.google.re2j.Pattern;
import io.clockwise.config.KeySource;
import io.clockwise.model.PathPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key sources of a route, ready to read requests. Immutable; shared by all loops.
 *
 * <p>A key is the raw bytes of the first source that yields any. It allocates nothing itself; a
 * source with an expression pays for RE2/J's matching.
 */
final class KeyExtractor {
  private sealed interface Part {
    /** Appends bytes to the key; returns false, with the key as it was, when there are none. */
    boolean append(RequestFacts facts, Extraction into);
  }

  private record One(KeyReader reader, @Nullable Pattern pattern) implements Part {
    @Override
    public boolean append(RequestFacts facts, Extraction into) {
      if (!reader.find(facts, into) || pattern != null && !into.narrow(pattern)) {
        return false;
      }
      into.appendFound();
      return true;
    }
  }

  /* Lengths in front keep ("ab", "c") apart from ("a", "bc"). */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Joined(Part[] parts) implements Part {
    @Override
    public boolean append(RequestFacts facts, Extraction into) {
      KeyBuffer key = into.key;
      int before = key.length();
      for (Part part : parts) {
        int at = key.reserveLength();
        if (!part.append(facts, into)) {
          key.truncate(before);
          return false;
        }
        key.writeLength(at, key.length() - at - Integer.BYTES);
      }
      return true;
    }
  }

  private final Part[] sources;

  private KeyExtractor(Part[] sources) {
    this.sources = sources;
  }

  /**
   * Compiles key sources.
   *
   * @param route the path pattern of their route
   * @throws IllegalArgumentException when one names a capture that the route does not have
   */
  static KeyExtractor of(List<KeySource> sources, PathPattern route) {
    return new KeyExtractor(partsOf(sources, route));
  }

  private static Part[] partsOf(List<KeySource> sources, PathPattern route) {
    return sources.stream().map(source -> partOf(source, route)).toArray(Part[]::new);
  }

  private static Part partOf(KeySource source, PathPattern route) {
    return source instanceof KeySource.All all
        ? new Joined(partsOf(all.parts(), route))
        : new One(KeyReader.of(source, route), source.pattern());
  }

  /**
   * Writes the key into the extraction's buffer.
   *
   * @return which source yielded it, or -1 without one
   */
  int extract(RequestFacts facts, Extraction into) {
    into.key.clear();
    for (int i = 0; i < sources.length; i++) {
      if (sources[i].append(facts, into)) {
        return i;
      }
    }
    return -1;
  }
}
