#include "app/cli/report/scene_text.h"

#include "core/base/text/printable.h"
#include "core/geometry/up_axis.h"

#include <fmt/format.h>

namespace hitmap {

std::string scene_text(const std::string& name, const Scene& scene, std::string_view up_option) {
    const std::string begin = printable(name);
    const ImportReport& report = scene.report;
    std::string text;
    if (!report.declared.empty())
        text += fmt::format("{}: declares {}; read: {}\n", begin, printable(declared_text(report)),
                            printable(imported_text(report)));
    for (const std::string& warning : report.warnings)
        text += fmt::format("{}: warning: {}\n", begin, printable(warning));
    if (scene.up && scene.up->basis != UpBasis::given)
        text += fmt::format("{}: up axis {} ({}); {} gives another\n", begin, name_of(scene.up->axis),
                            scene.up->reason, up_option);
    return text;
}

} // namespace hitmap
