#include "tests/layout/ray_stream.h"

#include "core/trace/hmt/file/hmt_writer.h"

#include <sstream>
#include <utility>

namespace hitmap::test {

namespace {

struct Step {
    char kind;
    std::uint32_t element;
};

/// Instructions by their numbers; see ray_recording().
enum RayInstruction : std::uint32_t {
    node = 0,
    box = 1,
    face = 7,
    vertex = 10,
    pixel = 19,
    push = 20,
    pop = 21
};

std::vector<Instruction> ray_instructions() {
    std::vector<Instruction> all(22);
    for (Instruction& i : all)
        i.bytes_per_lane = 4;
    for (std::uint32_t i = box; i < face; ++i)
        all[i].bytes_per_lane = 8;
    all[pixel].operation = Operation::store;
    all[push].operation = Operation::store;
    for (const std::uint32_t i : {push, pop}) {
        all[i].space = Space::local;
        all[i].bytes_per_lane = 16;
    }
    return all;
}

class RayWriter {
public:
    RayWriter(const RayBuffers& buffers, RecordingSink& sink) : buffers_(buffers), sink_(sink) {}
    void add(std::uint32_t warp, const Step& step) {
        request_.warp = request_.slot = warp;
        const std::uint64_t e = step.element;
        switch (step.kind) {
        case 'N':
            load(node, buffers_.nodes + e * 4);
            break;
        case 'B':
            for (std::uint32_t part = 0; part < 6; ++part)
                load(box + part, buffers_.boxes + e * 24 + part * 8);
            break;
        case 'F':
            add_face(e);
            break;
        case 'P':
            load(pixel, buffers_.pixels + e * 4);
            break;
        default:
            load(step.kind == 'S' ? push : pop, e * 16);
        }
    }

private:
    void add_face(std::uint64_t f) {
        for (std::uint32_t corner = 0; corner < 3; ++corner)
            load(face + corner, buffers_.faces + f * buffers_.face_stride + corner * 4);
        const std::uint64_t vertices[] = {f, f + 2, f + 1};
        const std::uint64_t step = buffers_.plane_bytes != 0 ? buffers_.plane_bytes : 4;
        for (std::uint32_t corner = 0; corner < 3; ++corner)
            for (std::uint32_t part = 0; part < 3; ++part)
                load(vertex + 3 * corner + part,
                     buffers_.vertices + vertices[corner] * buffers_.vertex_stride + part * step);
    }
    void load(std::uint32_t instruction, std::uint64_t address) {
        request_.instruction = instruction;
        request_.mask = 1;
        request_.address[0] = address;
        sink_.add(request_);
    }

    const RayBuffers& buffers_;
    RecordingSink& sink_;
    Request request_;
};

} // namespace

HmtFile ray_recording(const std::string& text, const RayBuffers& buffers) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    RecordingInfo info;
    info.allocations = buffers.allocations;
    info.instructions = ray_instructions();
    sink->begin(info, nullptr);
    sink->begin_launch({});
    RayWriter writer(buffers, *sink);
    std::istringstream lines(text);
    std::uint32_t warp = 0;
    for (std::string line; std::getline(lines, line); ++warp) {
        std::istringstream words(line);
        for (Step step{}; words >> step.kind >> step.element;)
            writer.add(warp, step);
    }
    sink->finish();
    return HmtFile(open_memory(std::move(bytes), "rays"));
}

} // namespace hitmap::test
