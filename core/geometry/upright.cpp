#include "core/geometry/upright.h"

#include "core/base/error.h"
#include "core/geometry/collada_axis.h"
#include "core/geometry/file_ending.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

namespace {

/// What a file declares about its up axis, and whether import has applied it.
struct FileAxes {
    UpAxisGuess up;
    UpAxis turned = UpAxis::y; ///< the axis that import has turned to +y
};

std::string collada_beginning(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::string text(collada_beginning_bytes, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

FileAxes collada_axes(const std::string& file) {
    const std::string beginning = collada_beginning(file);
    const std::optional<std::string_view> declared = declared_up_axis(beginning);
    if (!declared) return {{UpAxis::y, UpBasis::standard, "COLLADA is y-up where a file declares nothing"}};
    const std::string_view text = *declared;
    const std::string_view value = text.substr(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
    const UpAxis axis = value.starts_with("X_UP")   ? UpAxis::x
                        : value.starts_with("Z_UP") ? UpAxis::z
                                                    : UpAxis::y;
    return {{axis, UpBasis::standard, fmt::format("the file declares {}", name_of(axis))},
            import_turns(text) ? axis : UpAxis::y};
}

/// Returns nothing for formats whose axes import does not change.
std::optional<FileAxes> axes_of(const std::string& file) {
    const std::string ending = lower_case_ending(file);
    if (ending == ".dae") return collada_axes(file);
    if (ending == ".zae") return FileAxes{{UpAxis::y, UpBasis::standard, "turned to y as the file declares"}};
    if (ending == ".3ds")
        return FileAxes{{UpAxis::z, UpBasis::standard, "3DS is z-up by its standard"}, UpAxis::z};
    return std::nullopt;
}

void make_upright(Scene& scene, const std::string& file, UpChoice wanted, const JobContext& job) {
    const std::optional<FileAxes> said = axes_of(file);
    UpAxisGuess up;
    if (wanted) {
        up = {*wanted, UpBasis::given, "given"};
    } else if (said) {
        up = said->up;
    } else {
        job.begin("finding the up axis");
        up = guess_up_axis(scene.mesh, file, job);
    }
    // The hash of the mesh before the turn, so that faces can be compared between recordings whichever way
    // the mesh was turned.
    scene.source_hash = source_hash(scene.mesh);
    if (const UpAxis now = said ? said->turned : UpAxis::y; up.axis != now) {
        turn_back(scene.mesh, now, job);
        turn_up(scene.mesh, up.axis, job);
        scene.offset = turned_up(turned_back(scene.offset, now), up.axis);
    }
    scene.camera = framing_camera(bounds(scene.mesh));
    scene.up = std::move(up);
}

} // namespace

Scene load_upright_scene(std::string_view spec, UpChoice up, const JobContext& job,
                         const ImportOptions& options) {
    check_upright_scene(spec, up);
    Scene scene = load_scene(spec, job, options);
    if (!is_builtin(spec)) make_upright(scene, std::string(spec), up, job);
    return scene;
}

void check_upright_scene(std::string_view spec, UpChoice up) {
    if (!is_builtin(spec)) return;
    check_scene_spec(spec);
    if (up.value_or(UpAxis::y) != UpAxis::y)
        throw UsageError(
            fmt::format("--up {}: expected a mesh file or y, found {}, which is y-up", name_of(up), spec));
}

} // namespace hitmap
