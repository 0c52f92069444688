#include "core/relayout/apply/source_scene.h"

#include "core/base/error.h"
#include "core/geometry/upright.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace hitmap {

SourceMesh source_mesh(const RecordingInfo& info, const std::string& spec) {
    const std::string name = spec.empty() ? info.source_name : spec;
    if (spec.empty() && !is_builtin(name)) return {};
    UpChoice up;
    for (const auto& [option, value] : info.options)
        if (option == "up") up = parse_up(value, "up");
    return [name, up, hash = info.scene.source_hash](const JobContext& job) {
        Scene scene = load_upright_scene(name, up, job);
        const std::uint64_t found = scene.source_hash != 0 ? scene.source_hash : source_hash(scene.mesh);
        if (hash != 0 && found != hash)
            throw Error(
                fmt::format("expected the mesh that was recorded, with the hash {:016x}, found {} with "
                            "{:016x}",
                            hash, name, found));
        return scene;
    };
}

} // namespace hitmap
