#include "capture/spool/built_scene.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "capture/spool/counted.h"

namespace hitmap::capture {

namespace {

/// Faces that a scene may have: a few bytes of instances can stand for any number.
constexpr std::uint64_t most_faces = std::uint64_t{1} << 26;

/// The builds of the structures at each address, the last one before a launch.
using Builds = std::map<std::uint64_t, std::shared_ptr<const SpoolBuild>>;

Builds builds_before(SpoolReader& spool, const SpoolLaunch& launch) {
    Builds builds;
    const auto is_visible = [&](const auto& event) {
        return event.device == launch.device && event.dispatch <= launch.dispatch;
    };
    spool.rewind();
    while (const auto type = spool.next()) {
        if (*type == SpoolEvent::build) {
            auto build = std::make_shared<SpoolBuild>(spool.event<SpoolBuild>());
            if (is_visible(*build)) builds[build->structure] = std::move(build);
        } else if (*type == SpoolEvent::structure_copy) {
            const auto copy = spool.event<SpoolStructureCopy>();
            const auto from = builds.find(copy.from);
            if (is_visible(copy) && from != builds.end()) builds[copy.to] = std::shared_ptr(from->second);
        }
    }
    return builds;
}

float determinant(const std::array<float, 12>& m) {
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
           m[2] * (m[4] * m[9] - m[5] * m[8]);
}

class SceneMaker {
public:
    SceneMaker(const Builds& builds, BuiltScene& scene) : builds_(builds), scene_(scene) {}

    void add(const std::vector<BuiltInstance>& instances) {
        for (std::uint32_t i = 0; i < instances.size(); ++i)
            if (instances[i].structure != 0) add(i, instances[i]);
        if (unknown_ != 0)
            left_out_.insert(counted(unknown_, "instance", "instances") +
                             " of structures whose build was not seen");
        if (too_many_ != 0)
            left_out_.insert(counted(too_many_, "instance", "instances") +
                             ", since there is room for 67,108,864 triangles");
        scene_.left_out.assign(left_out_.begin(), left_out_.end());
    }
    [[nodiscard]] BuiltStructure read(const SpoolBuild& build) { return built_structure(build, left_out_); }

private:
    void add(std::uint32_t number, const BuiltInstance& instance) {
        const BuiltStructure* const built = structure_at(instance.structure);
        if (built == nullptr) return void(++unknown_);
        std::uint64_t faces = 0;
        for (const BuiltGeometry& geometry : built->geometries)
            faces += geometry.triangles.size();
        if (faces > most_faces - scene_.faces.size()) return void(++too_many_);
        for (std::uint32_t g = 0; g < built->geometries.size(); ++g)
            add(number, instance, g, built->geometries[g]);
    }
    void add(std::uint32_t number, const BuiltInstance& instance, std::uint32_t g,
             const BuiltGeometry& geometry) {
        if (geometry.triangles.empty()) return;
        ScenePart part;
        part.instance = number;
        part.geometry = g;
        part.custom_index = instance.custom_index;
        part.mask = instance.mask;
        part.instance_flags = instance.flags;
        part.geometry_flags = geometry.flags;
        part.mirrors = determinant(instance.transform) < 0.0F;
        part.first_face = static_cast<std::uint32_t>(scene_.faces.size());
        part.faces = static_cast<std::uint32_t>(geometry.triangles.size());
        const auto first_vertex = static_cast<std::uint32_t>(scene_.vertices.size());
        for (const Float3& vertex : geometry.vertices)
            scene_.vertices.push_back(transformed(instance.transform, vertex));
        for (const auto& corners : geometry.triangles) {
            const bool is_padding = corners == std::array<std::uint32_t, 3>{};
            scene_.sources.push_back(is_padding ? -1 : static_cast<std::int32_t>(scene_.faces.size()));
            scene_.faces.push_back(is_padding
                                       ? corners
                                       : std::array{corners[0] + first_vertex, corners[1] + first_vertex,
                                                    corners[2] + first_vertex});
        }
        scene_.parts.push_back(part);
    }
    /// Each structure is read once, however many instances it has.
    const BuiltStructure* structure_at(std::uint64_t address) {
        const auto build = builds_.find(address);
        if (build == builds_.end()) return nullptr;
        const auto [known, is_new] = read_.try_emplace(address);
        if (is_new) known->second = read(*build->second);
        return &known->second;
    }

    const Builds& builds_;
    BuiltScene& scene_;
    std::map<std::uint64_t, BuiltStructure> read_;
    std::set<std::string> left_out_;
    std::uint64_t unknown_ = 0;
    std::uint64_t too_many_ = 0;
};

/// What the driver built of a top-level structure and of those that its instances name.
std::vector<DriverTree> trees_of(const Builds& builds, std::uint64_t top,
                                 const std::vector<BuiltInstance>& instances) {
    std::vector<DriverTree> trees;
    std::set<std::uint64_t> known{0}; // address 0: an inactive instance
    const auto add = [&](std::uint64_t address) {
        if (!known.insert(address).second) return true;
        const auto build = builds.find(address);
        if (build == builds.end() || build->second->tree.empty()) return false;
        trees.push_back({address, build->second});
        return true;
    };
    bool complete = add(top);
    for (const BuiltInstance& instance : instances)
        complete = complete && add(instance.structure);
    if (!complete) trees.clear();
    return trees;
}

} // namespace

BuiltScene built_scene(SpoolReader& spool, const SpoolTables& tables, const SpoolSurvey& survey) {
    BuiltScene scene;
    const auto most =
        std::max_element(survey.traced.begin(), survey.traced.end(),
                         [](const auto& a, const auto& b) { return a.second.rays < b.second.rays; });
    if (most == survey.traced.end() || most->second.first_launch >= tables.launches.size()) return scene;
    const Builds builds = builds_before(spool, tables.launches[most->second.first_launch]);
    const auto top = builds.find(most->first);
    if (top == builds.end()) {
        scene.left_out.emplace_back(
            "the acceleration structure that most rays are traced against, whose build "
            "was not seen");
        return scene;
    }
    scene.structure = most->first;
    scene.launch = most->second.first_launch;
    SceneMaker maker(builds, scene);
    const std::vector<BuiltInstance> instances = maker.read(*top->second).instances;
    maker.add(instances);
    scene.trees = trees_of(builds, top->first, instances);
    if (const std::size_t others = survey.traced.size() - 1; others != 0)
        scene.left_out.push_back(
            counted(others, "other acceleration structure", "other acceleration structures") +
            " that fewer rays are traced against");
    return scene;
}

} // namespace hitmap::capture
