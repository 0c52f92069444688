#pragma once

#include "core/geometry/mesh/mesh.h"

#include <sstream>
#include <string>

namespace hitmap::test {

/// Returns one line per face with the positions of its corners: "(0 0 0) (1 0 0) (1 1 0)".
inline std::string positions_of(const Mesh& mesh) {
    std::ostringstream text;
    for (const glm::uvec3& face : mesh.faces)
        for (int c = 0; c < 3; ++c) {
            const glm::vec3& p = mesh.positions.at(face[c]);
            text << '(' << p.x << ' ' << p.y << ' ' << p.z << ')' << (c < 2 ? ' ' : '\n');
        }
    return text.str();
}

} // namespace hitmap::test
