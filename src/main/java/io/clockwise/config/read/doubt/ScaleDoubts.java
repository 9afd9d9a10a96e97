package io.clockwise.config.read.doubt;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.config.BackendConfig;
import java.util.List;

/** What is doubtful in how a pool brings in its standby backends. */
final class ScaleDoubts {
  private ScaleDoubts() {}

  static void find(PoolUse use, Warnings warnings) {
    AutoscaleConfig scale = use.pool().care().autoscale();
    List<BackendConfig> backends = use.pool().backends();
    if (scale != null) {
      boolean idle =
          scale.webhook().isEmpty() && backends.stream().noneMatch(BackendConfig::standby);
      if (idle) {
        warnings.warning(
            use.path() + ".autoscale",
            "autoscale without standby backends and without a webhook",
            "backends with standby: true, or a webhook",
            "there is nobody to bring in and nobody to tell");
      }
      return;
    }
    for (int i = 0; i < backends.size(); i++) {
      if (backends.get(i).standby()) {
        warnings.warning(
            use.path() + ".backends[" + i + "].standby",
            "a standby backend without autoscale",
            "autoscale in its pool",
            "only an operator will ever bring it in");
        return;
      }
    }
  }
}
