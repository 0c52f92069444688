#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// The axis of a mesh file that points upwards.
enum class UpAxis : std::uint8_t { x, y, z, minus_x, minus_y, minus_z };

/// The user's choice: an axis, or nothing for automatic detection (guess_up_axis).
using UpChoice = std::optional<UpAxis>;

[[nodiscard]] std::string_view name_of(UpAxis axis); ///< "x", ..., "-z"
/// "auto" or the axis.
[[nodiscard]] std::string_view name_of(const UpChoice& choice);
/// All names that parse_up() accepts, "auto" first.
[[nodiscard]] std::span<const std::string_view> up_names();
/// Throws UsageError that names `option` if the text is none of up_names().
[[nodiscard]] UpChoice parse_up(std::string_view text, std::string_view option);

/// Returns the vector after the rotation by 0, 90 or 180 degrees that brings `up` to +y. It only swaps and
/// negates coordinates and is therefore exact. x is kept if possible.
[[nodiscard]] glm::vec3 turned_up(const glm::vec3& v, UpAxis up);
/// The inverse of turned_up().
[[nodiscard]] glm::vec3 turned_back(const glm::vec3& v, UpAxis up);
[[nodiscard]] glm::dvec3 turned_up(const glm::dvec3& v, UpAxis up);
[[nodiscard]] glm::dvec3 turned_back(const glm::dvec3& v, UpAxis up);

/// How an up axis was determined, from the most to the least reliable way.
enum class UpBasis : std::uint8_t {
    given,      ///< given by the user
    standard,   ///< the format defines it, or the file declares it
    shape,      ///< detected from the shape of the mesh
    convention, ///< usual for files of that kind, because the shape is ambiguous
};

struct UpAxisGuess {
    UpAxis axis = UpAxis::y;
    UpBasis basis = UpBasis::convention;
    std::string reason; ///< part of a sentence: "glTF is y-up by its standard"
};

/// How far the two ends of the mesh along an axis differ, by its shape alone: 0 if they are alike,
/// positive if the axis points away from a base, about -3 to 3. The result is the sum of three terms.
/// First, how much larger the outline of the lowest fiftieth of the mesh is than that of its highest
/// fiftieth, as a share of the outline of the whole mesh (a standing object has a base). Second, how far the
/// surface opens upwards: the sum of its faces' area vectors, as a share of that outline (terrain, a scan
/// without its underside). Third, how low the centre of its area is, as a share of its height. Throws
/// Cancelled.
[[nodiscard]] double end_difference(const Mesh& mesh, UpAxis up, const JobContext& job = {});

/// Determines the up axis of a mesh that was read from `file`, of which only the name is used. If the
/// format defines the axis, that axis is taken. Otherwise it is y or z: the one with the larger
/// end_difference(), because objects have a top and a bottom but mostly similar sides. If the shape is
/// ambiguous, it is the usual axis of the format (y for OBJ and OFF, z for STL and PLY). Throws Cancelled.
[[nodiscard]] UpAxisGuess guess_up_axis(const Mesh& mesh, const std::string& file,
                                        const JobContext& job = {});

/// Turns positions and normals so that `up` becomes +y; turn_back() reverses it. Both throw Cancelled, which
/// leaves the mesh unusable.
void turn_up(Mesh& mesh, UpAxis up, const JobContext& job = {});
void turn_back(Mesh& mesh, UpAxis up, const JobContext& job = {});

} // namespace hitmap
