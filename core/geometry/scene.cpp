#include "core/geometry/scene.h"

#include "core/base/error.h"
#include "core/geometry/builtin/builtin.h"
#include "core/geometry/mesh_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

constexpr std::string_view builtin_prefix = "builtin:";

struct Generator {
    BuiltinScene scene;
    std::uint64_t fewest, most; ///< the number of triangles that may be requested
    BuiltinResult (*make)(const BuiltinOptions&, const JobContext&);
};

constexpr Generator generators[] = {
    {{"atrium",
      "two-storey arcades around a court with fluted columns, vaults, balustrades and drapes, seen from "
      "inside",
      260'000},
     130'000,
     20'000'000,
     make_atrium},
    {{"statue", "a closed, scan-like dragon with wings, horns and scales", 300'000},
     1'000,
     20'000'000,
     make_statue},
    {{"teapot", "Martin Newell's teapot, tessellated", 25'000}, 200, 20'000'000, make_teapot},
};

const Generator& generator_named(std::string_view name) {
    const auto found = std::find_if(std::begin(generators), std::end(generators),
                                    [&](const Generator& g) { return g.scene.name == name; });
    if (found != std::end(generators)) return *found;
    std::string known;
    for (const Generator& g : generators)
        known += fmt::format("{}{}{}", known.empty() ? "" : ", ", builtin_prefix, g.scene.name);
    throw UsageError(fmt::format("unknown scene {}{}: expected one of {}", builtin_prefix, name, known));
}

std::uint64_t number_from(std::string_view text, std::string_view key, std::uint64_t low,
                          std::uint64_t high) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < low || value > high)
        throw UsageError(fmt::format("scene key {}: expected a whole number from {} to {}, found \"{}\"", key,
                                     low, high, text));
    return value;
}

/// Returns the part of `text` before the first `separator`; `text` becomes what follows the separator.
std::string_view cut(std::string_view& text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string_view head = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    return head;
}

BuiltinOptions options_from(std::string_view query, const Generator& generator) {
    std::optional<std::uint64_t> triangles;
    std::optional<std::uint64_t> seed;
    while (!query.empty()) {
        std::string_view value = cut(query, '&');
        const std::string_view key = cut(value, '=');
        if (key != "triangles" && key != "seed")
            throw UsageError(fmt::format("unknown scene key \"{}\": expected triangles or seed", key));
        auto& target = key == "triangles" ? triangles : seed;
        if (target) throw UsageError(fmt::format("scene key {} is given twice", key));
        target = key == "triangles" ? number_from(value, key, generator.fewest, generator.most)
                                    : number_from(value, key, 0, UINT64_MAX);
    }
    return {triangles.value_or(generator.scene.triangles), seed.value_or(1)};
}

struct ParsedBuiltin {
    const Generator& generator;
    BuiltinOptions options;
};

ParsedBuiltin parse_builtin(std::string_view spec) {
    std::string_view query = spec.substr(builtin_prefix.size());
    const Generator& generator = generator_named(cut(query, '?'));
    return {generator, options_from(query, generator)};
}

Scene load_builtin(std::string_view spec, const JobContext& job) {
    const ParsedBuiltin parsed = parse_builtin(spec);
    BuiltinResult made = parsed.generator.make(parsed.options, job);
    Scene scene;
    scene.name = spec;
    scene.mesh = std::move(made.mesh);
    scene.camera = normalised(made.camera);
    scene.report.meshes = 1;
    return scene;
}

} // namespace

const std::vector<BuiltinScene>& builtin_scenes() {
    static const std::vector<BuiltinScene> scenes = [] {
        std::vector<BuiltinScene> list;
        for (const Generator& generator : generators)
            list.push_back(generator.scene);
        return list;
    }();
    return scenes;
}

void check_scene_spec(std::string_view spec) {
    if (spec.starts_with(builtin_prefix)) static_cast<void>(parse_builtin(spec));
}

Scene load_scene(std::string_view spec, const JobContext& job, const ImportOptions& options) {
    job.check();
    if (spec.starts_with(builtin_prefix)) return load_builtin(spec, job);
    const std::string file(spec);
    ImportedMesh imported = import_mesh(file, options, job);
    Scene scene;
    scene.name = std::filesystem::path(file).filename().string();
    scene.mesh = std::move(imported.mesh);
    scene.offset = imported.offset;
    scene.report = imported.report;
    scene.camera = framing_camera(bounds(scene.mesh));
    return scene;
}

bool is_builtin(std::string_view spec) {
    return spec.starts_with(builtin_prefix);
}

std::string scene_stem(const std::string& spec) {
    if (!spec.starts_with(builtin_prefix)) return std::filesystem::path(spec).stem().string();
    return spec.substr(builtin_prefix.size(), spec.find('?') - builtin_prefix.size());
}

} // namespace hitmap
