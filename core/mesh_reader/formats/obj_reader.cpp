#include "core/mesh_reader/formats/obj_reader.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/mesh_reader/formats/number_text.h"
#include "core/mesh_reader/polygons/polygon_cutter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace hitmap {

namespace {

constexpr std::size_t lines_per_step = std::size_t{1} << 14U;
constexpr std::size_t most_corners = std::numeric_limits<std::uint32_t>::max() - 2;

/// Whether a statement has no effect on triangles.
bool is_passed_over(std::string_view word) {
    static constexpr std::string_view words[] = {
        "vt",       "vp",     "o",     "g",          "s",         "mg",    "usemtl", "usemap",
        "maplib",   "lod",    "bevel", "shadow_obj", "trace_obj", "ctech", "stech",  "c_interp",
        "d_interp", "cstype", "deg",   "bmat",       "step",      "parm",  "trim",   "hole",
        "scrv",     "sp",     "end",   "con",        "call",      "csh",   "curv2",  "mtllib"};
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// References by number to positions or normals. A statement may refer to things that are defined later.
class Numbered {
public:
    explicit Numbered(std::string_view what) : what_(what) {}

    /// Converts `number` to an index from 0. It counts from 1, or, if negative, backwards from the last
    /// thing defined so far.
    std::uint32_t index(std::int64_t number, std::size_t have, std::size_t line, const std::string& file) {
        const auto count = static_cast<std::int64_t>(have);
        if (number == 0 || number < -count || number > static_cast<std::int64_t>(most_corners))
            throw FileError(file, fmt::format("line {}", line),
                            fmt::format("expected the number of a {}, found {} ({} are there so far)", what_,
                                        number, have));
        if (number > largest_) {
            largest_ = number;
            line_ = line;
        }
        return static_cast<std::uint32_t>(number < 0 ? count + number : number - 1);
    }
    /// Throws if a reference is to a thing that was never defined.
    void check(std::size_t have, const std::string& file) const {
        if (largest_ > static_cast<std::int64_t>(have))
            throw FileError(file, fmt::format("line {}", line_),
                            fmt::format("expected the number of a {}, found {} ({} are in the file)", what_,
                                        largest_, have));
    }

private:
    std::string_view what_;
    std::int64_t largest_ = 0;
    std::size_t line_ = 0;
};

class ObjReader {
public:
    ObjReader(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job)
        : in_(bytes), file_(file), sink_(sink), job_(job) {}

    void read() {
        std::size_t left = in_.bytes_left();
        for (std::size_t lines = 1; next_line(); ++lines) {
            if (lines % lines_per_step == 0) {
                job_.check();
                job_.add(left - in_.bytes_left());
                left = in_.bytes_left();
            }
            read_statement(in_.word());
        }
        positions_.check(mesh_.positions.size(), file_);
        normals_.check(mesh_.normals.size(), file_);
        cut_polygons();
        complete_report();
        sink_.add(mesh_, {});
    }

private:
    /// Reads a logical line: joins lines that end with a backslash, and removes comments.
    bool next_line() {
        if (!in_.next()) return false;
        std::string_view line = without_comment(in_.rest_of_line());
        if (line.ends_with('\\')) {
            joined_.clear();
            while (line.ends_with('\\')) {
                joined_ += line.substr(0, line.size() - 1);
                joined_ += ' ';
                if (!in_.next()) break;
                line = without_comment(in_.rest_of_line());
            }
            if (!line.ends_with('\\')) joined_ += line;
            line = joined_;
        }
        in_.replace_line(line);
        return true;
    }

    static std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

    /// Faces have numbers of the statements before them, so that a vertex that is not recognised as one would
    /// shift all others. Throws for a statement that is likely to be one: the first of the file, or one with
    /// bytes that are not printable.
    void check_unknown(std::string_view word) const {
        const bool is_plain =
            std::all_of(word.begin(), word.end(), [](char c) { return c > ' ' && c < 0x7f; });
        if (!is_first_ && is_plain) return;
        throw FileError(file_, in_.place(),
                        fmt::format("expected a statement of OBJ{}, found {}",
                                    is_first_ ? " at its begin" : "", in_quotes(word)));
    }

    void read_statement(std::string_view word) {
        if (word.empty()) return;
        if (word == "v") {
            mesh_.positions.push_back(read_vector<glm::dvec3>(exact_number));
        } else if (word == "f" || word == "fo") {
            read_face();
        } else if (word == "vn") {
            mesh_.normals.push_back(read_vector<glm::vec3>(real_number));
        } else if (word == "l") {
            const std::size_t corners = count_corners();
            ++lines_;
            sink_.report().dropped_lines += corners > 1 ? corners - 1 : 0;
        } else if (word == "p") {
            const std::size_t corners = count_corners();
            points_ += corners;
            sink_.report().dropped_points += corners;
        } else if (word == "curv" || word == "surf" || word == "bzp" || word == "bsp" || word == "cdc" ||
                   word == "cdp" || word == "res") {
            ++surfaces_;
        } else if (!is_passed_over(word)) {
            check_unknown(word);
            if (unknown_ == 0) first_unknown_ = fmt::format("{}: {}", in_.place(), in_quotes(word));
            ++unknown_;
        }
        if (word == "mtllib") ++libraries_;
        is_first_ = false;
    }

    template <class Vector, class Number>
    Vector read_vector(Number number) {
        if (mesh_.positions.size() >= most_corners)
            throw FileError(file_, in_.place(), "expected vertices that 32 bits can number, found more");
        Vector v(0);
        for (int axis = 0; axis < 3; ++axis) {
            const std::string_view word = in_.word();
            const auto value = number(word);
            if (!value)
                throw FileError(file_, in_.place(),
                                fmt::format("expected three numbers, found {}", in_quotes(word)));
            v[axis] = *value;
        }
        return v;
    }

    /// Reads "7", "7/2", "7/2/5" or "7//5": a position and an optional normal.
    void read_corner(std::string_view word) {
        const std::array<std::string_view, 3> parts = split(word);
        const auto position = whole_number(parts[0]);
        const auto normal = whole_number(parts[2]);
        const bool right_texture = parts[1].empty() || whole_number(parts[1]);
        if (!position || !right_texture || (!parts[2].empty() && !normal))
            throw FileError(
                file_, in_.place(),
                fmt::format("expected a corner (vertex, vertex/texture/normal), found {}", in_quotes(word)));
        corners_.push_back(positions_.index(*position, mesh_.positions.size(), in_.line_number(), file_));
        normal_corners_.push_back(
            normal ? normals_.index(*normal, mesh_.normals.size(), in_.line_number(), file_) : no_normal);
        has_normals_ = has_normals_ || normal;
    }

    static std::array<std::string_view, 3> split(std::string_view word) {
        std::array<std::string_view, 3> parts;
        for (std::string_view& part : parts) {
            const std::size_t end =
                &part == &parts.back() ? word.size() : std::min(word.find('/'), word.size());
            part = word.substr(0, end);
            word.remove_prefix(std::min(end + 1, word.size()));
        }
        return parts;
    }

    void read_face() {
        const std::size_t first = corners_.size();
        for (std::string_view word = in_.word(); !word.empty(); word = in_.word())
            read_corner(word);
        const std::size_t size = corners_.size() - first;
        if (size == 0) throw FileError(file_, in_.place(), "expected the corners of a face, found none");
        if (corners_.size() > most_corners)
            throw FileError(file_, in_.place(), "expected corners that 32 bits can number, found more");
        ++faces_;
        if (size >= 3) {
            sizes_.push_back(static_cast<std::uint32_t>(size));
            return;
        }
        // Faces with fewer than three corners are counted as points or lines.
        (size == 1 ? sink_.report().dropped_points : sink_.report().dropped_lines) += 1;
        corners_.resize(first);
        normal_corners_.resize(first);
    }

    std::size_t count_corners() {
        std::size_t count = 0;
        while (!in_.word().empty())
            ++count;
        return count;
    }

    void cut_polygons() {
        mesh_.triangles.reserve(corners_.size() / 3);
        PolygonCutter cutter(mesh_.positions);
        std::size_t first = 0;
        for (std::size_t face = 0; face < sizes_.size(); first += sizes_[face], ++face) {
            if (face % lines_per_step == 0) job_.check();
            const std::span<const std::uint32_t> corners(corners_.data() + first, sizes_[face]);
            for (const glm::uvec3& places : cutter.cut(corners)) {
                mesh_.triangles.emplace_back(corners[places.x], corners[places.y], corners[places.z]);
                const std::uint32_t* const normals = normal_corners_.data() + first;
                if (has_normals_)
                    mesh_.normal_triangles.emplace_back(normals[places.x], normals[places.y],
                                                        normals[places.z]);
            }
        }
    }

    void complete_report() {
        ImportReport& report = sink_.report();
        const auto declare = [&](std::uint64_t count, const char* one, const char* several) {
            if (count != 0) report.declared.push_back({one, several, count});
        };
        declare(mesh_.positions.size(), "vertex", "vertices");
        declare(mesh_.normals.size(), "normal", "normals");
        declare(faces_, "face", "faces");
        declare(lines_, "line", "lines");
        declare(points_, "point", "points");
        declare(surfaces_, "curve or surface", "curves and surfaces");
        declare(libraries_, "material library (not read)", "material libraries (not read)");
        if (surfaces_ != 0)
            report.warnings.push_back(counted_text(surfaces_, "free-form curve or surface is left out",
                                                   "free-form curves and surfaces are left out"));
        if (unknown_ != 0)
            report.warnings.push_back(
                fmt::format("{} (first at {})",
                            counted_text(unknown_, "statement that is not of OBJ is passed over",
                                         "statements that are not of OBJ are passed over"),
                            first_unknown_));
    }

    LineReader in_;
    const std::string& file_;
    MeshSink& sink_;
    const JobContext& job_;
    RawMesh mesh_;
    Numbered positions_{"vertex"};
    Numbered normals_{"normal"};
    std::string joined_;                        // the current line, if it was joined from several
    std::vector<std::uint32_t> corners_;        // of all faces, concatenated
    std::vector<std::uint32_t> normal_corners_; // as corners_
    std::vector<std::uint32_t> sizes_;          // numbers of corners, of faces with at least three
    bool has_normals_ = false;
    std::uint64_t faces_ = 0, lines_ = 0, points_ = 0, surfaces_ = 0, libraries_ = 0, unknown_ = 0;
    std::string first_unknown_;
    bool is_first_ = true; // no statement has been read
};

} // namespace

void read_obj(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job) {
    job.begin("reading the mesh", bytes.size(), "bytes");
    ObjReader(bytes, file, sink, job).read();
}

} // namespace hitmap
