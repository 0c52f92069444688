// The forms in which programs read faces, tables and nodes.
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/derive/derive_layout.h"
#include "core/layout/derive/nested_boxes.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/layout/mesh_scene.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

std::string roles_of(const HmtFile& file) {
    ThreadPool pool(2);
    std::string text;
    for (const BufferLayout& b : derive_layout(file, pool).buffers)
        text += fmt::format("{}: {}, {} of {}\n", b.name, name_of(b.role), b.element_bytes, b.stride);
    return text;
}

std::vector<std::uint32_t> all_slots(const MeshScene& scene) {
    std::vector<std::uint32_t> slots;
    for (std::uint32_t slot = 0; slot < scene.faces.size(); ++slot)
        slots.push_back(slot);
    return slots;
}

TEST(DeriveForms, FacesAreFoundInWhicheverOrderAShaderReadsThem) {
    const MeshScene scene = scene_of({strip(10, 0), strip(8, 10)});
    for (const std::string loads : {"i0 i1 i2 v0 v1 v2", "i0 v0 i1 v1 i2 v2", "i0 i1 v0 i2 v1 v2",
                                    "i2 v2 i1 v1 i0 v0", "i0 i1 i2 v2 v1 v0"})
        for (const bool one_instruction : {false, true})
            for (const bool by_floats : {false, true}) {
                const FaceProgram program{
                    .loads = loads, .one_instruction = one_instruction, .by_floats = by_floats};
                EXPECT_EQ(roles_of(scene_recording(scene, program, all_slots(scene))),
                          "meshes: other, 16 of 16\nindices: faces, 12 of 12\nvertices: vertices, 12 of 12\n"
                          "results: framebuffer, 4 of 4\n")
                    << loads << (one_instruction ? ", one instruction" : "") << (by_floats ? ", floats" : "");
            }
}

TEST(DeriveForms, NormalsThatAreReadWithVerticesAreAttributes) {
    const MeshScene scene = scene_of({strip(10, 0)});
    for (const std::string loads : {"i0 v0 i1 v1 i2 v2", "i0 i1 v0 i2 v1 v2"})
        EXPECT_NE(roles_of(scene_recording(scene, {.loads = loads, .has_normals = true}, all_slots(scene)))
                      .find("vertices: vertices, 12 of 12\nnormals: vertex attributes, 12 of 12\n"),
                  std::string::npos)
            << loads;
}

/// Requests of one lane as pairs of an instruction and an address; instruction i loads `bytes[i]` bytes.
HmtFile recording_of(const std::vector<Allocation>& allocations, const std::vector<std::uint16_t>& bytes,
                     const std::vector<std::pair<std::uint32_t, std::uint64_t>>& loads) {
    std::vector<std::byte> written;
    const auto sink = write_hmt(create_memory(written));
    RecordingInfo info;
    info.allocations = allocations;
    for (const std::uint16_t each : bytes)
        info.instructions.emplace_back().bytes_per_lane = each;
    sink->begin(info, nullptr);
    sink->begin_launch({});
    Request request;
    request.mask = 1;
    for (const auto& [instruction, address] : loads) {
        request.instruction = instruction;
        request.address[0] = address;
        sink->add(request);
    }
    sink->finish();
    return HmtFile(open_memory(std::move(written), "loads"));
}

Allocation allocation(const char* name, std::uint64_t address, std::uint64_t bytes) {
    Allocation a;
    a.name = name;
    a.address = address;
    a.bytes = bytes;
    return a;
}

TEST(DeriveForms, ElementsThatAreReadBySingleIndicesAreNoFaces) {
    // Neighbour lists: the rows of a list begin anywhere, so that indices are not read by threes.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> loads;
    for (std::uint64_t number = 0; number < 40; ++number) {
        const std::uint64_t row = 7 * number % 40;
        for (std::uint64_t i = 0; i < 4; ++i) {
            loads.emplace_back(0, 0x1000 + 4 * (4 * row + i));
            loads.emplace_back(1, 0x8000 + 16 * ((7 * row + 5 * i) % 64));
        }
    }
    EXPECT_EQ(roles_of(recording_of({allocation("list", 0x1000, 640), allocation("points", 0x8000, 1024)},
                                    {4, 16}, loads)),
              "list: other, 4 of 4\npoints: other, 16 of 16\n");
}

constexpr std::uint32_t node_words = 8;

/// A tree of seven nodes in depth-first order: a box and two links.
std::vector<std::uint32_t> nodes_with_boxes(std::size_t first_byte) {
    struct Node {
        std::array<float, 6> box;
        std::array<std::uint32_t, 2> links;
    };
    const std::vector<Node> nodes{{{-4, -1, -1, 4, 1, 1}, {4, 0}},  {{-4, -1, -1, 0, 1, 1}, {3, 0}},
                                  {{-4, -1, -1, -2, 1, 1}, {0, 2}}, {{-2, -1, -1, 0, 1, 1}, {2, 2}},
                                  {{0, -1, -1, 4, 1, 1}, {6, 0}},   {{0, -1, -1, 2, 1, 1}, {4, 2}},
                                  {{2, -1, -1, 4, 1, 1}, {6, 2}}};
    std::vector<std::uint32_t> words;
    for (const auto& [box, links] : nodes) {
        std::vector<std::uint32_t> node(links.begin(), links.end());
        std::vector<std::uint32_t> bits;
        for (const float corner : box)
            bits.push_back(std::bit_cast<std::uint32_t>(corner));
        node.insert(node.begin() + static_cast<std::ptrdiff_t>(first_byte / 4), bits.begin(), bits.end());
        words.insert(words.end(), node.begin(), node.end());
    }
    return words;
}

/// A tree in one buffer, whose leaves have two faces each.
HmtFile tree_recording(std::vector<std::uint32_t> words, bool with_contents) {
    MeshScene scene = scene_of({strip(10, 0)});
    std::vector<std::pair<std::uint32_t, std::uint64_t>> loads;
    const auto visit = [&](std::uint64_t node) { loads.emplace_back(0, 0x1000 + 32 * node); };
    const auto test = [&](std::uint64_t leaf) {
        for (std::uint64_t slot = 2 * leaf; slot < 2 * leaf + 2; ++slot) {
            loads.emplace_back(1, 0x2000 + 12 * slot);
            for (int corner = 0; corner < 3; ++corner)
                loads.emplace_back(2, 0x3000 + 12ULL * scene.faces[slot][corner]);
        }
    };
    const std::vector<std::vector<std::uint64_t>> rays{{0, 1, 2}, {0, 1, 3}, {0, 4, 5}, {0, 4, 6}, {0, 4, 5}};
    for (const auto& ray : rays) {
        for (const std::uint64_t node : ray)
            visit(node);
        test(ray.back() <= 3 ? ray.back() - 2 : ray.back() - 3);
    }
    Allocation nodes = allocation("nodes", 0x1000, words.size() * 4);
    if (with_contents)
        for (const std::uint32_t word : words)
            for (unsigned byte = 0; byte < 4; ++byte)
                nodes.contents.push_back(static_cast<std::uint8_t>(word >> 8 * byte));
    return recording_of({nodes, allocation("faces", 0x2000, 96), allocation("vertices", 0x3000, 120)},
                        {32, 12, 12}, loads);
}

TEST(DeriveForms, NodesThatContainTheirBoxesHaveBoxes) {
    EXPECT_EQ(roles_of(tree_recording(nodes_with_boxes(0), true)),
              "nodes: boxes, 24 of 32\nfaces: faces, 12 of 12\nvertices: vertices, 12 of 12\n");
    EXPECT_EQ(roles_of(tree_recording(nodes_with_boxes(8), true)),
              "nodes: boxes, 32 of 32\nfaces: faces, 12 of 12\nvertices: vertices, 12 of 12\n")
        << "behind the links";
    EXPECT_EQ(roles_of(tree_recording(nodes_with_boxes(0), false)),
              "nodes: nodes, 32 of 32\nfaces: faces, 12 of 12\nvertices: vertices, 12 of 12\n")
        << "without contents";
}

TEST(DeriveForms, BoxesBehindLinksAreDecodedAndCounted) {
    for (const std::size_t first : {0, 8}) {
        const HmtFile file = tree_recording(nodes_with_boxes(first), true);
        ThreadPool pool(2);
        RecordingLayout layout = derive_layout(file, pool);
        const BufferLayout* boxes = find_buffer(std::as_const(layout), Role::boxes);
        ASSERT_NE(boxes, nullptr);
        EXPECT_EQ(boxes->offset, first);
        BufferLayout& image = layout.buffers.emplace_back(); // a scene without faces needs an image
        image.role = Role::framebuffer;
        image.address = 0x9000;
        image.bytes = image.stride = image.element_bytes = 4;
        layout.width = layout.height = 1;
        std::vector<std::byte> bytes;
        apply_layout(file, layout, create_memory(bytes), pool, {});
        const HmtFile result(open_memory(std::move(bytes), "applied"));
        ASSERT_EQ(result.read_scene()->boxes.size(), 7);
        EXPECT_EQ(result.read_scene()->boxes[3], (Aabb{{-2, -1, -1}, {0, 1, 1}}));
        EXPECT_EQ(result.info().element_accesses[box_kind], 15) << "five rays of three nodes";
    }
}

TEST(NestedBoxes, AreToldFromOtherRecords) {
    BufferLayout buffer;
    buffer.stride = buffer.element_bytes = 4 * node_words;
    const auto offset = [&](const std::vector<std::uint32_t>& words) {
        std::vector<std::uint8_t> bytes;
        for (const std::uint32_t word : words)
            for (unsigned byte = 0; byte < 4; ++byte)
                bytes.push_back(static_cast<std::uint8_t>(word >> 8 * byte));
        buffer.bytes = bytes.size();
        return find_box_offset(bytes, buffer);
    };
    EXPECT_EQ(offset(nodes_with_boxes(0)), 0U);
    EXPECT_EQ(offset(nodes_with_boxes(8)), 8U);
    std::vector<std::uint32_t> numbers; // whole numbers are tiny as floating-point numbers
    std::vector<std::uint32_t> colours; // all alike
    std::vector<std::uint32_t> points;  // boxes that are in no other one
    for (std::uint32_t i = 0; i < 16 * node_words; ++i) {
        const auto f = [](float x) { return std::bit_cast<std::uint32_t>(x); };
        numbers.push_back(i % node_words);
        colours.push_back(f(i % node_words < 3 ? 0.2F : 0.8F));
        points.push_back(f(static_cast<float>(i / node_words) + (i % node_words < 3 ? 0.0F : 0.5F)));
    }
    EXPECT_EQ(offset(numbers), std::nullopt);
    EXPECT_EQ(offset(colours), std::nullopt);
    EXPECT_EQ(offset(points), std::nullopt);
}

} // namespace
} // namespace hitmap::test
