#include "tests/analysis/traced_files.h"

#include "core/cache/gpu/preset_library.h"
#include "core/raytracer/trace_scene.h"
#include "core/relayout/apply/source_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace hitmap {

const GpuPreset& turing() {
    static const GpuPreset preset = find_gpu_preset("turing-rtx2080ti");
    return preset;
}

HierarchyConfig small_hierarchy() {
    HierarchyConfig config = hierarchy_config(turing());
    config.l1 = parse_cache_geometry("16KiB:128/32:32");
    config.l2 = parse_cache_geometry("1MiB:128/32:16");
    return config;
}

HmtFile recording_by(const std::function<void(RecordingSink&)>& produce) {
    std::vector<std::byte> bytes;
    produce(*write_hmt(create_memory(bytes)));
    return HmtFile(open_memory(std::move(bytes), "planted.hmt"));
}

TraceOptions good_options() {
    TraceOptions options;
    options.width = 48;
    options.height = 48;
    options.sm_count = 4;
    options.warps_per_sm = 16;
    trace_option("node-width").set(options, "8");
    trace_option("schedule").set(options, "morton");
    return options;
}

TraceOptions with(TraceOptions options, const std::string& name, const std::string& value) {
    trace_option(name).set(options, value);
    return options;
}

void trace_to(RecordingSink& sink, const std::string& scene, const TraceOptions& options) {
    ThreadPool pool(2);
    trace_scene(load_scene(scene), options, sink, pool);
}

HmtFile traced(const std::string& scene, const TraceOptions& options) {
    return recording_by([&](RecordingSink& sink) { trace_to(sink, scene, options); });
}

const HmtFile& teapot() {
    static const HmtFile file =
        traced("builtin:teapot?triangles=2000", with(good_options(), "vertex-order", "random"));
    return file;
}

FoundCauses causes_of(const HmtFile& file, const HierarchyConfig& config, const PendingTold& told) {
    const SourceMesh mesh = source_mesh(file.info(), {});
    ThreadPool pool(2);
    return find_causes({file, mesh, config}, turing(), pool, {}, told);
}

} // namespace hitmap
