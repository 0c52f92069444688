#include "core/trace/hmt/chunks/info_codec.h"

#include "core/trace/model/element_kind.h"
#include "core/trace/model/widest_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap::hmt {

namespace {

constexpr std::size_t max_name = std::size_t{1} << 16;
constexpr std::size_t max_source_text = std::size_t{1} << 26;
constexpr std::uint64_t most_rows = RecordingLimits::table_rows;

/// Writes a text of a recording. All texts pass here, so that no writer writes one that a reader refuses:
/// bytes that are not UTF-8 are escaped, and what is beyond the limit is left out.
void put_text(std::string_view text, std::size_t limit, ByteWriter& out) {
    if (text.size() <= limit && is_utf8(text)) return out.string(text);
    std::string changed = utf8_text(text);
    if (changed.size() > limit) changed.resize(limit);
    while (!is_utf8(changed)) // the limit can be within a character
        changed.pop_back();
    out.string(changed);
}

void put_name(std::string_view name, ByteWriter& out) {
    put_text(name, max_name, out);
}

std::string name(ByteReader& in, std::string_view what) {
    return in.text(what, max_name);
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
    put_name(allocation.name, out);
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

/// Further kinds of elements have further roles, which only a program with their rows knows.
Role role(ByteReader& in) {
    const std::uint8_t number = in.u8("a role");
    const auto found = static_cast<Role>(number);
    if (number >= role_count && !element_kind_of(found))
        in.fail(fmt::format(
            "expected a role below {} or one of a kind of element that this program knows, found {}",
            role_count, number));
    return found;
}

Allocation allocation(ByteReader& in) {
    Allocation result;
    result.name = name(in, "an allocation's name");
    result.role = role(in);
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
    if (result.bytes_per_lane > widest_access)
        in.fail(fmt::format("expected at most {} bytes per lane, found {}", widest_access,
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
        put_name(key, out);
        put_name(value, out);
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
    put_name(device.name, out);
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

void encode_name(std::string_view text, ByteWriter& out) {
    put_name(text, out);
}

std::string decode_name(ByteReader& in, std::string_view what) {
    return name(in, what);
}

void encode_location(const SourceLocation& location, ByteWriter& out) {
    put_name(location.function, out);
    put_name(location.file, out);
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
    put_name(info.producer, out);
    put_name(info.source_name, out);
    put(info.options, out);
    put(info.device, out);
    out.varint(info.origins.size());
    for (const FieldOrigin& field : info.origins) {
        put_name(field.field, out);
        out.u8(static_cast<std::uint8_t>(field.origin));
    }
    out.varint(info.allocations.size());
    for (const Allocation& item : info.allocations)
        put(item, out);
    encode_instructions(info.instructions, out);
    out.varint(info.sources.size());
    for (const SourceText& source : info.sources) {
        put_name(source.file, out);
        put_text(source.text, max_source_text, out);
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
        source.text = in.text("a source text", max_source_text);
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
    put_name(launch.kernel, out);
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

void encode_launch_requests(std::span<const LaunchRequests> counts, std::span<const Launch> launches,
                            ByteWriter& out) {
    out.varint(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        out.varint(counts[i].count);
        out.varint(counts[i].first - launches[i].first_request.value);
        out.varint(counts[i].end - counts[i].first);
    }
}

std::vector<LaunchRequests> decode_launch_requests(ByteReader& in, std::span<const Launch> launches) {
    const std::size_t count = in.count("launches", 3, RecordingLimits::launches);
    if (count != launches.size())
        in.fail(fmt::format("expected {} launches, found {}", launches.size(), count));
    const auto sum = [&](std::uint64_t a, std::uint64_t b) {
        if (b > ~std::uint64_t{0} - a)
            in.fail(fmt::format("expected a request below 2^64, found {} + {}", a, b));
        return a + b;
    };
    std::vector<LaunchRequests> counts;
    for (const Launch& launch : launches) {
        LaunchRequests& of = counts.emplace_back();
        of.count = in.varint("a number of requests");
        of.first = sum(launch.first_request.value, in.varint("a distance to the first request"));
        of.end = sum(of.first, in.varint("a distance to the last request"));
    }
    return counts;
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
