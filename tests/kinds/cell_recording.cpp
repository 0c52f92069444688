#include "tests/kinds/cell_recording.h"

#include "core/trace/recorder/recorder.h"
#include "tests/trace/test_recorder.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>

namespace hitmap::test {

namespace {

constexpr std::uint32_t mesh_seed = 7;
constexpr std::uint32_t vertex_total = 40;
constexpr std::uint32_t cell_total = 24; // and one of padding
constexpr std::uint32_t face_total = 6;
constexpr std::uint32_t box_total = 3;

float coordinate(std::mt19937& random) {
    return static_cast<float>(random() % 200) / 100.0F - 1.0F;
}

void add_mesh(CellRecording& made) {
    std::mt19937 random(mesh_seed);
    for (std::uint32_t i = 0; i < 3 * vertex_total; ++i)
        made.vertices.push_back(coordinate(random));
    for (std::uint32_t cell = 0; cell < cell_total; ++cell)
        for (std::uint32_t corner = 0; corner < CellRecording::corners_each; ++corner)
            made.cells.push_back((cell * 5 + corner * 10 + static_cast<std::uint32_t>(random() % 10)) %
                                 vertex_total);
    for (std::uint32_t i = 0; i < 3 * face_total; ++i)
        made.faces.push_back(static_cast<std::uint32_t>(random() % vertex_total));
    for (std::uint32_t box = 0; box < box_total; ++box)
        made.boxes.insert(made.boxes.end(), {-1.0F, -1.0F, -1.0F, 1.0F, 1.0F, static_cast<float>(box)});
}

/// Puts the cells of the mesh into the order of memory, with padding behind them.
void order_cells(CellRecording& made, std::mt19937& random) {
    made.cell_sources.resize(cell_total);
    std::iota(made.cell_sources.begin(), made.cell_sources.end(), 0);
    std::shuffle(made.cell_sources.begin(), made.cell_sources.end(), random);
    const std::vector<std::uint32_t> by_source = std::exchange(made.cells, {});
    for (const std::int32_t source : made.cell_sources) {
        const auto first =
            by_source.begin() + source * static_cast<std::int32_t>(CellRecording::corners_each);
        made.cells.insert(made.cells.end(), first, first + CellRecording::corners_each);
    }
    made.cells.insert(made.cells.end(), CellRecording::corners_each, 0);
    made.cell_sources.push_back(-1);
}

/// Lanes load cells, and then the positions of their corners one after the other.
void visit_cells(CellRecording& made, std::uint32_t sm, std::mt19937& random) {
    constexpr std::uint32_t lanes = 5;
    std::vector<std::uint32_t> cells;
    CellRecording::Request load{sm, CellRecording::load_cell, {}};
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        // Neighbours often load the same cell.
        const bool same = lane != 0 && random() % 3 == 0;
        cells.push_back(same ? cells.back() : static_cast<std::uint32_t>(random() % cell_total));
        load.addresses.push_back(CellRecording::cells_at + std::uint64_t{16} * cells.back());
    }
    made.requests.push_back(load);
    for (std::uint32_t corner = 0; corner < CellRecording::corners_each; ++corner) {
        CellRecording::Request position{sm, CellRecording::load_position, {}};
        for (const std::uint32_t cell : cells)
            position.addresses.push_back(CellRecording::vertices_at +
                                         std::uint64_t{12} *
                                             made.cells[cell * CellRecording::corners_each + corner]);
        made.requests.push_back(position);
    }
}

void visit_others(CellRecording& made, std::uint32_t sm, std::mt19937& random) {
    const auto face = static_cast<std::uint32_t>(random() % face_total);
    made.requests.push_back(
        {sm, CellRecording::load_box, {CellRecording::boxes_at + 24 * (random() % box_total)}});
    made.requests.push_back(
        {sm, CellRecording::load_face, {CellRecording::faces_at + std::uint64_t{12} * face}});
    for (std::uint32_t corner = 0; corner < 3; ++corner)
        made.requests.push_back(
            {sm,
             CellRecording::load_position,
             {CellRecording::vertices_at + std::uint64_t{12} * made.faces[3 * face + corner]}});
    made.requests.push_back(
        {sm, CellRecording::store_pixel, {CellRecording::pixels_at + 4 * (random() % 16)}});
}

void add_tables(hmt_recorder* recorder, const CellRecording& made) {
    hmt_set_producer(recorder, "cells", "a mesh of cells");
    hmt_set_device(recorder, "two SMs", 2, 1);
    const hmt_allocation buffers[] = {
        {"vertices", HMT_VERTICES, HMT_GLOBAL, CellRecording::vertices_at, made.vertices.size() * 4, 12, 12},
        {"cells", HMT_KIND_3, HMT_GLOBAL, CellRecording::cells_at, made.cell_count() * 16, 16, 16},
        {"faces", HMT_FACES, HMT_GLOBAL, CellRecording::faces_at, made.faces.size() * 4, 12, 12},
        {"boxes", HMT_BOXES, HMT_GLOBAL, CellRecording::boxes_at, made.boxes.size() * 4, 24, 24},
        {"pixels", HMT_FRAMEBUFFER, HMT_GLOBAL, CellRecording::pixels_at,
         std::uint64_t{4} * CellRecording::width * CellRecording::height, 4, 4}};
    for (const hmt_allocation& buffer : buffers)
        hmt_add_allocation(recorder, &buffer);
    const hmt_instruction instructions[] = {{HMT_LOAD, HMT_GLOBAL, 16, "cell", "cells.cu", 1, 0},
                                            {HMT_LOAD, HMT_GLOBAL, 12, "position", "cells.cu", 2, 0},
                                            {HMT_LOAD, HMT_GLOBAL, 24, "box", "cells.cu", 3, 0},
                                            {HMT_STORE, HMT_GLOBAL, 4, "pixel", "cells.cu", 4, 0},
                                            {HMT_LOAD, HMT_GLOBAL, 12, "face", "cells.cu", 5, 0}};
    for (const hmt_instruction& instruction : instructions)
        hmt_add_instruction(recorder, &instruction);
}

void add_tags(hmt_recorder* recorder, const CellRecording::Request& load, std::uint64_t loads) {
    std::vector<hmt_tag> tags(load.addresses.size());
    for (std::size_t lane = 0; lane < tags.size(); ++lane)
        tags[lane].work_item = CellRecording::pixel_of(loads, lane);
    hmt_add_tags(recorder, 0, load.sm, (1U << tags.size()) - 1, tags.data());
}

void add_requests(hmt_recorder* recorder, const CellRecording& made, CellRecording::Tags tags) {
    std::uint64_t loads = 0;
    for (const CellRecording::Request& request : made.requests) {
        if (request.instruction == CellRecording::load_cell && tags == CellRecording::Tags::pixels)
            add_tags(recorder, request, loads++);
        hmt_request added{};
        added.sm = added.warp = request.sm;
        added.instruction = request.instruction;
        added.mask = (1U << request.addresses.size()) - 1;
        std::ranges::copy(request.addresses, added.address);
        hmt_add_request(recorder, &added);
    }
}

} // namespace

CellRecording cell_recording(std::uint32_t seed) {
    CellRecording made;
    add_mesh(made);
    std::mt19937 random(seed);
    order_cells(made, random);
    for (int round = 0; round < 60; ++round) {
        const auto sm = static_cast<std::uint32_t>(random() % 2);
        visit_cells(made, sm, random);
        if (round % 4 == 0) visit_others(made, sm, random);
    }
    return made;
}

void CellRecording::write(const std::string& file, Tags tags) const {
    const Recorder recorder(hmt_open(file.c_str()));
    if (recorder == nullptr) throw std::runtime_error("out of memory");
    add_tables(recorder.get(), *this);
    const hmt_camera camera{{0, 0, 5}, {0, 0, -1}, {0, 1, 0}, 45};
    hmt_scene scene{};
    scene.width = width;
    scene.height = height;
    scene.cameras = &camera;
    scene.camera_count = 1;
    scene.vertices = vertices.data();
    scene.vertex_count = vertices.size() / 3;
    scene.faces = faces.data();
    scene.face_count = faces.size() / 3;
    scene.boxes = boxes.data();
    scene.box_count = boxes.size() / 6;
    hmt_set_scene(recorder.get(), &scene);
    hmt_primitives primitives{};
    primitives.kind = 3;
    primitives.corners_each = corners_each;
    primitives.corners = cells.data();
    primitives.count = cell_count();
    primitives.sources = cell_sources.data();
    hmt_add_primitives(recorder.get(), &primitives);
    const hmt_launch launch{"cells", {2, 1, 1}, {32, 1, 1}, 0, 0};
    hmt_begin_launch(recorder.get(), &launch);
    add_requests(recorder.get(), *this, tags);
    hmt_close(recorder.get());
    if (const std::string error = hmt_error(recorder.get()); !error.empty()) throw std::runtime_error(error);
}

void write_cell_recording(const std::string& file) {
    cell_recording().write(file);
}

} // namespace hitmap::test
