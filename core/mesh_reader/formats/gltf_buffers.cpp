#include "core/mesh_reader/formats/gltf_buffers.h"

#include "core/base/error.h"
#include "core/mesh_reader/formats/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace hitmap {

namespace {

constexpr double most_number = 9.0e15; // below 2^53: a double represents all whole numbers up to it

template <class T>
T value_at(const char* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

unsigned bytes_of_component(std::uint64_t type) {
    switch (type) {
    case 5120:
    case 5121:
        return 1;
    case 5122:
    case 5123:
        return 2;
    case 5125:
    case 5126:
        return 4;
    default:
        return 0;
    }
}

unsigned components_of(std::string_view type) {
    static constexpr std::pair<std::string_view, unsigned> types[] = {
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}};
    for (const auto& [name, components] : types)
        if (name == type) return components;
    return 0;
}

/// Returns -1 for a character outside the alphabet of base64.
int base64_digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

std::string decode_base64(std::string_view text, const JsonNode& place) {
    while (text.ends_with('='))
        text.remove_suffix(1);
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 3);
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : text) {
        const int digit = base64_digit(c);
        if (digit < 0) place.refuse("expected base64, found another character");
        bits = bits << 6U | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes.push_back(static_cast<char>(bits >> count & 0xffU));
    }
    return bytes;
}

std::string decode_percent(std::string_view text) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool coded =
            text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
        result.push_back(coded ? static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])) : text[i]);
        if (coded) i += 2;
    }
    return result;
}

/// Whether a URI has a scheme ("http:", "file:"): letters, digits and + - . up to a colon. A Windows drive
/// counts as one.
bool has_scheme(std::string_view uri) {
    const std::size_t colon = uri.find(':');
    return colon != std::string_view::npos &&
           uri.substr(0, colon).find_first_of("/?#%") == std::string_view::npos;
}

} // namespace

GltfParts gltf_parts(std::string_view bytes, const std::string& file) {
    if (!bytes.starts_with("glTF")) return {bytes, {}};
    constexpr std::size_t head = 12;
    constexpr std::size_t chunk_head = 8;
    if (bytes.size() < head + chunk_head)
        throw FileError(file, "byte 4",
                        fmt::format("expected at least {} bytes, found {}", head + chunk_head, bytes.size()));
    const auto version = value_at<std::uint32_t>(bytes.data() + 4);
    const auto length = value_at<std::uint32_t>(bytes.data() + 8);
    if (version != 2)
        throw FileError(file, "byte 4",
                        fmt::format("expected version 2 of the container, found {}", version));
    if (length > bytes.size())
        throw FileError(file, "byte 8", fmt::format("expected {} bytes, found {}", length, bytes.size()));
    GltfParts parts;
    for (std::size_t at = head; bytes.size() - at >= chunk_head;) {
        const auto size = value_at<std::uint32_t>(bytes.data() + at);
        const auto type = value_at<std::uint32_t>(bytes.data() + at + 4);
        at += chunk_head;
        if (size > bytes.size() - at)
            throw FileError(file, fmt::format("byte {}", at),
                            fmt::format("expected a chunk of {} bytes, found {}", size, bytes.size() - at));
        if (type == 0x4E4F534AU && parts.json.empty()) parts.json = bytes.substr(at, size);
        if (type == 0x004E4942U && parts.binary.empty()) parts.binary = bytes.substr(at, size);
        at += size;
    }
    if (parts.json.empty()) throw FileError(file, "byte 12", "expected a chunk of JSON, found none");
    return parts;
}

JsonNode gltf_item(const JsonNode& root, const std::string& key, std::uint64_t number) {
    const auto array = root.find(key);
    if (!array || !array->value().is_array() || number >= array->value().size())
        root.refuse(fmt::format("expected number {} of the array '{}', found no such item", number, key));
    return array->item(number);
}

std::uint64_t gltf_number(const JsonNode& node, const std::string& key, std::uint64_t otherwise) {
    const auto value = node.find(key);
    return value ? static_cast<std::uint64_t>(value->number(0.0, most_number, true)) : otherwise;
}

GltfAccessor GltfBuffers::accessor(std::uint64_t number) {
    const JsonNode node = gltf_item(root_, "accessors", number);
    if (node.find("sparse")) node.refuse("sparse accessors are not supported");
    const auto view_number = node.find("bufferView");
    if (!view_number)
        node.refuse("expected a bufferView, found none (compressed meshes need one beside, as a fallback)");
    GltfAccessor accessor;
    accessor.count_ = gltf_number(node, "count", 0);
    accessor.type_ =
        static_cast<unsigned>(std::min<std::uint64_t>(gltf_number(node, "componentType", 0), 9999));
    const auto type = node.find("type");
    accessor.components_ = type ? components_of(type->text()) : 0;
    const unsigned component_bytes = bytes_of_component(accessor.type_);
    if (component_bytes == 0)
        node.refuse("expected a componentType of 5120 to 5123, 5125 or 5126, found another");
    if (accessor.components_ == 0) node.refuse("expected a type such as SCALAR or VEC3, found another");
    const auto normalised = node.find("normalized");
    accessor.normalised_ = normalised && normalised->flag();
    std::uint64_t stride = 0;
    const std::string_view bytes =
        view(gltf_item(root_, "bufferViews",
                       static_cast<std::uint64_t>(view_number->number(0.0, most_number, true))),
             stride);
    const std::uint64_t element = std::uint64_t{component_bytes} * accessor.components_;
    accessor.stride_ = stride == 0 ? element : stride;
    const std::uint64_t offset = gltf_number(node, "byteOffset", 0);
    const std::uint64_t left = offset <= bytes.size() ? bytes.size() - offset : 0;
    const std::uint64_t fits = left < element ? 0 : (left - element) / accessor.stride_ + 1;
    if (accessor.stride_ < element || accessor.count_ > fits)
        node.refuse(fmt::format("expected {} elements of {} bytes in its bufferView, found {} bytes",
                                accessor.count_, element, left));
    accessor.begin_ = bytes.data() + offset;
    return accessor;
}

std::string_view GltfBuffers::view(const JsonNode& view, std::uint64_t& stride) {
    const std::string_view bytes = buffer(gltf_number(view, "buffer", ~std::uint64_t{0}));
    const std::uint64_t offset = gltf_number(view, "byteOffset", 0);
    const std::uint64_t length = gltf_number(view, "byteLength", 0);
    stride = gltf_number(view, "byteStride", 0);
    if (offset > bytes.size() || length > bytes.size() - offset)
        view.refuse(fmt::format("expected bytes {} to {} of its buffer, found {} bytes", offset,
                                offset + length, bytes.size()));
    return bytes.substr(offset, length);
}

std::string_view GltfBuffers::buffer(std::uint64_t number) {
    const auto found = loaded_.find(number);
    if (found != loaded_.end()) return found->second;
    const JsonNode node = gltf_item(root_, "buffers", number);
    const std::string_view bytes = load(node, number);
    const std::uint64_t length = gltf_number(node, "byteLength", 0);
    if (length > bytes.size()) node.refuse(fmt::format("expected {} bytes, found {}", length, bytes.size()));
    return loaded_.emplace(number, bytes.substr(0, length)).first->second;
}

std::string_view GltfBuffers::load(const JsonNode& buffer, std::uint64_t number) {
    const auto uri = buffer.find("uri");
    if (!uri) {
        if (number != 0 || binary_.empty())
            buffer.refuse("expected a uri or the bytes of a binary container, found neither");
        return binary_;
    }
    const std::string name = uri->text();
    if (name.starts_with("data:")) {
        const std::size_t comma = name.find(',');
        if (comma == std::string::npos || !std::string_view(name).substr(0, comma).ends_with(";base64"))
            uri->refuse("expected data in base64, found another form");
        decoded_.push_back(
            std::make_unique<std::string>(decode_base64(std::string_view(name).substr(comma + 1), *uri)));
        return *decoded_.back();
    }
    if (has_scheme(name))
        uri->refuse(fmt::format("expected data or a file's name, found {}", in_quotes(name)));
    const std::string path = decode_percent(name);
    const int descriptor = uri->refusing([&] { return folder_.open(path); });
    if (descriptor < 0) uri->refuse(fmt::format("expected the file {}, found nothing", in_quotes(path)));
    mapped_.push_back(std::make_unique<MappedFile>(descriptor));
    return mapped_.back()->bytes();
}

float GltfAccessor::real(std::uint64_t i, unsigned c) const {
    const char* const at = begin_ + i * stride_ + std::uint64_t{c} * bytes_of_component(type_);
    const auto scaled = [&](float value, float largest) {
        return normalised_ ? std::max(value / largest, -1.0F) : value;
    };
    switch (type_) {
    case 5120:
        return scaled(value_at<std::int8_t>(at), 127.0F);
    case 5121:
        return scaled(value_at<std::uint8_t>(at), 255.0F);
    case 5122:
        return scaled(value_at<std::int16_t>(at), 32767.0F);
    case 5123:
        return scaled(value_at<std::uint16_t>(at), 65535.0F);
    case 5125:
        return static_cast<float>(value_at<std::uint32_t>(at));
    default:
        return value_at<float>(at);
    }
}

std::uint32_t GltfAccessor::whole(std::uint64_t i) const {
    const char* const at = begin_ + i * stride_;
    switch (bytes_of_component(type_)) {
    case 1:
        return value_at<std::uint8_t>(at);
    case 2:
        return value_at<std::uint16_t>(at);
    default:
        return value_at<std::uint32_t>(at);
    }
}

} // namespace hitmap
