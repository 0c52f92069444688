#include "core/mesh_reader/formats/ply_header.h"

#include "core/base/error.h"
#include "core/mesh_reader/formats/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

constexpr std::size_t most_head_bytes = std::size_t{1} << 20U;
constexpr std::size_t most_properties = 1000;

std::optional<PlyType> type_named(std::string_view name) {
    static constexpr std::pair<std::string_view, PlyType> names[] = {
        {"char", PlyType::int8},       {"int8", PlyType::int8},       {"uchar", PlyType::uint8},
        {"uint8", PlyType::uint8},     {"short", PlyType::int16},     {"int16", PlyType::int16},
        {"ushort", PlyType::uint16},   {"uint16", PlyType::uint16},   {"int", PlyType::int32},
        {"int32", PlyType::int32},     {"uint", PlyType::uint32},     {"uint32", PlyType::uint32},
        {"float", PlyType::float32},   {"float32", PlyType::float32}, {"double", PlyType::float64},
        {"float64", PlyType::float64},
    };
    for (const auto& [known, type] : names)
        if (known == name) return type;
    return std::nullopt;
}

class HeaderParser {
public:
    HeaderParser(std::string_view bytes, const std::string& file)
        : size_(std::min(bytes.size(), most_head_bytes)), in_(bytes.substr(0, size_)), file_(file) {}

    PlyHeader parse() {
        const std::string_view magic = in_.next() ? in_.word() : std::string_view();
        if (magic != "ply") fail("ply", magic);
        bool has_format = false;
        for (;;) {
            if (!in_.next())
                throw FileError(file_, in_.place(), "expected end_header, found the end of the file");
            const std::string_view word = in_.word();
            if (word == "end_header") break;
            if (word == "format") {
                parse_format();
                has_format = true;
            } else if (word == "element") {
                parse_element();
            } else if (word == "property") {
                parse_property();
            } else if (word != "comment" && word != "obj_info" && !word.empty()) {
                fail("format, element, property, comment or end_header", word);
            }
        }
        if (!has_format)
            throw FileError(file_, in_.place(), "expected a line with the format, found end_header");
        header_.bytes = size_ - in_.bytes_left();
        header_.lines = in_.line_number();
        return std::move(header_);
    }

private:
    [[noreturn]] void fail(std::string_view expected, std::string_view found) const {
        throw FileError(file_, in_.place(), fmt::format("expected {}, found {}", expected, in_quotes(found)));
    }

    void parse_format() {
        const std::string_view name = in_.word();
        if (name == "ascii") {
            header_.format = PlyFormat::ascii;
        } else if (name == "binary_little_endian") {
            header_.format = PlyFormat::little_endian;
        } else if (name == "binary_big_endian") {
            header_.format = PlyFormat::big_endian;
        } else {
            fail("ascii, binary_little_endian or binary_big_endian", name);
        }
        const std::string_view version = in_.word();
        if (version != "1.0") fail("version 1.0", version);
    }

    void parse_element() {
        PlyElement element;
        element.name = in_.word();
        const std::string_view count_text = in_.word();
        const auto count = whole_number(count_text);
        if (element.name.empty()) fail("the name of an element", element.name);
        if (!count || *count < 0) fail("a number of elements", count_text);
        element.count = static_cast<std::uint64_t>(*count);
        if (header_.elements.size() >= most_properties) fail("fewer elements", element.name);
        header_.elements.push_back(std::move(element));
    }

    PlyType type(std::string_view name) {
        const auto found = type_named(name);
        if (!found) fail("a type (char, uchar, short, ushort, int, uint, float, double)", name);
        return *found;
    }

    void parse_property() {
        if (header_.elements.empty()) fail("an element before its properties", "property");
        PlyProperty property;
        std::string_view word = in_.word();
        if (word == "list") {
            property.is_list = true;
            property.count_type = type(in_.word());
            word = in_.word();
        }
        property.type = type(word);
        property.name = in_.word();
        if (property.name.empty()) fail("the name of a property", property.name);
        auto& properties = header_.elements.back().properties;
        if (properties.size() >= most_properties) fail("fewer properties", property.name);
        properties.push_back(std::move(property));
    }

    std::size_t size_;
    LineReader in_;
    const std::string& file_;
    PlyHeader header_;
};

} // namespace

std::size_t size_of(PlyType type) {
    switch (type) {
    case PlyType::int8:
    case PlyType::uint8:
        return 1;
    case PlyType::int16:
    case PlyType::uint16:
        return 2;
    case PlyType::float64:
        return 8;
    default:
        return 4;
    }
}

std::size_t PlyElement::find(std::initializer_list<std::string_view> names) const {
    const auto found = std::find_if(properties.begin(), properties.end(), [&](const PlyProperty& property) {
        return std::find(names.begin(), names.end(), property.name) != names.end();
    });
    return static_cast<std::size_t>(found - properties.begin());
}

std::size_t PlyElement::least_bytes() const {
    std::size_t bytes = 0;
    for (const PlyProperty& property : properties)
        bytes += size_of(property.is_list ? property.count_type : property.type);
    return bytes;
}

bool PlyElement::has_lists() const {
    return std::any_of(properties.begin(), properties.end(), [](const PlyProperty& p) { return p.is_list; });
}

PlyHeader parse_ply_header(std::string_view bytes, const std::string& file) {
    return HeaderParser(bytes, file).parse();
}

} // namespace hitmap
