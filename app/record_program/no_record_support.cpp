#include "app/record_program/record_support.h"
#include "widgets/base/tr.h"

namespace hitmap {

/// Of a build without the Vulkan layer.
Recorder own_recorder() {
    return {QCoreApplication::applicationFilePath(), tr("This build of the program cannot record: it has no "
                                                        "Vulkan layer. A build has one if libvulkan-dev, "
                                                        "spirv-headers and glslang-tools are installed.")};
}

} // namespace hitmap
