package io.clockwise.control.intent;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.AdminState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/*
 * The three-way merge of one backend when the document changes: base is what the document said when
 * the API changed the backend, wanted is what the API made of it, file is what the document says
 * now. Each field is merged alone, and being there is a field too:
 *
 *   file = base      the API's value stays
 *   file <> base     the document's value wins; if the API wanted yet another, that is reported
 *
 * A backend that the API added has no base. When it shows up in the document its fields come from
 * there, except that DRAIN and MAINT stay if the document says READY: READY is what a document says
 * that says nothing, and nobody should get requests because he was written down.
 */
/** What becomes of one overlay entry when the document changes. */
final class FileMerge {
  private final String path;
  private final List<String> superseded = new ArrayList<>();

  private FileMerge(String path) {
    this.path = path;
  }

  /**
   * What is left of the entry.
   *
   * @param wanted the backend in effect; null: none
   * @param superseded what the document overruled
   */
  record Merged(@Nullable BackendConfig wanted, List<String> superseded) {}

  /**
   * Merges.
   *
   * @param path of the backend in messages
   * @param file the backend as the document has it now; null: not there
   */
  static Merged merge(String path, OverlayEntry entry, @Nullable BackendConfig file) {
    FileMerge merge = new FileMerge(path);
    BackendConfig wanted = merge.wanted(entry.base(), entry.wanted(), file);
    return new Merged(wanted, merge.superseded);
  }

  private @Nullable BackendConfig wanted(
      @Nullable BackendConfig base, @Nullable BackendConfig api, @Nullable BackendConfig file) {
    if (api == null) {
      return removed(base, file);
    }
    if (base == null) {
      return file == null ? api : shownUp(api, file);
    }
    if (file == null) {
      superseded.add(path);
      return null;
    }
    return new BackendConfig(
        file.id(),
        field("address", base, api, file, BackendConfig::address),
        field("weight", base, api, file, BackendConfig::weight),
        field("state", base, api, file, BackendConfig::state),
        field("placementName", base, api, file, BackendConfig::placementName),
        field("standby", base, api, file, BackendConfig::standby),
        field("zone", base, api, file, BackendConfig::zone));
  }

  private @Nullable BackendConfig removed(
      @Nullable BackendConfig base, @Nullable BackendConfig file) {
    if (file == null || file.equals(base)) {
      return null;
    }
    superseded.add(path);
    return file;
  }

  private BackendConfig shownUp(BackendConfig api, BackendConfig file) {
    boolean resting = api.state() != AdminState.READY && file.state() == AdminState.READY;
    BackendConfig wanted = resting ? file.withState(api.state()) : file;
    reportIfOther("address", api.address(), wanted.address());
    reportIfOther("weight", api.weight(), wanted.weight());
    reportIfOther("state", api.state(), wanted.state());
    return wanted;
  }

  private <T> T field(
      String name,
      BackendConfig base,
      BackendConfig api,
      BackendConfig file,
      Function<BackendConfig, T> get) {
    T before = get.apply(base);
    T wanted = get.apply(api);
    T now = get.apply(file);
    if (now.equals(before)) {
      return wanted;
    }
    if (!wanted.equals(before)) {
      reportIfOther(name, wanted, now);
    }
    return now;
  }

  private void reportIfOther(String field, Object wanted, Object now) {
    if (!wanted.equals(now)) {
      superseded.add(path + "." + field);
    }
  }
}
