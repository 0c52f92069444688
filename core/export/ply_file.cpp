#include "core/export/buffered_bytes.h"
#include "core/export/element_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace hitmap {

namespace {

/// The format defines its header as ASCII. Thin spaces of numbers become spaces, other characters '?'.
std::string ascii(std::string_view text) {
    constexpr std::string_view thin_space = "\xE2\x80\x89";
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool continues = (byte & 0xC0U) == 0x80;
        if (byte < 0x80)
            result += text[i];
        else if (!continues)
            result += text.substr(i).starts_with(thin_space) ? ' ' : '?';
    }
    return result;
}

/// A text as lines of comments. Some readers refuse headers with lines of more than 500 bytes.
std::string comments(const std::string& text) {
    constexpr std::size_t most_bytes = 100;
    std::string lines;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = std::min(begin + most_bytes, text.size());
        if (const std::size_t space = text.rfind(' ', end);
            end < text.size() && space != std::string::npos && space > begin)
            end = space;
        lines += "comment " + text.substr(begin, end - begin) + "\n";
        begin = end == text.size() || text[end] != ' ' ? end : end + 1;
    }
    return lines;
}

std::string ply_header(const AttributedElements& elements, const ElementCells& cells) {
    std::string text = "ply\nformat binary_little_endian 1.0\n" + comments(ascii(elements.description));
    const std::string_view type = elements.offset == glm::dvec3(0.0) ? "float" : "double";
    text += fmt::format("element vertex {0}\nproperty {1} x\nproperty {1} y\nproperty {1} z\n",
                        cells.points.size(), type);
    if (cells.corners == 3)
        text += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", cells.cell_count());
    else
        text +=
            fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", cells.cell_count());
    if (!elements.colours.empty()) text += "property uchar red\nproperty uchar green\nproperty uchar blue\n";
    if (!elements.attributes.empty()) text += "property float quality\n";
    for (const ElementAttribute& attribute : elements.attributes)
        text += fmt::format("property float {}\n", attribute.name);
    return text + "property int element\nproperty int source\nend_header\n";
}

} // namespace

void write_ply(const AttributedElements& elements, ByteSink& out, const JobContext& job) {
    const ElementCells cells(elements);
    BufferedBytes bytes(out, job);
    bytes.text(ply_header(elements, cells));
    bytes.points(cells.points, elements.offset);
    for (std::uint64_t cell = 0; cell < cells.cell_count(); ++cell) {
        const std::uint64_t i = cell / cells.cells_per_element;
        const std::uint32_t element = cells.elements[i];
        if (cells.corners == 3) bytes.number(std::uint8_t{3});
        for (unsigned corner = 0; corner < cells.corners; ++corner)
            bytes.number(cells.indices[cell * cells.corners + corner]);
        if (!elements.colours.empty())
            for (const std::uint8_t channel : elements.colours[element])
                bytes.number(channel);
        if (!elements.attributes.empty()) bytes.number(elements.attributes.front().values[element]);
        for (const ElementAttribute& attribute : elements.attributes)
            bytes.number(attribute.values[element]);
        bytes.number(element);
        bytes.number(cells.sources[i]);
    }
    bytes.flush();
}

} // namespace hitmap
