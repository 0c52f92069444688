#pragma once

#include "core/cache/attribution/lane_history.h"
#include "core/cache/stages/pipeline_block.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// The outcomes of the element accesses of one block, which are not complete yet: later requests of the same
/// lanes may still add sectors. A launch may have hundreds of millions, so that they are packed: about 4
/// bytes an access and 20 a request that has any. Only counts can be changed; the rest is read from the
/// front.
class PendingOutcomes {
public:
    static constexpr std::size_t most_requests = 1U << 12;

    /// Packs the accesses of a block of at most `most_requests` requests. `explains`: with
    /// AccessCounts::Class, too.
    PendingOutcomes(const PipelineBlock& block, bool explains);

    [[nodiscard]] std::uint32_t last_launch_ordinal() const {
        return requests_.empty() ? 0 : launches_.back().launch_ordinal;
    }
    /// Numbers that counts() of an access has.
    [[nodiscard]] std::size_t counts_each() const { return counts_each_; }
    /// Of access i of the block.
    [[nodiscard]] FourCounts* counts(std::size_t i) { return counts_.data() + i * counts_each_; }
    /// Gives all of it, with what it counted, to the sink.
    void deliver(OutcomeSink& sink) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

    /// What a request of the block was, as far as anybody asks later.
    struct Request {
        std::uint32_t number; ///< in the block
        std::uint32_t launch_ordinal;
        std::uint32_t warp;
        std::uint32_t sm;
    };
    /// Calls visit(request, lane, access) for all accesses, in order, while it returns true.
    template <class Visit>
    void for_each(const Visit& visit) {
        Reader reader(*this);
        for (const PackedRequest& packed : requests_) {
            reader.begin(packed);
            const Request request{packed.number, launches_[packed.launch].launch_ordinal, packed.warp,
                                  packed.sm};
            for (unsigned i = 0; i < packed.accesses; ++i) {
                const std::size_t at = reader.at();
                const Known known = reader.next();
                if (!visit(request, known.lane, KnownAccess{counts(at), known.element, known.kind})) return;
            }
        }
    }

private:
    struct PackedRequest {
        std::uint16_t number : 12;
        std::uint16_t kind : 4; ///< of all its accesses, one by each active lane; or `mixed`
        std::uint16_t launch;   ///< in launches_
        std::uint32_t warp;
        std::uint32_t mask;
        std::uint16_t sm;
        std::uint16_t slot;
        std::uint16_t instruction;
        std::uint16_t accesses;
    };
    static_assert(sizeof(PackedRequest) == 20);
    static constexpr unsigned mixed = 15;
    struct LaunchRun {
        std::uint32_t launch;
        std::uint32_t launch_ordinal;
    };
    struct Known {
        std::uint32_t element;
        ElementKindId kind;
        std::uint8_t lane;
    };
    /// Goes through the accesses from the front.
    class Reader {
    public:
        explicit Reader(const PendingOutcomes& block) : block_(block) {}
        void begin(const PackedRequest& request);
        Known next();
        /// Index of the next one.
        [[nodiscard]] std::size_t at() const { return at_; }

    private:
        const PendingOutcomes& block_;
        const PackedRequest* request_ = nullptr;
        std::uint32_t lanes_ = 0; ///< that are still to come, where they are not mixed
        std::size_t at_ = 0;
        std::size_t byte_ = 0;                ///< in elements_
        std::size_t mixed_ = 0;               ///< in kinds_and_lanes_
        std::array<std::uint32_t, 8> last_{}; ///< element of each kind
    };
    void pack_elements(const std::vector<ElementAccess>& accesses);

    RequestIndex first_request_;
    std::vector<LaunchRun> launches_;
    std::vector<PackedRequest> requests_;       ///< that have accesses
    std::vector<std::uint8_t> elements_;        ///< differences to the last of the kind, in 7 bits a byte
    std::vector<std::uint8_t> kinds_and_lanes_; ///< of mixed requests: 3 and 5 bits
    std::size_t counts_each_;                   ///< 2 with AccessCounts::Class
    std::vector<FourCounts> counts_;            ///< [accesses][counts_each_]
};

} // namespace hitmap
