#include "tests/profile/synthetic_stream.h"

#include "core/trace/model/element_kind.h"
#include "tests/trace/buffer.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace hitmap::test {

namespace {

constexpr std::uint32_t block_requests = 1U << 12;

/// Random numbers that are the same with every standard library.
class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    std::uint32_t below(std::uint64_t n) { return static_cast<std::uint32_t>(engine_() % n); }
    bool chance(double p) { return static_cast<double>(engine_() >> 11) < p * 0x1p53; }
    /// Returns a number below 2^bits; small numbers are more frequent than large ones.
    std::uint32_t log_uniform(unsigned bits) {
        return static_cast<std::uint32_t>(engine_() & ((std::uint64_t{1} << below(bits + 1)) - 1));
    }

private:
    std::mt19937_64 engine_;
};

/// Turns misses into whole ones, some of them cold or conflict misses, and removes distances.
void explain(AccessOutcome& o) {
    const auto explain_level = [](std::uint32_t& hits, std::uint8_t lookups, std::uint8_t& cold,
                                  std::uint8_t& conflict, std::uint32_t& distance) {
        hits = hits / hit_unit * hit_unit;
        const std::uint32_t misses = lookups - hits / hit_unit;
        cold = static_cast<std::uint8_t>(std::min<std::uint32_t>(cold, misses));
        conflict = static_cast<std::uint8_t>(distance % (misses - cold + 1));
        distance = 0;
    };
    explain_level(o.l1_hits, o.l1_lookups, o.l1_cold, o.l1_conflict, o.l1_distance);
    explain_level(o.l2_hits, o.l2_lookups, o.l2_cold, o.l2_conflict, o.l2_distance);
}

class Generator {
public:
    Generator(const SyntheticStream& stream, OutcomeSink& sink)
        : stream_(stream),
          sink_(sink),
          random_(stream.seed),
          counts_{stream.boxes, stream.faces, stream.pixels} {}

    void run() {
        while (done_ < stream_.accesses) {
            block_.clear();
            block_.first_request = RequestIndex(requests_);
            accesses_.clear();
            outcomes_.clear();
            for (std::uint32_t i = 0; i < block_requests && done_ < stream_.accesses; ++i)
                add_request();
            sink_.add(block_, accesses_, outcomes_);
        }
    }

private:
    ElementKindId pick_kind() {
        while (true) {
            const std::uint32_t dice = random_.below(100);
            const ElementKindId kind = dice < 60 ? box_kind : dice < 97 ? face_kind : pixel_kind;
            if (counts_[kind] > 0) return kind;
        }
    }

    std::uint32_t pick_element(ElementKindId kind) {
        const bool near = random_.chance(stream_.locality);
        const std::uint32_t element =
            near ? (last_[kind] + random_.below(64)) % counts_[kind] : random_.below(counts_[kind]);
        last_[kind] = element;
        return element;
    }

    void add_request() {
        const ElementKindId kind = pick_kind();
        RequestBlock::Entry entry{};
        entry.launch = 2 * done_ < stream_.accesses ? 0 : 1;
        entry.sm = random_.below(68);
        entry.warp = entry.sm;
        entry.mask = ~0U;
        std::uint32_t lane = 0;
        while (lane < warp_size && done_ < stream_.accesses) {
            const std::uint32_t element = pick_element(kind);
            const std::uint32_t sharing = 1 + random_.below(stream_.lanes_on_one_element);
            for (std::uint32_t i = 0; i < sharing && lane < warp_size && done_ < stream_.accesses; ++i) {
                accesses_.push_back({element, kind, static_cast<std::uint8_t>(lane++), 0,
                                     static_cast<std::uint32_t>(block_.entries.size())});
                outcomes_.push_back(i == 0 ? first_outcome(kind, element) : later_outcome(kind, element));
                if (stream_.explains) explain(outcomes_.back());
                ++done_;
            }
        }
        block_.entries.push_back(entry);
        ++requests_;
    }

    std::uint8_t lookups(ElementKindId kind, std::uint32_t element, std::uint32_t salt) {
        if (!element_kinds()[kind].has_look_ups) return 0;
        if (stream_.irregular_lookups) return static_cast<std::uint8_t>(random_.below(16));
        return static_cast<std::uint8_t>(kind == box_kind ? 1 + (element + salt) % 2
                                                          : 4 + (element * 7 + salt) % 3);
    }

    AccessOutcome first_outcome(ElementKindId kind, std::uint32_t element) {
        AccessOutcome o;
        o.l1_lookups = lookups(kind, element, 0);
        o.l2_lookups = lookups(kind, element, 1);
        level(o.l1_lookups, 9, 0.10, o.l1_hits, o.l1_distance, o.l1_cold);
        level(o.l2_lookups, 18, 0.05, o.l2_hits, o.l2_distance, o.l2_cold);
        return o;
    }

    /// Generates hits, distance and cold look-ups of a level. Few look-ups miss, some of them with a
    /// probability.
    void level(std::uint8_t lookups, unsigned distance_bits, double partial, std::uint32_t& hits,
               std::uint32_t& distance, std::uint8_t& cold) {
        if (lookups == 0) return;
        cold = static_cast<std::uint8_t>(random_.chance(0.03) ? random_.below(lookups + 1U) : 0);
        hits = (lookups - cold) * hit_unit;
        if (cold == lookups) return;
        if (random_.chance(0.15)) hits -= hit_unit;
        if (hits > 0 && random_.chance(stream_.extreme ? 0.9 : partial)) hits -= random_.below(hit_unit);
        distance = stream_.extreme ? ~random_.log_uniform(31) : random_.log_uniform(distance_bits);
    }

    AccessOutcome later_outcome(ElementKindId kind, std::uint32_t element) {
        if (stream_.irregular_lookups || random_.chance(0.02)) return first_outcome(kind, element);
        AccessOutcome o;
        o.l1_lookups = lookups(kind, element, 0);
        o.l2_lookups = lookups(kind, element, 1);
        o.l1_hits = o.l1_lookups * hit_unit;
        o.l2_hits = o.l2_lookups * hit_unit;
        // Each line of the element was used by the access just before, and the element's other lines since
        // then.
        const auto distance = [](std::uint32_t n) { return n * (n - 1); };
        if (o.l1_lookups > 0) o.l1_distance = distance(o.l1_lookups);
        if (o.l2_lookups > 0) o.l2_distance = distance(o.l2_lookups);
        return o;
    }

    const SyntheticStream& stream_;
    OutcomeSink& sink_;
    Random random_;
    std::array<std::uint32_t, 3> counts_;
    std::array<std::uint32_t, 3> last_{};
    std::uint64_t done_ = 0;
    std::uint64_t requests_ = 0;
    RequestBlock block_;
    std::vector<ElementAccess> accesses_;
    std::vector<AccessOutcome> outcomes_;
};

/// Counts accesses by kind.
class KindCounter final : public OutcomeSink {
public:
    explicit KindCounter(PerKind<std::uint64_t>& counts) : counts_(counts) {}
    void add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
             const AccessOutcomes& /*outcomes*/) override {
        for (const ElementAccess& access : accesses)
            ++counts_[access.kind];
    }

private:
    PerKind<std::uint64_t>& counts_;
};

} // namespace

RecordingInfo info_of(const SyntheticStream& stream) {
    RecordingInfo info;
    info.device.sm_count = 68;
    info.launches.resize(2);
    info.allocations.push_back(buffer("boxes", Role::boxes, 1ULL << 32, stream.boxes, 24));
    info.allocations.push_back(buffer("faces", Role::faces, 2ULL << 32, stream.faces, 12));
    info.allocations.push_back(buffer("framebuffer", Role::framebuffer, 3ULL << 32, stream.pixels, 4));
    KindCounter counter(info.element_accesses);
    generate(stream, counter);
    return info;
}

void generate(const SyntheticStream& stream, OutcomeSink& sink) {
    Generator(stream, sink).run();
}

} // namespace hitmap::test
