#pragma once

#include <string>

namespace hitmap::test {

/// A table of accesses (CSV) of four rays in a strip of five faces: a node, a pair of boxes, faces with three
/// vertices each, and a pixel.
inline std::string csv_of_rays() {
    std::string text = "sm,warp,lane,address,bytes,operation,line\n";
    const auto access = [&](int warp, int address, int bytes, const char* operation, int line) {
        text += "0," + std::to_string(warp) + ",0," + std::to_string(address) + "," + std::to_string(bytes) +
                "," + operation + "," + std::to_string(line) + "\n";
    };
    for (int ray = 0; ray < 4; ++ray) {
        access(ray, 0x10000 + ray * 4, 4, "load", 1);
        for (int part = 0; part < 6; ++part)
            access(ray, 0x20000 + ray * 48 + part * 8, 8, "load", 2 + part);
        access(ray, 0x10000 + ray * 4 + 4, 4, "load", 1);
        for (int face = ray; face < ray + 2; ++face) {
            for (int corner = 0; corner < 3; ++corner)
                access(ray, 0x30000 + face * 12 + corner * 4, 4, "load", 10 + corner);
            for (int corner = 0; corner < 3; ++corner)
                for (int part = 0; part < 3; ++part)
                    access(ray, 0x40000 + (face + corner) * 12 + part * 4, 4, "load", 20 + 3 * corner + part);
        }
        access(ray, 0x50000 + ray * 4, 4, "store", 40);
    }
    return text;
}

/// The strip as an OBJ file.
inline std::string obj_of_strip() {
    return "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 2 0\nv 1 2 0\nv 0 3 0\n"
           "f 1 2 3\nf 2 3 4\nf 3 4 5\nf 4 5 6\nf 5 6 7\n";
}

} // namespace hitmap::test
