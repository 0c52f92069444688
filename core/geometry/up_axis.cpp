#include "core/geometry/up_axis.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace hitmap {

namespace {

constexpr std::array<std::string_view, 7> axis_names{"auto", "x", "y", "z", "-x", "-y", "-z"};

template <class Turn>
void turn_vectors(Mesh& mesh, Turn turn, const JobContext& job) {
    for (std::vector<glm::vec3>* vectors : {&mesh.positions, &mesh.normals})
        for (std::size_t i = 0; i < vectors->size(); ++i) {
            if (i % 65536 == 0) job.check();
            (*vectors)[i] = turn((*vectors)[i]);
        }
}

/// Replaces -0 by 0, because an imported mesh has no -0.
template <class Vector>
Vector plain(const Vector& v) {
    return v + Vector(0);
}

template <class Vector>
Vector up_turned(const Vector& v, UpAxis up) {
    switch (up) {
    case UpAxis::x:
        return plain(Vector(-v.y, v.x, v.z));
    case UpAxis::y:
        return v;
    case UpAxis::z:
        return plain(Vector(v.x, v.z, -v.y));
    case UpAxis::minus_x:
        return plain(Vector(v.y, -v.x, v.z));
    case UpAxis::minus_y:
        return plain(Vector(v.x, -v.y, -v.z));
    case UpAxis::minus_z:
        break;
    }
    return plain(Vector(v.x, -v.z, v.y));
}

/// The axis whose turn undoes that of `up`.
UpAxis inverse_of(UpAxis up) {
    switch (up) {
    case UpAxis::x:
        return UpAxis::minus_x;
    case UpAxis::z:
        return UpAxis::minus_z;
    case UpAxis::minus_x:
        return UpAxis::x;
    case UpAxis::minus_z:
        return UpAxis::z;
    case UpAxis::y:
    case UpAxis::minus_y:
        break;
    }
    return up; // no turn or half a turn, which are their own inverse
}

} // namespace

std::string_view name_of(UpAxis axis) {
    return axis_names.at(static_cast<std::size_t>(axis) + 1);
}

std::string_view name_of(const UpChoice& choice) {
    return choice ? name_of(*choice) : axis_names.front();
}

std::span<const std::string_view> up_names() {
    return axis_names;
}

UpChoice parse_up(std::string_view text, std::string_view option) {
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto found = std::find(axis_names.begin(), axis_names.end(), text);
    if (found == axis_names.end())
        throw UsageError(
            fmt::format("{}: expected {}, found '{}'", option, fmt::join(axis_names, "|"), text));
    if (found == axis_names.begin()) return std::nullopt;
    return static_cast<UpAxis>(found - axis_names.begin() - 1);
}

glm::vec3 turned_up(const glm::vec3& v, UpAxis up) {
    return up_turned(v, up);
}

glm::dvec3 turned_up(const glm::dvec3& v, UpAxis up) {
    return up_turned(v, up);
}

glm::vec3 turned_back(const glm::vec3& v, UpAxis up) {
    return up_turned(v, inverse_of(up));
}

glm::dvec3 turned_back(const glm::dvec3& v, UpAxis up) {
    return up_turned(v, inverse_of(up));
}

void turn_up(Mesh& mesh, UpAxis up, const JobContext& job) {
    if (up == UpAxis::y) return;
    turn_vectors(
        mesh, [up](const glm::vec3& v) { return turned_up(v, up); }, job);
}

void turn_back(Mesh& mesh, UpAxis up, const JobContext& job) {
    if (up == UpAxis::y) return;
    turn_vectors(
        mesh, [up](const glm::vec3& v) { return turned_back(v, up); }, job);
}

} // namespace hitmap
