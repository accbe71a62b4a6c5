#include "config/config_sections.h"

namespace tfm {

Kind<OutputConfig> output_section() {
  return object<OutputConfig>({
      field("directory", &OutputConfig::directory, FilePath{}, "the run's folder: checkpoints, log, prepared data"),
      field("tensorboard", &OutputConfig::tensorboard, TrueOrFalse{},
            "whether the log's numbers and some translations are also written for TensorBoard, to the run's folder "
            "tensorboard"),
  });
}

}  // namespace tfm
