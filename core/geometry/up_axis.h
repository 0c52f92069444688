#pragma once

#include "core/geometry/mesh.h"
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

/// What a user wants: an axis, or nothing for the one that is found out (guess_up_axis).
using UpChoice = std::optional<UpAxis>;

[[nodiscard]] std::string_view name_of(UpAxis axis); ///< "x", ..., "-z"
/// "auto" or the axis.
[[nodiscard]] std::string_view name_of(const UpChoice& choice);
/// All names that parse_up() takes, "auto" first.
[[nodiscard]] std::span<const std::string_view> up_names();
/// Throws UsageError, naming `option`, where the text is none of up_names().
[[nodiscard]] UpChoice parse_up(std::string_view text, std::string_view option);

/// The vector after the turn that brings `up` to +y: a rotation by 90 or 180 degrees, or none, which only
/// swaps and negates coordinates and is therefore exact. x stays where it can.
[[nodiscard]] glm::vec3 turned_up(const glm::vec3& v, UpAxis up);
/// The vector that turned_up() turns into `v`.
[[nodiscard]] glm::vec3 turned_back(const glm::vec3& v, UpAxis up);

/// Where an up axis came from, from the surest on.
enum class UpBasis : std::uint8_t {
    given,      ///< by the user
    standard,   ///< the format defines it, or the file declares it
    shape,      ///< found from the mesh
    convention, ///< what files of that kind usually have; the shape says nothing clear
};

struct UpAxisGuess {
    UpAxis axis = UpAxis::y;
    UpBasis basis = UpBasis::convention;
    std::string reason; ///< part of a sentence: "glTF is y-up by its standard"
};

/// How far the two ends of the mesh along an axis differ, seen from its shape alone: 0 where they are alike,
/// positive where the axis points away from a base, about -3 to 3. What is added: how much larger the outline
/// of the lowest fiftieth of the mesh is than that of its highest fiftieth, as a share of the outline of the
/// whole (what stands has a base); how far the surface opens upwards (the sum of its faces' area vectors, as
/// a share of that outline: terrain, a scan without its underside); and how low its centre of area lies, as a
/// share of its height. Throws Cancelled.
[[nodiscard]] double end_difference(const Mesh& mesh, UpAxis up, const JobContext& job = {});

/// The up axis of a mesh that was read from `file`, of which only the name is looked at. Formats whose
/// standard says it are believed. For others it is y or z: the one whose ends differ more, by
/// end_difference(), because things have a top and a bottom but are mostly alike at their sides; where that
/// is not clear, what is usual for the format (y for OBJ and OFF, z for STL and PLY). Throws Cancelled.
[[nodiscard]] UpAxisGuess guess_up_axis(const Mesh& mesh, const std::string& file,
                                        const JobContext& job = {});

/// Turns positions and normals so that `up` becomes +y; turn_back() undoes it. Throw Cancelled, the mesh then
/// has no use.
void turn_up(Mesh& mesh, UpAxis up, const JobContext& job = {});
void turn_back(Mesh& mesh, UpAxis up, const JobContext& job = {});

} // namespace hitmap
