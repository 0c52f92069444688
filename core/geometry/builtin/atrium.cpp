#include "core/geometry/builtin/builtin.h"
#include "core/geometry/builtin/furnishing.h"
#include "core/geometry/builtin/masonry.h"
#include "core/geometry/builtin/mesh_builder.h"

#include <glm/ext/matrix_transform.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

// The plan, in metres: the court runs along z, and the arcades on its long sides stand at x = +-half_court.
constexpr double half_court = 5.2;
constexpr double bay = 4.0;
constexpr int bays = 11;
constexpr double half_length = 0.5 * bay * bays;
constexpr double outer_wall = 9.6;
constexpr double end_depth = 3.0; // from the arcade of a short side to the wall behind it
constexpr double wall_depth = 0.9;
constexpr double springing = 4.1; // of the ground floor's arches
constexpr double gallery = 6.55;  // floor of the upper storey
constexpr double upper_spring = 9.0;
constexpr double upper_top = 10.4;
constexpr double eaves = 10.95;

glm::dmat4 at(double x, double y, double z) {
    return glm::translate(glm::dmat4(1.0), {x, y, z});
}

/// A frame whose x axis runs along an arcade and whose +z faces the court.
struct Side {
    glm::dmat4 frame;
    double length;
};

class AtriumBuilder {
public:
    AtriumBuilder(double detail, std::uint64_t seed, const JobContext& job)
        : builder_(job),
          mason_(builder_, detail),
          furnisher_(builder_, detail, seed),
          lion_(make_lion_head(9000.0 * detail * detail, seed, job)),
          random_(seed) {}

    Mesh build() {
        floor();
        const Side sides[] = {{turned(0.25) * at(0.0, 0.0, -half_court), 2.0 * half_length},
                              {turned(0.75) * at(0.0, 0.0, -half_court), 2.0 * half_length},
                              {at(0.0, 0.0, -half_length), 2.0 * half_court},
                              {turned(0.5) * at(0.0, 0.0, -half_length), 2.0 * half_court}};
        for (int s = 0; s < 4; ++s) {
            const bool is_long = s < 2;
            side_ = sides[s];
            ground_arcade(is_long ? bays : 3);
            gallery_arcade(is_long ? 2 * bays : 5);
            cornices();
            if (is_long) {
                aisle();
                long_side_furniture();
            } else {
                end_wall();
            }
            roof();
        }
        middle_of_court();
        return builder_.finish();
    }

private:
    static glm::dmat4 turned(double turns) {
        // the columns of the matrix are the images of x, y and z; exact for quarter turns
        const double c = cos_turns(turns);
        const double s = sin_turns(turns);
        return {{c, 0.0, -s, 0.0}, {0.0, 1.0, 0.0, 0.0}, {s, 0.0, c, 0.0}, {0.0, 0.0, 0.0, 1.0}};
    }
    void place(double x, double y, double z) { builder_.place(side_.frame * at(x, y, z)); }

    void floor() {
        builder_.place(glm::dmat4(1.0));
        // Two triangles for the whole ground, and slabs on top of it in the court.
        builder_.quad({-outer_wall, 0.0, half_length + end_depth}, {outer_wall, 0.0, half_length + end_depth},
                      {outer_wall, 0.0, -half_length - end_depth},
                      {-outer_wall, 0.0, -half_length - end_depth});
        constexpr int across = 7;
        constexpr int along = 33;
        constexpr double slab = 2.0 * half_length / along;
        for (int i = 0; i < across; ++i)
            for (int j = 0; j < along; ++j) {
                const double x = slab * (i - 0.5 * across);
                const double z = slab * j - half_length;
                const double up = 0.03 + random_.uniform(0.0, 0.006);
                builder_.box({x + 0.012, 0.0, z + 0.012}, {x + slab - 0.012, up, z + slab - 0.012});
            }
    }

    void ground_arcade(int count) {
        const double width = side_.length / count;
        const double radius = std::min(1.5, 0.5 * width - 0.55);
        for (int i = 0; i < count; ++i) {
            place((i + 0.5) * width - 0.5 * side_.length, 0.0, 0.0);
            mason_.arch({width, radius, springing, gallery - 0.45, wall_depth});
            if (i == 0) continue;
            place(i * width - 0.5 * side_.length, 0.0, 0.0);
            mason_.column(springing, 0.38);
        }
        for (const double end : {-0.5, 0.5}) { // piers in the corners
            place(end * side_.length, 0.0, 0.0);
            builder_.box({-0.55, 0.0, -0.55}, {0.55, springing, 0.55});
        }
    }

    void gallery_arcade(int count) {
        const double width = side_.length / count;
        const double parapet = 1.05;
        for (int i = 0; i <= count; ++i) {
            place(i * width - 0.5 * side_.length, gallery, 0.0);
            builder_.box({-0.22, 0.0, -0.22}, {0.22, parapet, 0.22}); // pedestal
            place(i * width - 0.5 * side_.length, gallery + parapet, 0.0);
            mason_.slender_column(upper_spring - gallery - parapet, 0.14);
            if (i == count) continue;
            const double middle = (i + 0.5) * width - 0.5 * side_.length;
            place(middle, 0.0, 0.0);
            mason_.arch({width, 0.5 * width - 0.26, upper_spring, upper_top, 0.5});
            place(middle, gallery, 0.0);
            balustrade(width - 0.44, parapet);
        }
    }

    void balustrade(double width, double height) {
        const glm::dmat4 here = builder_.placement();
        const Profile rail = {{{0.09, 0.0}, {0.13, 0.04}, {0.13, 0.09}, {0.07, 0.13}},
                              {{0.07, 0.13}, {-0.07, 0.13}},
                              {{-0.07, 0.13}, {-0.13, 0.09}, {-0.13, 0.04}, {-0.09, 0.0}},
                              {{-0.09, 0.0}, {0.09, 0.0}}};
        builder_.box({-0.5 * width, 0.0, -0.11}, {0.5 * width, 0.1, 0.11});
        builder_.place(here * at(0.0, height - 0.13, 0.0));
        mason_.moulding(rail, -0.5 * width, 0.5 * width);
        constexpr int count = 6;
        for (int i = 0; i < count; ++i) {
            builder_.place(here * at(width * ((i + 0.5) / count - 0.5), 0.1, 0.0));
            mason_.baluster(height - 0.23);
        }
    }

    /// Bands of stone along the whole length of the court, each a single piece of long
    /// thin triangles.
    void cornices() {
        const double face = 0.5 * wall_depth;
        const double l = 0.5 * side_.length;
        const unsigned bend = mason_.steps(5, 2);
        place(0.0, gallery - 0.45, 0.0);
        mason_.moulding({{{face, 0.0}, {face + 0.05, 0.0}, {face + 0.05, 0.12}},
                         arc({face + 0.21, 0.12}, 0.16, 0.5, 0.25, bend),
                         {{face + 0.21, 0.28}, {face + 0.21, 0.36}},
                         {{face + 0.21, 0.36}, {face + 0.26, 0.4}, {face + 0.26, 0.45}},
                         {{face + 0.26, 0.45}, {-face, 0.45}}},
                        -l, l);
        place(0.0, upper_top, 0.0);
        mason_.moulding({{{0.25, 0.0}, {0.3, 0.0}, {0.3, 0.15}},
                         arc({0.5, 0.15}, 0.2, 0.5, 0.25, bend),
                         {{0.5, 0.35}, {0.62, 0.35}},
                         {{0.62, 0.35}, {0.7, 0.45}, {0.7, 0.55}}},
                        -l, l);
        const int dentils = static_cast<int>(side_.length / 0.28);
        for (int i = 0; i < dentils; ++i) {
            const double x = side_.length * ((i + 0.5) / dentils - 0.5);
            for (const auto& [y, z] :
                 {std::pair(gallery - 0.31, face + 0.05), std::pair(upper_top + 0.21, 0.3)}) {
                place(x, y, z);
                builder_.box({-0.07, 0.0, 0.0}, {0.07, 0.12, 0.13});
            }
        }
    }

    void aisle() {
        const double depth = outer_wall - half_court;
        const double l = 0.5 * side_.length;
        place(0.0, 0.0, -depth);
        const double beyond = l + end_depth; // into the corners of the building
        builder_.quad({-beyond, 0.0, 0.0}, {beyond, 0.0, 0.0}, {beyond, eaves, 0.0}, {-beyond, eaves, 0.0});
        place(0.0, 0.0, 0.0);
        builder_.quad({-l, gallery, 0.45}, {l, gallery, 0.45}, {l, gallery, -depth}, {-l, gallery, -depth});
        builder_.quad({-l, upper_top + 0.3, -depth}, {l, upper_top + 0.3, -depth}, {l, upper_top + 0.3, 0.0},
                      {-l, upper_top + 0.3, 0.0});
        for (int i = 0; i < bays; ++i) {
            const double x = (i + 0.5) * bay - l;
            place(x, springing, -0.5 * (depth + 0.5 * wall_depth));
            mason_.groin_vault(bay, depth - 0.5 * wall_depth, 1.85);
            place(x - 0.5 * bay, 0.0, -depth);
            builder_.box({-0.3, 0.0, 0.0}, {0.3, springing, 0.22}); // pilaster
            builder_.box({-0.38, springing - 0.3, 0.0}, {0.38, springing, 0.3});
            for (int beam = 0; beam < 4; ++beam) {
                place(x + bay * (beam - 1.5) / 4.0, upper_top + 0.02, 0.0);
                builder_.box({-0.08, 0.0, -depth}, {0.08, 0.28, -0.25});
            }
            doorway(x, depth);
        }
    }

    /// Doors of the gallery in the outer wall: frames of long thin bars.
    void doorway(double x, double depth) {
        place(x, gallery, -depth);
        builder_.box({-0.75, 0.0, 0.0}, {-0.6, 2.5, 0.12});
        builder_.box({0.6, 0.0, 0.0}, {0.75, 2.5, 0.12});
        builder_.box({-0.85, 2.5, 0.0}, {0.85, 2.72, 0.18});
        for (int panel = 0; panel < 6; ++panel) {
            const double left = panel % 2 == 0 ? -0.55 : 0.05;
            const int row = panel / 2;
            const double low = 0.12 + 0.78 * row;
            builder_.box({left, low, 0.0}, {left + 0.5, low + 0.68, 0.05});
        }
    }

    void long_side_furniture() {
        for (int i = 0; i < bays; ++i) {
            const double x = (i + 0.5) * bay - 0.5 * side_.length;
            if (i % 3 != 1) {
                place(x, springing + 0.35, -0.1);
                furnisher_.drape(3.1, 3.9, i % 3 == 0 ? 1.0 : -1.0);
            }
            if (i % 3 == 1) {
                place(x, springing + 0.7, -0.5 * (outer_wall - half_court));
                furnisher_.lamp(1.9);
            }
            if (i % 3 == 2) { // a banner over the column
                place(x - 0.5 * bay, gallery - 0.1, 0.5 * wall_depth + 0.33);
                furnisher_.drape(1.25, 2.9, 0.0);
            }
            if (i > 0 && i % 3 != 2) {
                place(x - 0.5 * bay, 0.0, 1.0);
                furnisher_.plant(random_.uniform(1.2, 1.7));
            }
            for (int v = 0; v < 3; ++v) {
                place(x + random_.uniform(-1.9, 1.9), gallery + 0.02, 0.5 * wall_depth + 0.27);
                furnisher_.vine(random_.uniform(0.6, 2.1));
            }
        }
    }

    void end_wall() {
        const double l = half_court;
        place(0.0, 0.0, -end_depth);
        builder_.quad({-outer_wall, 0.0, 0.0}, {outer_wall, 0.0, 0.0}, {outer_wall, eaves, 0.0},
                      {-outer_wall, eaves, 0.0});
        place(0.0, 0.0, 0.0);
        builder_.quad({-outer_wall, gallery, 0.45}, {outer_wall, gallery, 0.45},
                      {outer_wall, gallery, -end_depth}, {-outer_wall, gallery, -end_depth});
        builder_.quad({-outer_wall, gallery - 0.45, -end_depth}, {outer_wall, gallery - 0.45, -end_depth},
                      {outer_wall, gallery - 0.45, 0.0}, {-outer_wall, gallery - 0.45, 0.0});
        for (int i = -1; i <= 1; ++i) {
            builder_.place(side_.frame * at(i * 2.0 * l / 3.0, 2.6, 0.05 - end_depth) *
                           glm::scale(glm::dmat4(1.0), glm::dvec3(2.0)));
            builder_.add(lion_);
        }
        // One more lion's head looks down from the middle of each pair of arches.
        for (const double x : {-l / 3.0, l / 3.0}) {
            builder_.place(side_.frame * at(x, springing + 1.35, 0.5 * wall_depth) *
                           glm::scale(glm::dmat4(1.0), glm::dvec3(0.85)));
            builder_.add(lion_);
        }
    }

    void roof() {
        // Tiles rise from the eaves outwards; the upper ones are half cylinders.
        const double l = 0.5 * side_.length;
        const glm::dvec3 slope(0.0, 1.3, -3.2);
        place(0.0, eaves, 0.75);
        builder_.quad({-l, 0.0, 0.0}, {l, 0.0, 0.0}, glm::dvec3(l, 0.0, 0.0) + slope,
                      glm::dvec3(-l, 0.0, 0.0) + slope);
        const int tiles = static_cast<int>(side_.length / 0.3);
        const unsigned around = mason_.steps(5, 3);
        for (int i = 0; i < tiles; ++i) {
            const double x = side_.length * ((i + 0.5) / tiles - 0.5);
            builder_.grid(around, 1, [&](unsigned column, unsigned row) {
                const double turn = 0.5 - 0.5 * column / around;
                return glm::dvec3(x + 0.1 * cos_turns(turn), 0.1 * sin_turns(turn), 0.02) +
                       slope * static_cast<double>(row);
            });
        }
    }

    void middle_of_court() {
        builder_.place(at(0.0, 0.03, -4.0));
        furnisher_.fountain();
        for (const double x : {-2.6, 2.6})
            for (const double z : {-6.6, -1.4}) {
                builder_.place(at(x, 0.03, z));
                furnisher_.plant(1.5);
            }
    }

    MeshBuilder builder_;
    Mason mason_;
    Furnisher furnisher_;
    Mesh lion_;
    Random random_;
    Side side_{glm::dmat4(1.0), 0.0};
};

} // namespace

BuiltinResult make_atrium(const BuiltinOptions& options, const JobContext& job) {
    const auto wanted = static_cast<double>(options.triangles);
    double detail = std::sqrt(wanted / 260'000.0);
    BuiltinResult result;
    double least_miss = std::numeric_limits<double>::infinity();
    // Numbers of subdivisions are integers, so the first attempt may miss the wanted number of triangles.
    for (int attempt = 0; attempt < 6 && least_miss > 0.04 * wanted; ++attempt) {
        job.begin("building the atrium", options.triangles, "triangles");
        Mesh mesh = AtriumBuilder(detail, options.seed, job).build();
        const auto found = static_cast<double>(mesh.faces.size());
        detail *= std::sqrt(wanted / found);
        if (std::abs(found - wanted) >= least_miss) continue;
        least_miss = std::abs(found - wanted);
        result.mesh = std::move(mesh);
    }
    result.camera.position = {-1.9F, 2.35F, 16.4F};
    result.camera.forward = {0.1F, 0.045F, -1.0F};
    result.camera.fov_y_degrees = 60.0F;
    return result;
}

} // namespace hitmap
