#pragma once

#include "core/cache/pipeline/lane_history.h"
#include "core/cache/stages/pipeline_block.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// The outcomes of the element accesses of one block while they are pending, since later requests of the same
/// lanes may add sectors. A launch may have hundreds of millions of accesses, so they are packed: about 4
/// bytes per access and 20 per request with accesses. Only the counts can be changed; everything else can
/// only be read in order.
class PendingOutcomes {
public:
    static constexpr std::size_t most_requests = 1U << 12; ///< PackedRequest::number has 12 bits

    /// Packs the accesses of a block of at most `most_requests` requests. With `explains`, it stores
    /// AccessCounts::Class as well.
    PendingOutcomes(const PipelineBlock& block, bool explains);

    [[nodiscard]] std::uint32_t last_launch_ordinal() const {
        return requests_.empty() ? 0 : launches_.back().launch_ordinal;
    }
    /// Number of FourCounts per access.
    [[nodiscard]] std::size_t counts_each() const { return counts_each_; }
    /// The counts of access i of the block.
    [[nodiscard]] FourCounts* counts(std::size_t i) { return counts_.data() + i * counts_each_; }
    /// Unpacks everything, with the counts, and passes it to the sink.
    void deliver(OutcomeSink& sink) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

    /// The properties of a request that are needed later.
    struct Request {
        std::uint32_t number; ///< number in the block
        std::uint32_t launch_ordinal;
        std::uint32_t warp;
        std::uint32_t sm;
    };
    /// Calls visit(request, lane, access) for all accesses in order, until it returns false.
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
        std::uint16_t kind : 4; ///< kind of all its accesses, one per active lane; or `mixed`
        std::uint16_t launch;   ///< index into launches_
        std::uint32_t warp;
        std::uint32_t mask;
        std::uint16_t sm;
        std::uint16_t slot;
        std::uint16_t instruction;
        std::uint16_t accesses;
    };
    static_assert(sizeof(PackedRequest) == 20);
    static constexpr unsigned mixed = 15; ///< the largest value of PackedRequest::kind; no kind has it
    struct LaunchRun {
        std::uint32_t launch;
        std::uint32_t launch_ordinal;
    };
    struct Known {
        std::uint32_t element;
        ElementKindId kind;
        std::uint8_t lane;
    };
    /// Reads the accesses in order.
    class Reader {
    public:
        explicit Reader(const PendingOutcomes& block) : block_(block) {}
        void begin(const PackedRequest& request);
        Known next();
        /// Index of the next access.
        [[nodiscard]] std::size_t at() const { return at_; }

    private:
        const PendingOutcomes& block_;
        const PackedRequest* request_ = nullptr;
        std::uint32_t lanes_ = 0; ///< lanes that follow; only for requests that are not mixed
        std::size_t at_ = 0;
        std::size_t byte_ = 0;                ///< index into elements_
        std::size_t mixed_ = 0;               ///< index into kinds_and_lanes_
        std::array<std::uint32_t, 8> last_{}; ///< last element of each kind
    };
    void pack_elements(const std::vector<ElementAccess>& accesses);

    RequestIndex first_request_;
    std::vector<LaunchRun> launches_;
    std::vector<PackedRequest> requests_; ///< only those with accesses
    /// Differences to the last element of the same kind, 7 bits per byte.
    std::vector<std::uint8_t> elements_;
    std::vector<std::uint8_t> kinds_and_lanes_; ///< 3 and 5 bits; only for mixed requests
    std::size_t counts_each_;                   ///< 2 with AccessCounts::Class
    std::vector<FourCounts> counts_;            ///< [accesses][counts_each_]
};

} // namespace hitmap
