#include "core/layout/model/layout_json.h"

#include "core/base/error.h"
#include "core/base/json_node.h"
#include "core/base/json_text.h"
#include "core/base/parse.h"
#include "core/base/path_query.h"
#include "core/geometry/scene.h"
#include "core/trace/io/read_text.h"
#include "core/trace/io/write_file.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>
#include <span>
#include <system_error>
#include <vector>

namespace hitmap {

namespace {

using LayoutJson = JsonNode::Json;

constexpr std::string_view layout_format = "hitmap layout";
constexpr int layout_version = 1;
constexpr std::array all_spaces{Space::global, Space::local, Space::shared};
constexpr std::array all_origins{Origin::recorded, Origin::derived, Origin::assumed, Origin::given};
constexpr std::array all_pixel_orders{PixelOrder::recorded, PixelOrder::writes, PixelOrder::grid,
                                      PixelOrder::threads};
constexpr double most_bytes = 9007199254740992.0; // 2^53: whole numbers that JSON readers keep

/// Those that every recording can have, and those of further kinds of elements.
std::vector<Role> all_roles() {
    std::vector<Role> roles;
    for (std::uint8_t role = 0; role < role_count; ++role)
        roles.push_back(static_cast<Role>(role));
    for (const ElementKind& kind : element_kinds())
        if (static_cast<std::uint8_t>(kind.role) >= role_count) roles.push_back(kind.role);
    return roles;
}

/// One of `values` by its name_of().
template <class Values>
auto named(const JsonNode& node, const Values& values) {
    const std::string text = node.text();
    std::string names;
    for (const auto value : values) {
        if (name_of(value) == text) return value;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(value));
    }
    node.fail("one of " + names);
}

/// Calls read(node) for the member, if the object has it.
template <class Read>
void if_present(const JsonNode& object, const char* key, const Read& read) {
    if (const auto node = object.find(key)) read(*node);
}

JsonNode required(const JsonNode& object, const char* key) {
    auto node = object.find(key);
    if (!node) object.refuse(fmt::format("expected the key '{}', found none", key));
    return *node;
}

std::uint32_t small_number(const JsonNode& node) {
    return static_cast<std::uint32_t>(node.number(0, std::numeric_limits<std::uint32_t>::max(), true));
}

/// Addresses are text, since numbers of JSON are exact only up to 2^53.
std::uint64_t address_from(const JsonNode& node) {
    const std::string text = node.text_or_number();
    if (!text.starts_with("0x"))
        return node.refusing([&] { return parse_whole_number(text, "address", 0, ~std::uint64_t{0}); });
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
    if (error != std::errc{} || end != text.data() + text.size())
        node.fail("an address of 64 bits in hexadecimal digits");
    return value;
}

BaseVertices base_vertices_from(const JsonNode& list) {
    constexpr auto largest = static_cast<double>(largest_base_vertex);
    const auto nodes = list.items();
    if (nodes.size() > most_base_vertices)
        list.refuse(fmt::format("expected at most {} ranges, found {}", most_base_vertices, nodes.size()));
    BaseVertices ranges;
    for (const JsonNode& node : nodes) {
        node.allow_only({"first_face", "base_vertex"});
        BaseVertex& range = ranges.emplace_back();
        range.first_face =
            static_cast<std::uint64_t>(required(node, "first_face").number(0, most_bytes, true));
        if (const JsonNode vertex = required(node, "base_vertex"); !vertex.value().is_null())
            range.vertex = static_cast<std::int64_t>(vertex.number(-largest, largest, true));
    }
    return ranges;
}

BufferLayout buffer_from(const JsonNode& node) {
    node.allow_only({"name", "role", "space", "address", "bytes", "stride", "element_bytes", "layout",
                     "offset", "index_bytes", "base_vertices", "origin"});
    BufferLayout buffer;
    if_present(node, "name", [&](const JsonNode& n) { buffer.name = n.text(); });
    buffer.role = named(required(node, "role"), all_roles());
    if_present(node, "space", [&](const JsonNode& n) { buffer.space = named(n, all_spaces); });
    buffer.address = address_from(required(node, "address"));
    buffer.bytes = static_cast<std::uint64_t>(required(node, "bytes").number(0, most_bytes, true));
    if_present(node, "stride", [&](const JsonNode& n) { buffer.stride = small_number(n); });
    buffer.element_bytes = buffer.stride;
    if_present(node, "element_bytes", [&](const JsonNode& n) { buffer.element_bytes = small_number(n); });
    if_present(node, "layout", [&](const JsonNode& n) {
        const std::string text = n.text();
        if (text != "linear" && text != "planar") n.fail("linear or planar");
        buffer.layout = text == "planar" ? ElementLayout::planar : ElementLayout::linear;
    });
    if_present(node, "offset", [&](const JsonNode& n) { buffer.offset = small_number(n); });
    if_present(node, "index_bytes", [&](const JsonNode& n) { buffer.index_bytes = small_number(n); });
    if_present(node, "base_vertices",
               [&](const JsonNode& n) { buffer.base_vertices = base_vertices_from(n); });
    buffer.origin = Origin::given;
    if_present(node, "origin", [&](const JsonNode& n) { buffer.origin = named(n, all_origins); });
    return buffer;
}

LayoutJson json_of(const BufferLayout& buffer) {
    LayoutJson json{{"name", buffer.name},
                    {"role", name_of(buffer.role)},
                    {"space", name_of(buffer.space)},
                    {"address", fmt::format("{:#x}", buffer.address)},
                    {"bytes", buffer.bytes},
                    {"stride", buffer.stride},
                    {"element_bytes", buffer.element_bytes},
                    {"layout", buffer.layout == ElementLayout::planar ? "planar" : "linear"}};
    if (buffer.role == Role::vertices || buffer.offset != 0) json["offset"] = buffer.offset;
    if (buffer.role == Role::faces) json["index_bytes"] = buffer.index_bytes;
    for (const auto& [first_face, vertex] : buffer.base_vertices)
        json["base_vertices"].push_back(
            {{"first_face", first_face}, {"base_vertex", vertex ? LayoutJson(*vertex) : LayoutJson()}});
    json["origin"] = name_of(buffer.origin);
    return json;
}

void read_image(const JsonNode& node, RecordingLayout& layout) {
    node.allow_only({"width", "height", "origin"});
    layout.width = static_cast<std::uint32_t>(required(node, "width").number(1, 65536, true));
    layout.height = static_cast<std::uint32_t>(required(node, "height").number(1, 65536, true));
    layout.image_origin = Origin::given;
    if_present(node, "origin", [&](const JsonNode& n) { layout.image_origin = named(n, all_origins); });
}

void read_mesh(const JsonNode& node, RecordingLayout& layout) {
    node.allow_only({"file", "faces", "up"});
    layout.mesh.file = required(node, "file").text();
    if_present(node, "faces", [&](const JsonNode& n) { layout.mesh.faces = n.text(); });
    if_present(node, "up", [&](const JsonNode& n) {
        layout.mesh.up = n.refusing([&] { return parse_up(n.text(), "up"); });
    });
}

} // namespace

std::string layout_to_json(const RecordingLayout& layout) {
    LayoutJson json{
        {"format", layout_format}, {"version", layout_version}, {"allocations", LayoutJson::array()}};
    for (const BufferLayout& buffer : layout.buffers)
        json["allocations"].push_back(json_of(buffer));
    if (layout.width != 0)
        json["image"] = {
            {"width", layout.width}, {"height", layout.height}, {"origin", name_of(layout.image_origin)}};
    json["pixels"] = name_of(layout.pixels);
    if (layout.camera) json["camera"] = LayoutJson::parse(camera_to_json(*layout.camera));
    if (!layout.mesh.file.empty()) {
        json["mesh"] = {{"file", layout.mesh.file}};
        if (!layout.mesh.faces.empty()) json["mesh"]["faces"] = layout.mesh.faces;
        if (layout.mesh.up) json["mesh"]["up"] = name_of(layout.mesh.up);
    }
    return json.dump(2, ' ', false, LayoutJson::error_handler_t::replace) + "\n";
}

RecordingLayout layout_from_json(std::string_view json, std::string_view file) {
    const auto parsed = parse_json_text<LayoutJson>(json, file);
    const JsonNode root(parsed, "", file);
    if (!parsed.is_object()) root.fail("an object");
    root.allow_only({"format", "version", "allocations", "image", "pixels", "camera", "mesh"});
    if (const JsonNode format = required(root, "format"); format.text() != layout_format)
        format.fail(fmt::format("\"{}\"", layout_format));
    (void)required(root, "version").number(layout_version, layout_version, true);
    RecordingLayout layout;
    const auto buffers = required(root, "allocations").items();
    if (buffers.size() > RecordingLimits::allocations)
        root.refuse(fmt::format("expected at most {} allocations, found {}", RecordingLimits::allocations,
                                buffers.size()));
    for (const JsonNode& node : buffers)
        layout.buffers.push_back(buffer_from(node));
    if_present(root, "image", [&](const JsonNode& node) { read_image(node, layout); });
    if_present(root, "pixels", [&](const JsonNode& n) { layout.pixels = named(n, all_pixel_orders); });
    if_present(root, "camera", [&](const JsonNode& node) {
        layout.camera = node.refusing([&] { return camera_from_json(node.value().dump(), file); });
    });
    if_present(root, "mesh", [&](const JsonNode& node) { read_mesh(node, layout); });
    try {
        check_layout(layout);
    } catch (const FileError&) {
        throw;
    } catch (const Error& error) {
        throw FileError(file, "", error.what());
    }
    return layout;
}

std::filesystem::path layout_path(const std::filesystem::path& recording) {
    return recording.string() + ".layout.json";
}

RecordingLayout as_stored_in(const std::filesystem::path& folder, RecordingLayout layout) {
    const std::filesystem::path there = absolute_path(folder);
    const auto from_there = [&](std::string& name) {
        if (name.empty() || is_builtin(name)) return;
        name = absolute_path(name).lexically_normal().lexically_proximate(there.lexically_normal()).string();
    };
    from_there(layout.mesh.file);
    from_there(layout.mesh.faces);
    return layout;
}

void require_files_inside(const std::filesystem::path& folder, const RecordingLayout& layout) {
    std::error_code unknown; // such a path is outside
    const auto here = std::filesystem::weakly_canonical(folder.empty() ? "." : folder, unknown);
    for (const std::string& name : {layout.mesh.file, layout.mesh.faces}) {
        if (name.empty() || is_builtin(name)) continue;
        const auto from_here = std::filesystem::weakly_canonical(name, unknown).lexically_relative(here);
        if (from_here.empty() || *from_here.begin() == "..")
            throw Error(fmt::format("expected names of files in the folder of the recording, found '{}': "
                                    "--layout or File > Layout takes a layout that names others",
                                    name));
    }
}

void write_layout(const std::filesystem::path& path, const RecordingLayout& layout) {
    check_layout(layout);
    write_file(path, layout_to_json(as_stored_in(path.parent_path(), layout)));
}

RecordingLayout read_layout(const std::filesystem::path& path) {
    constexpr std::uint64_t limit = 16U << 20;
    RecordingLayout layout = layout_from_json(read_text(path, limit), path.string());
    const auto from_here = [&](std::string& name) {
        if (!name.empty() && !is_builtin(name)) name = (path.parent_path() / name).string();
    };
    from_here(layout.mesh.file);
    from_here(layout.mesh.faces);
    return layout;
}

} // namespace hitmap
