#pragma once

#include "core/base/strong_index.h"
#include "core/trace/model/source_location.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The rays that a program hands to hardware traversal, and what the traversal tells it of them.
namespace hitmap {

/// The numbers are those of the file format.
enum class RayEventKind : std::uint8_t {
    traced = 0,    ///< lanes begin to trace rays
    candidate = 1, ///< the traversal showed lanes an element that the program must judge
    committed = 2, ///< the hits that lanes' last rays ended with
    missed = 3,    ///< lanes' last rays ended without a hit
    reported = 4,  ///< an intersection shader reported hits
};
inline constexpr std::size_t ray_event_kind_count = 5;
[[nodiscard]] std::string_view name_of(RayEventKind kind); ///< "traced", ..., "reported"

/// A ray as the program gave it: any bits, also those of NaN and infinities.
struct Ray {
    glm::vec3 origin{};
    float tmin = 0.0F;
    glm::vec3 direction{}; ///< of any length
    float tmax = 0.0F;
    std::uint32_t flags = 0;     ///< bits of SPIR-V's Ray Flags
    std::uint32_t mask = 0;      ///< cull mask, of which the low 8 bits count
    std::uint64_t structure = 0; ///< device address of the acceleration structure; 0: not known

    friend bool operator==(const Ray& a, const Ray& b); ///< the same bits, so that a NaN equals itself
};

enum class HitShape : std::uint8_t { triangle = 0, box = 1 };
inline constexpr std::uint8_t hit_shape_count = 2;
[[nodiscard]] std::string_view name_of(HitShape shape); ///< "triangle", "box"

struct RayHit {
    HitShape shape = HitShape::triangle;
    std::uint32_t instance = 0;
    std::uint32_t geometry = 0;
    std::uint32_t primitive = 0;
    /// Distance in lengths of the ray's direction. That of a candidate box is not known: NaN.
    float t = std::numeric_limits<float>::quiet_NaN();

    friend bool operator==(const RayHit& a, const RayHit& b); ///< the same bits
};

/// Whether hits are of the same primitive of the same instance.
[[nodiscard]] bool same_element(const RayHit& a, const RayHit& b);

/// What a lane has in the events of a kind.
[[nodiscard]] constexpr bool has_rays(RayEventKind kind) {
    return kind == RayEventKind::traced;
}
[[nodiscard]] constexpr bool has_hits(RayEventKind kind) {
    return kind != RayEventKind::traced && kind != RayEventKind::missed;
}

/// A place of the program at which ray events occur.
struct RayPlace {
    RayEventKind kind = RayEventKind::traced;
    std::string stage; ///< such as "compute", "ray generation"
    SourceLocation location;
};

/// A ray event: something happened to rays of a warp at one place.
struct RayEvent {
    /// The number of requests of the recording before it, so that it shares their time.
    RequestIndex request;
    std::uint32_t launch = 0;
    std::uint32_t sm = 0;
    std::uint32_t warp = 0;  ///< index, dense in the launch
    std::uint32_t slot = 0;  ///< resident place on its SM, which the warp keeps until it ends
    std::uint32_t place = 0; ///< number in RecordingInfo::ray_places
    std::uint32_t mask = 0;  ///< bit l: the event is one of lane l; never 0
    RayEventKind kind = RayEventKind::traced; ///< that of the place

    friend bool operator==(const RayEvent&, const RayEvent&) = default;
};

/// What the active lanes of an event have, lowest lane first: a ray each (traced), a hit each (candidate,
/// committed, reported), or nothing (missed).
struct RayLanes {
    std::span<const Ray> rays;
    std::span<const RayHit> hits;
};

/// Consecutive ray events and what their lanes have, without an allocation for each event.
class RayEvents {
public:
    struct Entry : RayEvent {
        std::size_t first = 0; ///< index of what its lowest lane has, in `rays` or `hits`
    };
    std::vector<Entry> events; ///< in order; those that a reader leaves out need not leave out their lanes
    std::vector<Ray> rays;
    std::vector<RayHit> hits;

    [[nodiscard]] RayLanes lanes_of(const Entry& event) const;
    void clear();
    /// `lanes` has what events of this kind have for each active lane.
    void append(const RayEvent& event, const RayLanes& lanes);
};

/// How many ray events there are, and how many lanes these have.
struct RayCounts {
    std::uint64_t events = 0;
    std::array<std::uint64_t, ray_event_kind_count> lanes{}; ///< by kind: rays traced, candidates, ...

    [[nodiscard]] std::uint64_t of(RayEventKind kind) const { return lanes[static_cast<std::size_t>(kind)]; }
    void add(const RayEvent& event);
    RayCounts& operator+=(const RayCounts& more);
    friend bool operator==(const RayCounts&, const RayCounts&) = default;
};

} // namespace hitmap
