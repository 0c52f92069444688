#include "core/export/buffered_bytes.h"
#include "core/export/element_files.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace hitmap {

namespace {

/// The XML of a .vtp file. The data of all arrays follow it, each after its length in 8 bytes.
class VtpHeader {
public:
    std::string text;

    void array(std::string_view indent, std::string_view type, std::string_view name, std::uint64_t bytes,
               unsigned components = 1) {
        text += fmt::format("{}<DataArray type=\"{}\" Name=\"{}\"", indent, type, name);
        if (components != 1) text += fmt::format(" NumberOfComponents=\"{}\"", components);
        text += fmt::format(" format=\"appended\" offset=\"{}\"/>\n", offset_);
        offset_ += sizeof(std::uint64_t) + bytes;
    }

private:
    std::uint64_t offset_ = 0;
};

/// A comment of XML must not have two hyphens one after the other.
std::string comment(std::string text) {
    for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at + 1))
        text.insert(at + 1, " ");
    return text;
}

std::uint64_t point_bytes(const AttributedElements& elements, const ElementCells& cells) {
    const bool is_far = elements.offset != glm::dvec3(0.0);
    return cells.points.size() * (is_far ? sizeof(glm::dvec3) : sizeof(glm::vec3));
}

std::string vtp_header(const AttributedElements& elements, const ElementCells& cells) {
    const std::uint64_t count = cells.cell_count();
    const bool faces = cells.corners == 3;
    VtpHeader xml;
    xml.text =
        fmt::format("<?xml version=\"1.0\"?>\n<!-- {} -->\n"
                    "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
                    "header_type=\"UInt64\">\n  <PolyData>\n"
                    "    <Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" "
                    "NumberOfStrips=\"0\" NumberOfPolys=\"{}\">\n      <Points>\n",
                    comment(elements.description), cells.points.size(), faces ? 0 : count, faces ? count : 0);
    const bool is_far = elements.offset != glm::dvec3(0.0);
    xml.array("        ", is_far ? "Float64" : "Float32", "Points", point_bytes(elements, cells), 3);
    const std::string_view cell_name = faces ? "Polys" : "Lines";
    xml.text += fmt::format("      </Points>\n      <{}>\n", cell_name);
    xml.array("        ", "Int64", "connectivity", count * cells.corners * sizeof(std::int64_t));
    xml.array("        ", "Int64", "offsets", count * sizeof(std::int64_t));
    xml.text += fmt::format("      </{}>\n      <CellData", cell_name);
    if (!elements.attributes.empty())
        xml.text += fmt::format(" Scalars=\"{}\"", elements.attributes.front().name);
    xml.text += ">\n";
    for (const ElementAttribute& attribute : elements.attributes)
        xml.array("        ", "Float32", attribute.name, count * sizeof(float));
    xml.array("        ", "UInt32", "element", count * sizeof(std::uint32_t));
    xml.array("        ", "UInt32", "source", count * sizeof(std::uint32_t));
    xml.text += "      </CellData>\n    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n_";
    return xml.text;
}

/// Writes one value for each cell: value(i) is that of the i-th written element.
template <class Value>
void cell_values(const ElementCells& cells, BufferedBytes& bytes, const Value& value) {
    bytes.number(std::uint64_t{cells.cell_count() * sizeof(value(0))});
    for (std::size_t i = 0; i < cells.elements.size(); ++i)
        for (unsigned cell = 0; cell < cells.cells_per_element; ++cell)
            bytes.number(value(i));
}

} // namespace

void write_vtp(const AttributedElements& elements, ByteSink& out, const JobContext& job) {
    const ElementCells cells(elements);
    BufferedBytes bytes(out, job);
    bytes.text(vtp_header(elements, cells));
    bytes.number(point_bytes(elements, cells));
    bytes.points(cells.points, elements.offset);
    bytes.number(std::uint64_t{cells.indices.size() * sizeof(std::int64_t)});
    for (const std::uint32_t index : cells.indices)
        bytes.number(std::int64_t{index});
    bytes.number(std::uint64_t{cells.cell_count() * sizeof(std::int64_t)});
    for (std::uint64_t cell = 1; cell <= cells.cell_count(); ++cell)
        bytes.number(static_cast<std::int64_t>(cell * cells.corners));
    for (const ElementAttribute& attribute : elements.attributes)
        cell_values(cells, bytes, [&](std::size_t i) { return attribute.values[cells.elements[i]]; });
    cell_values(cells, bytes, [&](std::size_t i) { return cells.elements[i]; });
    cell_values(cells, bytes, [&](std::size_t i) { return cells.sources[i]; });
    bytes.text("\n  </AppendedData>\n</VTKFile>\n");
    bytes.flush();
}

} // namespace hitmap
