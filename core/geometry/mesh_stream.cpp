#include "core/geometry/mesh_stream.h"

#include "core/base/error.h"
#include "core/geometry/finite.h"
#include "core/geometry/mesh/grow.h"

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace hitmap {

namespace {

enum Kind : std::uint32_t {
    kind_start = 1,
    kind_progress,
    kind_input,
    kind_error,
    kind_report,
    kind_positions,
    kind_faces,
    kind_normals,
    kind_normal_faces
};

constexpr std::uint64_t stream_version = 3;
// Limits of an answer, since it is not trusted.
constexpr std::uint64_t most_text = std::uint64_t{1} << 16U;
constexpr std::uint64_t most_list = 1000;
constexpr std::uint64_t most_report = std::uint64_t{1} << 22U;
constexpr std::size_t values_per_check = std::size_t{1} << 16U;
// Numbers of faces have 31 bits, because -1 means "none" in some arrays (Bvh::slot_faces). Numbers of corners
// have 32 bits.
constexpr std::uint64_t most_faces = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t most_vertices = no_normal - 1;

struct RecordHead {
    std::uint32_t kind = 0;
    std::uint32_t unused = 0;
    std::uint64_t bytes = 0;
};
static_assert(sizeof(RecordHead) == 16);
static_assert(sizeof(glm::vec3) == 12 && sizeof(glm::uvec3) == 12);
static_assert(std::is_trivially_copyable_v<glm::vec3>);

/// Encodes numbers and texts of a small record.
class Packer {
public:
    Packer& number(std::uint64_t value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    Packer& text(std::string_view text) {
        text = text.substr(0, most_text);
        number(text.size());
        bytes_ += text;
        return *this;
    }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

[[noreturn]] void refuse(const std::string& file, std::string_view what) {
    throw FileError(file, "", fmt::format("expected an answer of the mesh reader, found {}", what));
}

class Unpacker {
public:
    Unpacker(std::string bytes, const std::string& file) : bytes_(std::move(bytes)), file_(file) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        if (bytes_.size() - at_ < sizeof value) refuse(file_, "a record that is too short");
        std::memcpy(&value, bytes_.data() + at_, sizeof value);
        at_ += sizeof value;
        return value;
    }
    std::uint64_t list_size() {
        const std::uint64_t size = number();
        if (size > most_list) refuse(file_, fmt::format("a list of {} items", size));
        return size;
    }
    std::string text() {
        const std::uint64_t size = number();
        if (size > most_text || size > bytes_.size() - at_)
            refuse(file_, fmt::format("a text of {} bytes", size));
        std::string text = bytes_.substr(at_, size);
        at_ += size;
        return text;
    }

private:
    std::string bytes_;
    std::size_t at_ = 0;
    const std::string& file_;
};

void pack_report(const ImportReport& report, Packer& out) {
    out.number(std::min<std::uint64_t>(report.declared.size(), most_list));
    for (std::size_t i = 0; i < report.declared.size() && i < most_list; ++i)
        out.text(report.declared[i].one).text(report.declared[i].several).number(report.declared[i].count);
    for (const std::uint64_t count : {report.vertices, report.triangles, report.joined_vertices,
                                      report.unused_vertices, report.dropped_lines, report.dropped_points,
                                      report.degenerate_triangles, std::uint64_t{report.meshes}})
        out.number(count);
    for (const auto* sentences : {&report.warnings, &report.notes}) {
        out.number(std::min<std::uint64_t>(sentences->size(), most_list));
        for (std::size_t i = 0; i < sentences->size() && i < most_list; ++i)
            out.text((*sentences)[i]);
    }
}

ImportReport unpack_report(Unpacker& in) {
    ImportReport report;
    for (std::uint64_t left = in.list_size(); left != 0; --left) {
        ImportCount& declared = report.declared.emplace_back();
        declared.one = in.text();
        declared.several = in.text();
        declared.count = in.number();
    }
    for (std::uint64_t* count :
         {&report.vertices, &report.triangles, &report.joined_vertices, &report.unused_vertices,
          &report.dropped_lines, &report.dropped_points, &report.degenerate_triangles})
        *count = in.number();
    report.meshes = static_cast<std::uint32_t>(in.number());
    for (auto* sentences : {&report.warnings, &report.notes})
        for (std::uint64_t left = in.list_size(); left != 0; --left)
            sentences->push_back(in.text());
    return report;
}

class StreamReader {
public:
    StreamReader(const MeshStreamInput& input, const std::string& file, const JobContext& job)
        : input_(input), file_(file), job_(job) {}

    ReadMesh read() {
        if (small(next(), kind_start, "its start").number() != stream_version)
            refuse(file_, "one of another version of this program");
        RecordHead head = next();
        for (; head.kind == kind_progress || head.kind == kind_input; head = next())
            note(head);
        if (head.kind == kind_error) {
            Unpacker in = small(head, kind_error, "an error");
            const std::string place = in.text();
            throw FileError(file_, place, in.text());
        }
        ReadMesh result;
        Unpacker in = small(head, kind_report, "a report");
        result.report = unpack_report(in);
        for (int axis = 0; axis < 3; ++axis)
            result.offset[axis] = std::bit_cast<double>(in.number());
        Mesh& mesh = result.mesh;
        array(kind_positions, "positions", most_vertices, mesh.positions);
        array(kind_faces, "faces", most_faces, mesh.faces);
        array(kind_normals, "normals", most_vertices, mesh.normals);
        array(kind_normal_faces, "faces of normals", most_faces, mesh.normal_faces);
        check(mesh, result.offset);
        return result;
    }

private:
    RecordHead next() {
        RecordHead head;
        input_.read(&head, sizeof head);
        return head;
    }

    Unpacker small(const RecordHead& head, std::uint32_t kind, std::string_view what) {
        if (head.kind != kind)
            refuse(file_, fmt::format("a record of kind {} in place of {}", head.kind, what));
        if (head.bytes > most_report) refuse(file_, fmt::format("{} bytes for {}", head.bytes, what));
        std::string bytes(head.bytes, '\0');
        input_.read(bytes.data(), bytes.size());
        return {std::move(bytes), file_};
    }

    void note(const RecordHead& head) {
        if (head.kind == kind_input) {
            input_.on_input(small(head, kind_input, "a size").number());
            return;
        }
        Unpacker in = small(head, kind_progress, "progress");
        const std::uint64_t stage = in.number();
        const std::uint64_t total = in.number();
        const std::uint64_t done = in.number();
        if (stage != stage_) {
            stage_ = stage;
            const std::string name = in.text();
            job_.begin(name, total, in.text());
        }
        if (job_.progress != nullptr) job_.progress->set(done);
    }

    template <class T>
    void array(std::uint32_t kind, std::string_view what, std::uint64_t most, std::vector<T>& values) {
        const RecordHead head = next();
        if (head.kind != kind)
            refuse(file_, fmt::format("a record of kind {} in place of {}", head.kind, what));
        if (head.bytes % sizeof(T) != 0 || head.bytes / sizeof(T) > most || head.bytes > input_.most_bytes())
            refuse(file_, fmt::format("{} bytes of {}", head.bytes, what));
        // Memory is allocated as the bytes arrive, not by the size that the record claims.
        constexpr std::size_t step = (std::size_t{1} << 24U) / sizeof(T);
        const std::size_t size = head.bytes / sizeof(T);
        values.reserve(size);
        while (values.size() < size) {
            const std::size_t first = values.size();
            const std::size_t more = std::min(step, size - first);
            values.resize(first + more);
            input_.read(values.data() + first, more * sizeof(T));
        }
    }

    template <class T, class Check>
    void check_all(const std::vector<T>& values, std::string_view what, const Check& is_right) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i % values_per_check == 0) job_.check();
            if (!is_right(values[i])) refuse(file_, fmt::format("impossible {} (number {})", what, i));
        }
    }

    void check(const Mesh& mesh, const glm::dvec3& offset) {
        const auto vertices = static_cast<std::uint32_t>(mesh.positions.size());
        const auto normals = static_cast<std::uint32_t>(mesh.normals.size());
        if (mesh.faces.empty()) refuse(file_, "a mesh without faces");
        if (!glm::all(glm::lessThan(glm::abs(offset), glm::dvec3(std::numeric_limits<float>::max()))))
            refuse(file_, "an impossible offset");
        if (!mesh.normal_faces.empty() && mesh.normal_faces.size() != mesh.faces.size())
            refuse(file_,
                   fmt::format("normals for {} of {} faces", mesh.normal_faces.size(), mesh.faces.size()));
        check_all(mesh.positions, "positions", [](const glm::vec3& p) { return finite(p); });
        check_all(mesh.faces, "faces",
                  [&](const glm::uvec3& f) { return f.x < vertices && f.y < vertices && f.z < vertices; });
        check_all(mesh.normals, "normals",
                  [](const glm::vec3& n) { return std::abs(glm::dot(n, n) - 1.0F) < 1e-3F; });
        check_all(mesh.normal_faces, "faces of normals", [&](const glm::uvec3& f) {
            return (f.x < normals || f.x == no_normal) && (f.y < normals || f.y == no_normal) &&
                   (f.z < normals || f.z == no_normal);
        });
    }

    const MeshStreamInput& input_;
    const std::string& file_;
    const JobContext& job_;
    std::uint64_t stage_ = 0;
};

} // namespace

MeshStreamWriter::MeshStreamWriter(Write write) : write_(std::move(write)) {
    const std::string bytes = Packer().number(stream_version).bytes();
    record(kind_start, bytes.data(), bytes.size());
}

void MeshStreamWriter::record(std::uint32_t kind, const void* data, std::size_t size) {
    const std::lock_guard lock(mutex_);
    const RecordHead head{kind, 0, size};
    write_(&head, sizeof head);
    write_(data, size);
}

void MeshStreamWriter::progress(const Progress::Snapshot& snapshot) {
    Packer packer;
    packer.number(snapshot.stage_number).number(snapshot.total).number(snapshot.done);
    packer.text(snapshot.stage).text(snapshot.unit);
    record(kind_progress, packer.bytes().data(), packer.bytes().size());
}

void MeshStreamWriter::input(std::uint64_t bytes) {
    const std::string packed = Packer().number(bytes).bytes();
    record(kind_input, packed.data(), packed.size());
}

void MeshStreamWriter::error(std::string_view place, std::string_view message) {
    const std::string packed = Packer().text(place).text(message).bytes();
    record(kind_error, packed.data(), packed.size());
}

template <class T>
void MeshStreamWriter::array(std::uint32_t kind, const std::vector<T>& values) {
    record(kind, values.data(), values.size() * sizeof(T));
}

void MeshStreamWriter::mesh(const ReadMesh& read) {
    Packer packer;
    pack_report(read.report, packer);
    for (int axis = 0; axis < 3; ++axis)
        packer.number(std::bit_cast<std::uint64_t>(read.offset[axis]));
    record(kind_report, packer.bytes().data(), packer.bytes().size());
    array(kind_positions, read.mesh.positions);
    array(kind_faces, read.mesh.faces);
    array(kind_normals, read.mesh.normals);
    array(kind_normal_faces, read.mesh.normal_faces);
}

ReadMesh read_mesh_stream(const MeshStreamInput& input, const std::string& file, const JobContext& job) {
    return StreamReader(input, file, job).read();
}

} // namespace hitmap
