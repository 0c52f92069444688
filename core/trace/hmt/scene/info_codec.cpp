#include "core/trace/hmt/scene/info_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap::hmt {

namespace {

constexpr std::size_t max_name = std::size_t{1} << 16;
constexpr std::size_t max_text = std::size_t{1} << 26;
constexpr std::uint64_t most_rows = RecordingLimits::table_rows;

std::string name(ByteReader& in, std::string_view what) {
    return in.string(what, max_name);
}

void put(const glm::vec3& v, ByteWriter& out) {
    for (int axis = 0; axis < 3; ++axis)
        out.f32(v[axis]);
}

glm::vec3 vector(ByteReader& in, std::string_view what) {
    glm::vec3 v;
    for (int axis = 0; axis < 3; ++axis)
        v[axis] = in.f32(what);
    return v;
}

template <class Enum>
Enum enumerator(ByteReader& in, std::string_view what, Enum last) {
    return static_cast<Enum>(in.varint(what, static_cast<std::uint64_t>(last)));
}

void put(const Allocation& allocation, ByteWriter& out) {
    out.string(allocation.name);
    out.u8(static_cast<std::uint8_t>(allocation.role));
    out.u8(static_cast<std::uint8_t>(allocation.space));
    out.varint(allocation.address);
    out.varint(allocation.bytes);
    out.varint(allocation.stride);
    out.varint(allocation.element_bytes);
    out.u8(static_cast<std::uint8_t>(allocation.layout));
    out.varint(allocation.first_request.value);
    out.varint(allocation.last_request.value);
}

Allocation allocation(ByteReader& in) {
    Allocation result;
    result.name = name(in, "an allocation's name");
    result.role = enumerator(in, "a role", Role::other);
    result.space = enumerator(in, "a space", Space::shared);
    result.address = in.varint("an address");
    result.bytes = in.varint("a size");
    if (result.bytes > std::numeric_limits<std::uint64_t>::max() - result.address)
        in.fail(
            fmt::format("expected allocation '{}' to end within 64-bit addresses, found {} bytes at {:#x}",
                        result.name, result.bytes, result.address));
    result.stride = in.varint32("a stride");
    result.element_bytes = in.varint32("a number of element bytes");
    result.layout = enumerator(in, "an element layout", ElementLayout::planar);
    result.first_request.value = in.varint("a first request");
    result.last_request.value = in.varint("a last request");
    return result;
}

void put(const Instruction& instruction, ByteWriter& out) {
    out.u8(static_cast<std::uint8_t>(instruction.operation));
    out.u8(static_cast<std::uint8_t>(instruction.space));
    out.u16(instruction.bytes_per_lane);
    out.u8(static_cast<std::uint8_t>(instruction.cache));
    encode_location(instruction.location, out);
    out.varint(instruction.inlined_at.size());
    for (const auto& call : instruction.inlined_at)
        encode_location(call, out);
}

Instruction instruction(ByteReader& in) {
    Instruction result;
    result.operation = enumerator(in, "an operation", Operation::atomic);
    result.space = enumerator(in, "a space", Space::shared);
    result.bytes_per_lane = in.u16("bytes per lane");
    if (result.bytes_per_lane > RecordingLimits::bytes_per_lane)
        in.fail(fmt::format("expected at most {} bytes per lane, found {}", RecordingLimits::bytes_per_lane,
                            result.bytes_per_lane));
    result.cache = enumerator(in, "a cache operator", CacheOperator::write_through);
    result.location = decode_location(in);
    const std::size_t calls = in.count("inlined calls", 4, RecordingLimits::inlined_calls);
    for (std::size_t i = 0; i < calls; ++i)
        result.inlined_at.push_back(decode_location(in));
    return result;
}

void put(const SceneSummary& scene, ByteWriter& out) {
    out.u8(scene.present ? 1 : 0);
    out.varint(scene.vertices);
    out.varint(scene.faces);
    out.varint(scene.face_slots);
    out.varint(scene.boxes);
    out.varint(scene.width);
    out.varint(scene.height);
    out.u64(scene.source_hash);
    out.varint(scene.cameras.size());
    for (const Camera& camera : scene.cameras) {
        put(camera.position, out);
        put(camera.forward, out);
        put(camera.up, out);
        out.f32(camera.fov_y_degrees);
    }
}

SceneSummary scene_summary(ByteReader& in) {
    SceneSummary scene;
    scene.present = in.varint("whether there is a scene", 1) != 0;
    scene.vertices = in.varint("a number of vertices");
    scene.faces = in.varint("a number of faces");
    scene.face_slots = in.varint("a number of face slots");
    scene.boxes = in.varint("a number of boxes");
    scene.width = in.varint32("a width");
    scene.height = in.varint32("a height");
    scene.source_hash = in.u64("a source hash");
    const std::size_t cameras = in.count("cameras", 40, most_rows);
    for (std::size_t i = 0; i < cameras; ++i) {
        Camera& camera = scene.cameras.emplace_back();
        camera.position = vector(in, "a camera's position");
        camera.forward = vector(in, "a camera's direction");
        camera.up = vector(in, "a camera's up vector");
        camera.fov_y_degrees = in.f32("a camera's opening angle");
    }
    return scene;
}

using Options = std::vector<std::pair<std::string, std::string>>;

void put(std::span<const Options::value_type> options, ByteWriter& out) {
    out.varint(options.size());
    for (const auto& [key, value] : options) {
        out.string(key);
        out.string(value);
    }
}

void append_options(ByteReader& in, Options& options) {
    for (std::size_t left = in.count("options", 2, most_rows - std::min(most_rows, options.size()));
         left != 0; --left) {
        auto& [key, value] = options.emplace_back();
        key = name(in, "an option's name");
        value = name(in, "an option's value");
    }
}

void put(const Device& device, ByteWriter& out) {
    out.string(device.name);
    out.varint(device.sm_count);
    out.varint(device.warp_slots_per_sm);
}

Device device(ByteReader& in) {
    Device result;
    result.name = name(in, "the device's name");
    result.sm_count = static_cast<std::uint32_t>(in.varint("a number of SMs", RecordingLimits::sms));
    result.warp_slots_per_sm =
        static_cast<std::uint32_t>(in.varint("a number of warp slots", RecordingLimits::warp_slots_per_sm));
    return result;
}

} // namespace

void encode_location(const SourceLocation& location, ByteWriter& out) {
    out.string(location.function);
    out.string(location.file);
    out.varint(location.line);
    out.varint(location.column);
}

SourceLocation decode_location(ByteReader& in) {
    SourceLocation result;
    result.function = name(in, "a function's name");
    result.file = name(in, "a source file's name");
    result.line = in.varint32("a line");
    result.column = in.varint32("a column");
    return result;
}

void encode_info(const RecordingInfo& info, ByteWriter& out) {
    out.string(info.producer);
    out.string(info.source_name);
    put(info.options, out);
    put(info.device, out);
    out.varint(info.origins.size());
    for (const FieldOrigin& field : info.origins) {
        out.string(field.field);
        out.u8(static_cast<std::uint8_t>(field.origin));
    }
    out.varint(info.allocations.size());
    for (const Allocation& item : info.allocations)
        put(item, out);
    encode_instructions(info.instructions, out);
    out.varint(info.sources.size());
    for (const SourceText& source : info.sources) {
        out.string(source.file);
        out.string(source.text);
    }
    put(info.scene, out);
}

RecordingInfo decode_info(ByteReader& in) {
    RecordingInfo info;
    info.producer = name(in, "the producer");
    info.source_name = name(in, "the source's name");
    append_options(in, info.options);
    info.device = device(in);
    for (std::size_t left = in.count("origins", 2, most_rows); left != 0; --left) {
        FieldOrigin& field = info.origins.emplace_back();
        field.field = name(in, "a field's name");
        field.origin = enumerator(in, "an origin", Origin::given);
    }
    for (std::size_t left = in.count("allocations", 10, RecordingLimits::allocations); left != 0; --left)
        info.allocations.push_back(allocation(in));
    decode_instructions(in, info.instructions);
    for (std::size_t left = in.count("source texts", 2, most_rows); left != 0; --left) {
        SourceText& source = info.sources.emplace_back();
        source.file = name(in, "a source file's name");
        source.text = in.string("a source text", max_text);
    }
    info.scene = scene_summary(in);
    return info;
}

void encode_warp_size(const Device& device, ByteWriter& out) {
    out.varint(device.warp_size);
}

void decode_warp_size(ByteReader& in, Device& device) {
    if (device.warp_size != warp_size) in.fail("expected one warp size, found another");
    device.warp_size = static_cast<std::uint32_t>(in.varint("a number of lanes", warp_size - 1));
    if (device.warp_size == 0) in.fail("expected a warp of at least one lane, found none");
}

void encode_launch(const Launch& launch, ByteWriter& out) {
    out.string(launch.kernel);
    for (const std::uint32_t n : launch.grid)
        out.varint(n);
    for (const std::uint32_t n : launch.block)
        out.varint(n);
    out.varint(launch.local_bytes);
    out.varint(launch.shared_bytes);
    out.varint(launch.first_request.value);
}

void encode_instructions(std::span<const Instruction> instructions, ByteWriter& out) {
    out.varint(instructions.size());
    for (const Instruction& item : instructions)
        put(item, out);
}

void decode_instructions(ByteReader& in, std::vector<Instruction>& instructions) {
    const std::uint64_t most = most_rows - std::min<std::uint64_t>(most_rows, instructions.size());
    for (std::size_t left = in.count("instructions", 10, most); left != 0; --left)
        instructions.push_back(instruction(in));
}

void encode_final(const RecordingInfo& info, std::size_t first_option, ByteWriter& out) {
    put(std::span(info.options).subspan(first_option), out);
    put(info.device, out);
    out.varint(info.launches.size());
    for (const Launch& launch : info.launches)
        encode_launch(launch, out);
}

void decode_final(ByteReader& in, RecordingInfo& info) {
    append_options(in, info.options);
    const std::uint32_t lanes = info.device.warp_size;
    info.device = device(in);
    info.device.warp_size = lanes;
    const std::size_t count = in.count("launches", 10, RecordingLimits::launches);
    if (count != info.launches.size())
        in.fail(fmt::format("expected {} launches, found {}", info.launches.size(), count));
    for (Launch& launch : info.launches) {
        Launch complete = decode_launch(in);
        if (complete.first_request != launch.first_request)
            in.fail(fmt::format("expected first request {} of a launch, found {}", launch.first_request.value,
                                complete.first_request.value));
        launch = std::move(complete);
    }
}

Launch decode_launch(ByteReader& in) {
    Launch launch;
    launch.kernel = name(in, "a kernel's name");
    for (std::uint32_t& n : launch.grid)
        n = in.varint32("a grid size");
    for (std::uint32_t& n : launch.block)
        n = in.varint32("a block size");
    launch.local_bytes = in.varint32("local bytes");
    launch.shared_bytes = in.varint32("shared bytes");
    launch.first_request.value = in.varint("a first request");
    return launch;
}

} // namespace hitmap::hmt
