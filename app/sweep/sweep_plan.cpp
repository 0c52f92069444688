#include "app/sweep/sweep_plan.h"

#include "core/geometry/scene.h"
#include "core/trace/io/byte_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace hitmap {

namespace {

/// A 64-bit FNV-1a hash.
class Fingerprint {
public:
    void add(std::span<const std::byte> bytes) {
        for (const std::byte b : bytes)
            value_ = (value_ ^ static_cast<std::uint64_t>(b)) * 0x100000001b3;
    }
    void add(std::string_view text) {
        add(std::as_bytes(std::span(text)));
        add(std::as_bytes(std::span("", 1))); // distinguishes "ab", "c" from "a", "bc"
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325;
};

void add_scene(const ExperimentScene& scene, Fingerprint& print) {
    print.add(scene.spec);
    if (scene.camera) print.add(camera_to_json(*scene.camera));
    if (is_builtin(scene.spec)) return;
    print.add(name_of(scene.up));
    const auto file = open_file(scene.spec);
    std::vector<std::byte> part(1U << 20);
    for (std::uint64_t at = 0; at < file->size(); at += part.size()) {
        part.resize(std::min<std::uint64_t>(part.size(), file->size() - at));
        file->read(at, part);
        print.add(part);
    }
}

void add_picture(const ExperimentPicture& picture, Fingerprint& print) {
    print.add(fmt::format("{} {} {}x{} {}", picture.name, static_cast<int>(picture.panel), picture.size.width,
                          picture.size.height, picture.all_frames));
    print.add(picture.view);
}

std::string tlb_text(const TlbLevelGeometry& level) {
    return fmt::format("{} {} {}", fmt::join(level.set_entries, ","), level.page, level.policy);
}

/// For the stack distance cache model without a restriction, the fingerprint contains the caches alone, as in
/// versions that had no other choice. Their results can therefore be used again.
void add_model(const ResolvedModel& model, Fingerprint& print) {
    print.add(to_string(l1_of(model.config)));
    print.add(to_string(l2_of(model.config)));
    if (!model.choice.only.empty()) print.add(to_string(model.choice.only));
    const auto* hierarchy = std::get_if<HierarchyConfig>(&model.config);
    if (hierarchy == nullptr) return;
    // Results of versions that counted a vertex for one of its faces alone are not used again.
    print.add("vertices count for each face");
    print.add(fmt::format("{} {} {} {} {} {} {} {}", hierarchy->preset, hierarchy->l1_units,
                          static_cast<int>(hierarchy->l1_loads), static_cast<int>(hierarchy->l1_stores),
                          hierarchy->l2_partitions, hierarchy->l2_interleave, hierarchy->seed,
                          hierarchy->explain_misses));
    if (hierarchy->tlb) print.add(tlb_text(hierarchy->tlb->l1) + "; " + tlb_text(hierarchy->tlb->l2));
}

std::string group_name(const Experiment& e, std::size_t scene, std::size_t configuration) {
    return fmt::format("{}_{}", e.scenes[scene].name, e.configurations[configuration].name);
}

SweepRun make_run(const Experiment& e, std::size_t scene, std::size_t configuration, std::size_t cache) {
    return {scene,
            configuration,
            cache,
            {},
            fmt::format("{}_{}", group_name(e, scene, configuration), e.caches[cache].name),
            0};
}

std::uint64_t fingerprint_of(const Experiment& e, const SweepRun& run, const Fingerprint& scene) {
    Fingerprint print = scene;
    for (const TraceOption& option : trace_option_table())
        print.add(option.name + "=" + option.get(e.configurations[run.configuration].options));
    add_model(e.caches[run.cache].model, print);
    for (const std::size_t picture : run.pictures)
        add_picture(e.pictures[picture], print);
    return print.value();
}

} // namespace

std::vector<SweepGroup> plan_sweep(const Experiment& e) {
    // Indices of scene, configuration and cache, so that runs are in the order in which the experiment lists
    // them.
    std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::set<std::size_t>> runs;
    for (const ExperimentProduct& product : e.runs)
        for (const std::size_t scene : product.scenes)
            for (const std::size_t configuration : product.configurations)
                for (const std::size_t cache : product.caches)
                    runs[{scene, configuration, cache}].insert(product.pictures.begin(),
                                                               product.pictures.end());
    std::map<std::size_t, Fingerprint> scenes;
    std::vector<SweepGroup> groups;
    for (const auto& [key, pictures] : runs) {
        const auto [scene, configuration, cache] = key;
        SweepRun run = make_run(e, scene, configuration, cache);
        run.pictures.assign(pictures.begin(), pictures.end());
        const auto [print, is_new] = scenes.try_emplace(scene);
        if (is_new) add_scene(e.scenes[scene], print->second);
        run.fingerprint = fingerprint_of(e, run, print->second);
        const bool same_group = !groups.empty() && groups.back().runs.back().scene == scene &&
                                groups.back().runs.back().configuration == configuration;
        if (!same_group) groups.push_back({group_name(e, scene, configuration)});
        groups.back().runs.push_back(std::move(run));
    }
    return groups;
}

} // namespace hitmap
