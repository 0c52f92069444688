// A relayout of a recording must equal a trace in the new layout.
#include "core/base/error.h"
#include "core/raytracer/trace_scene.h"
#include "core/relayout/apply/possible_layouts.h"
#include "core/relayout/apply/relaid_source.h"
#include "core/relayout/apply/relayout.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/trace/recording_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

using Values = std::vector<std::pair<std::string, std::string>>;

TraceOptions options_of(const Values& values) {
    TraceOptions options;
    options.width = 24;
    options.height = 16;
    options.sm_count = 3;
    options.warps_per_sm = 4;
    for (const auto& [name, value] : values)
        trace_option(name).set(options, value);
    return options;
}

HmtFile in_memory(std::vector<std::byte> bytes) {
    return HmtFile(open_memory(std::move(bytes), "small.hmt"));
}

HmtFile traced(const Scene& scene, const TraceOptions& options) {
    std::vector<std::byte> bytes;
    ThreadPool pool(1);
    const auto sink = write_hmt(create_memory(bytes), {}, &pool);
    trace_scene(scene, options, *sink, pool);
    return in_memory(std::move(bytes));
}

/// The relayout that makes a recording of one trace that of another.
RelayoutOptions layout_of(const TraceOptions& options) {
    RelayoutOptions layout;
    layout.node_order = options.nodes.node_order;
    layout.vertex_order = options.vertex_order;
    layout.vertex_layout = options.vertex_layout;
    layout.seed = options.seed;
    return layout;
}

struct Moved {
    HmtFile file;
    RelayoutResult result;
};
Moved moved(const HmtFile& file, const RelayoutOptions& options, const Scene& scene) {
    std::vector<std::byte> bytes;
    ThreadPool pool(1);
    const auto sink = write_hmt(create_memory(bytes), {}, &pool);
    RelayoutResult result = relayout_recording(
        file, options, [&](const JobContext&) { return scene; }, *sink, pool);
    return {in_memory(std::move(bytes)), std::move(result)};
}

/// The whole recording without what a relayout says about itself.
std::vector<std::string> lines_of(const HmtFile& file) {
    std::vector<std::string> lines;
    std::istringstream text(recording_text(file));
    for (std::string line; std::getline(text, line);)
        if (!line.starts_with("option 'relayout") && !line.starts_with("origin of 'allocations'"))
            lines.push_back(line);
    return lines;
}

/// Says where two recordings differ; empty if they are equal.
std::string difference(const std::vector<std::string>& found, const std::vector<std::string>& expected) {
    if (found == expected) return {};
    for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i)
        if (found[i] != expected[i])
            return fmt::format("expected '{}', found '{}'", expected[i].substr(0, 200),
                               found[i].substr(0, 200));
    return fmt::format("expected {} lines, found {}", expected.size(), found.size());
}

const char* const scene_names[] = {"builtin:teapot?triangles=600", "builtin:statue?triangles=1500"};
const char* const node_orders[] = {"dfs", "bfs", "veb"};

TEST(ReleaseOnlyRelayout, NodeOrdersOfLinkedTreesEqualTheTrace) {
    for (const char* name : scene_names) {
        const Scene scene = load_scene(name);
        for (const char* width : {"2", "4", "8"})
            for (const char* from : node_orders) {
                if (*width == '2' && *from == 'd') continue; // not linked
                const HmtFile file = traced(scene, options_of({{"node-width", width}, {"node-order", from}}));
                for (const char* to : node_orders) {
                    if (*width == '2' && *to == 'd') continue;
                    SCOPED_TRACE(fmt::format("{} {}: {} to {}", name, width, from, to));
                    const TraceOptions options = options_of({{"node-width", width}, {"node-order", to}});
                    RelayoutOptions layout;
                    layout.node_order = options.nodes.node_order;
                    const Moved result = moved(file, layout, scene);
                    EXPECT_EQ(difference(lines_of(result.file), lines_of(traced(scene, options))), "");
                    EXPECT_THAT(result.result.estimates, IsEmpty());
                    EXPECT_EQ(result.result.counts.outside + result.result.counts.between, 0U);
                }
            }
    }
}

/// The layouts of vertices that the tracer has.
std::vector<Values> vertex_layouts() {
    std::vector<Values> layouts;
    for (const char* order : {"keep", "random", "bfs", "morton"})
        for (const char* layout : {"aos", "soa"})
            layouts.push_back({{"vertex-order", order}, {"layout", layout}});
    return layouts;
}

TEST(ReleaseOnlyRelayout, VertexOrdersAndLayoutsEqualTheTrace) {
    for (const char* name : scene_names) {
        const Scene scene = load_scene(name);
        std::vector<HmtFile> traces;
        for (const Values& values : vertex_layouts())
            traces.push_back(traced(scene, options_of(values)));
        for (std::size_t from = 0; from < traces.size(); ++from)
            for (std::size_t to = 0; to < traces.size(); ++to) {
                SCOPED_TRACE(fmt::format("{}: layout {} to {}", name, from, to));
                RelayoutOptions layout = layout_of(options_of(vertex_layouts()[to]));
                layout.node_order.reset();
                const Moved result = moved(traces[from], layout, scene);
                EXPECT_EQ(difference(lines_of(result.file), lines_of(traces[to])), "");
                EXPECT_THAT(result.result.estimates, IsEmpty());
                EXPECT_EQ(result.result.counts.across, 0U);
            }
    }
}

/// Without the instructions: their numbers, sizes and places in the source.
std::vector<std::string> lines_without_instructions(const HmtFile& file) {
    std::vector<std::string> lines;
    for (const std::string& line : lines_of(file)) {
        const std::string_view first = std::string_view(line).substr(0, line.find(' '));
        if (first == "global" || first == "local" || line.starts_with("origin of 'order'")) continue;
        if (first != "request:") {
            lines.push_back(line);
            continue;
        }
        const std::size_t begin = line.find(", instruction");
        lines.push_back(line.substr(0, begin) + line.substr(line.find(", mask")));
    }
    return lines;
}

TEST(ReleaseOnlyRelayout, BetweenCompactAndLinkedNodesOnlyTheInstructionsAreEstimates) {
    for (const char* name : scene_names) {
        const Scene scene = load_scene(name);
        for (const char* rays : {"primary", "ao:2"})
            for (const char* order : {"bfs", "veb"})
                for (const bool from_compact : {true, false}) {
                    SCOPED_TRACE(fmt::format("{} {} {} {}", name, rays, order, from_compact));
                    const HmtFile compact = traced(scene, options_of({{"rays", rays}}));
                    const HmtFile linked = traced(scene, options_of({{"node-order", order}, {"rays", rays}}));
                    RelayoutOptions layout;
                    layout.node_order =
                        from_compact ? (*order == 'b' ? NodeOrder::bfs : NodeOrder::veb) : NodeOrder::dfs;
                    const Moved result = moved(from_compact ? compact : linked, layout, scene);
                    EXPECT_EQ(difference(lines_without_instructions(result.file),
                                         lines_without_instructions(from_compact ? linked : compact)),
                              "");
                    EXPECT_EQ(result.result.estimates.size(), 1U);
                    EXPECT_EQ(origin_of(result.file.info(), "order"), Origin::assumed);
                }
    }
}

TEST(Relayout, AllOptionsTogetherEqualTheTraceAndTheWayBack) {
    const Scene scene = load_scene(scene_names[0]);
    const TraceOptions a = options_of({{"node-width", "4"},
                                       {"node-order", "bfs"},
                                       {"vertex-order", "bfs"},
                                       {"layout", "soa"},
                                       {"rays", "path:2"}});
    const TraceOptions b = options_of({{"node-width", "4"},
                                       {"node-order", "veb"},
                                       {"vertex-order", "morton"},
                                       {"layout", "aos"},
                                       {"rays", "path:2"}});
    const HmtFile of_a = traced(scene, a);
    const Moved there = moved(of_a, layout_of(b), scene);
    EXPECT_EQ(difference(lines_of(there.file), lines_of(traced(scene, b))), "");
    const Moved back = moved(there.file, layout_of(a), scene);
    EXPECT_EQ(difference(lines_of(back.file), lines_of(of_a)), "");
}

/// The requests of a source as text.
std::vector<std::string> requests_of(RequestSource& source) {
    std::vector<std::string> all;
    RequestBlock block;
    while (source.next(block, {}))
        for (const RequestBlock::Entry& entry : block.entries)
            all.push_back(fmt::format("{} {} {} {} {} {:x}: {}", entry.launch, entry.sm, entry.warp,
                                      entry.slot, entry.instruction, entry.mask,
                                      fmt::join(block.addresses_of(entry), " ")));
    return all;
}

TEST(Relayout, AsASourceHasTheSameRequestsTablesAndSceneInAnyLayout) {
    const Scene scene = load_scene(scene_names[0]);
    const SourceMesh mesh = [&](const JobContext&) { return scene; };
    const HmtFile file = traced(scene, options_of({{"vertex-order", "random"}}));
    ThreadPool pool(2);
    std::vector<RelayoutOptions> layouts = possible_layouts(file, true).layouts;
    ASSERT_GT(layouts.size(), 10U);
    layouts.emplace_back().quantised.emplace_back("boxes", 12);
    layouts.emplace_back().alignments.emplace_back("faces", 64);
    for (const RelayoutOptions& layout : layouts) {
        const Moved expected = moved(file, layout, scene);
        SCOPED_TRACE(expected.result.changes);
        RelaidSource source(file, layout, mesh, request_source(file, pool), {});
        EXPECT_EQ(source.estimates(), expected.result.estimates);
        const auto of_file = request_source(expected.file, pool);
        const std::vector<std::string> requests = requests_of(*of_file);
        EXPECT_EQ(difference(requests_of(source), requests), "");
        source.rewind();
        EXPECT_EQ(difference(requests_of(source), requests), "");
        const RecordingInfo& info = source.info();
        ASSERT_EQ(info.allocations.size(), expected.file.info().allocations.size());
        for (std::size_t i = 0; i < info.allocations.size(); ++i) {
            EXPECT_EQ(info.allocations[i].address, expected.file.info().allocations[i].address);
            EXPECT_EQ(info.allocations[i].bytes, expected.file.info().allocations[i].bytes);
        }
        EXPECT_EQ(info.scene.boxes, expected.file.info().scene.boxes);
        EXPECT_EQ(source.scene({})->face_slots, expected.file.read_scene()->face_slots);
    }
}

TEST(Relayout, OrdersByUsePutTheUsedElementsFirst) {
    const Scene scene = load_scene(scene_names[0]);
    const HmtFile file = traced(scene, options_of({{"node-width", "4"}, {"node-order", "bfs"}}));
    for (const UseOrder order : {UseOrder::access_count, UseOrder::first_access}) {
        RelayoutOptions layout;
        layout.node_order = order;
        layout.vertex_order = order;
        const Moved result = moved(file, layout, scene);
        ThreadPool pool(1);
        result.file.validate(pool);
        const RecordingInfo& info = result.file.info();
        std::set<std::uint32_t> allocations;
        for (std::uint32_t i = 0; i < info.allocations.size(); ++i)
            if (info.allocations[i].role == Role::vertices) allocations.insert(i);
        const ElementUse use =
            count_uses(result.file, {.elements = allocations}, pool, {}).elements.begin()->second;
        EXPECT_TRUE(order == UseOrder::access_count
                        ? std::ranges::is_sorted(use.accesses, std::ranges::greater{})
                        : std::ranges::is_sorted(use.first));
        // The tree is the same, so that the tracer's orders can be had from it again.
        RelayoutOptions back = layout_of(options_of({{"node-order", "bfs"}}));
        EXPECT_EQ(difference(lines_of(moved(result.file, back, scene).file), lines_of(file)), "");
    }
}

TEST(Relayout, ClusteredNodesAreTheSameTree) {
    const Scene scene = load_scene(scene_names[0]);
    for (const char* width : {"2", "4"}) {
        const HmtFile file = traced(scene, options_of({{"node-width", width}, {"node-order", "bfs"}}));
        RelayoutOptions layout;
        layout.node_order = ClusterOrder::lines;
        const Moved result = moved(file, layout, scene);
        ThreadPool pool(1);
        result.file.validate(pool);
        EXPECT_NE(result.file.read_scene()->box_parent, file.read_scene()->box_parent);
        RelayoutOptions back;
        back.node_order = NodeOrder::bfs;
        EXPECT_EQ(difference(lines_of(moved(result.file, back, scene).file), lines_of(file)), "");
    }
}

TEST(Relayout, RefusesAnotherMeshThanTheRecordedOne) {
    const Scene scene = load_scene(scene_names[0]);
    const HmtFile file = traced(scene, options_of({{"vertex-order", "bfs"}}));
    RelayoutOptions layout;
    layout.vertex_order = MemoryOrder::keep;
    try {
        (void)moved(file, layout, load_scene("builtin:teapot?triangles=700"));
        FAIL() << "expected an error";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("expected the mesh that was recorded, found another one"));
    }
}

TEST(Relayout, FaceOrdersAreExactForLeavesOfOneFaceAndElsewhereEstimates) {
    const Scene scene = load_scene(scene_names[0]);
    for (const char* leaf_size : {"1", "4"})
        for (const char* node_order : {"dfs", "veb"})
            for (const char* order : {"random", "bfs", "morton"}) {
                SCOPED_TRACE(fmt::format("{} {} {}", leaf_size, node_order, order));
                const Values values{{"leaf-size", leaf_size}, {"node-order", node_order}, {"seed", "5"}};
                Values reordered = values;
                reordered.emplace_back("face-order", order);
                RelayoutOptions layout;
                layout.face_order = options_of(reordered).face_order;
                const Moved result = moved(traced(scene, options_of(values)), layout, scene);
                const HmtFile expected = traced(scene, options_of(reordered));
                const bool exact = *leaf_size == '1';
                EXPECT_EQ(exact ? difference(lines_of(result.file), lines_of(expected)) : "", "");
                EXPECT_EQ(result.result.estimates.empty(), exact);
                EXPECT_EQ(result.file.read_scene()->face_source, expected.read_scene()->face_source);
                EXPECT_EQ(result.file.read_scene()->face_slots, expected.read_scene()->face_slots);
                EXPECT_EQ(result.file.read_scene()->normal_slots, expected.read_scene()->normal_slots);
            }
}

} // namespace
} // namespace hitmap
