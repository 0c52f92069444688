#include "core/trace/hmt/blocks/block_planner.h"

#include "core/base/error.h"
#include "core/trace/hmt/blocks/block_model.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace hitmap::hmt {

namespace {

struct IdentityHash {
    std::size_t operator()(const WarpIdentity& id) const {
        return mix(mix(id.launch, id.warp), mix(id.sm, id.slot));
    }
};

RequestNumbers number_requests(const RequestBlock& block, BlockPlan& plan) {
    RequestNumbers numbers;
    std::unordered_map<WarpIdentity, std::uint32_t, IdentityHash> warps;
    std::vector<WarpIdentity> places;
    std::uint32_t oldest = 0;
    constexpr std::uint32_t unplanned = ~std::uint32_t{0};
    std::vector<std::uint32_t> planned; // plan index by instruction
    numbers.warps.reserve(block.entries.size());
    numbers.is_new.reserve(block.entries.size());
    numbers.instructions.reserve(block.entries.size());
    // Warps mostly take turns in the order of their last turns, which saves looking them up.
    std::vector<std::uint32_t> following; // [places] the warp that made the next request
    std::uint32_t last = 0;
    for (const auto& entry : block.entries) {
        const WarpIdentity identity{entry.launch, entry.sm, entry.warp, entry.slot};
        const auto add = [&] {
            const auto [known, is_new] =
                warps.try_emplace(identity, static_cast<std::uint32_t>(places.size()));
            if (is_new && places.size() == BlockModel::max_warps) {
                known->second = oldest++ % BlockModel::max_warps;
                warps.erase(places[known->second]);
                places[known->second] = identity;
            } else if (is_new) {
                places.push_back(identity);
                following.push_back(0);
            }
            return std::pair(known->second, is_new);
        };
        const bool is_expected = !places.empty() && places[following[last]] == identity;
        const auto [warp, is_new] = is_expected ? std::pair(following[last], false) : add();
        following[last] = warp;
        last = warp;
        numbers.warps.push_back(warp);
        numbers.is_new.push_back(is_new);
        if (entry.instruction >= planned.size())
            planned.resize(entry.instruction + std::size_t{1}, unplanned);
        if (planned[entry.instruction] == unplanned) {
            planned[entry.instruction] = static_cast<std::uint32_t>(plan.instructions.size());
            plan.instructions.emplace_back().instruction = entry.instruction;
        }
        numbers.instructions.push_back(planned[entry.instruction]);
    }
    return numbers;
}

/// Where lanes continue after each instruction, and whether the addresses differ by a constant.
class LaneStatistics {
public:
    LaneStatistics(const RequestBlock& block, const RequestNumbers& numbers,
                   std::span<const Instruction> instructions, BlockPlan& plan)
        : plan_(plan), counts_(plan.instructions.size()) {
        for (std::size_t i = 0; i < block.entries.size(); ++i) {
            const std::uint32_t warp = numbers.warps[i];
            if (warp >= lanes_.size()) lanes_.resize(warp + 1);
            if (numbers.is_new[i]) lanes_[warp] = {};
            const bool local = instructions[block.entries[i].instruction].space != Space::global;
            add(block, block.entries[i], lanes_[warp], numbers.instructions[i], local);
        }
    }

    /// Sets the predictions of the plan.
    void decide(std::span<const Instruction> instructions) {
        for (std::uint32_t i = 0; i < counts_.size(); ++i)
            decide(i, instructions[plan_.instructions[i].instruction]);
    }

private:
    /// An instruction's last access in a warp: its lowest lane, the address, and the address that this lane
    /// accessed before.
    struct Visit {
        std::uint32_t lane = warp_size;
        std::uint64_t address = 0;
        std::uint64_t before = 0;
    };
    struct Lanes {
        std::array<std::uint64_t, warp_size> last{};
        std::array<std::uint32_t, warp_size> instruction{}; ///< plan index + 1
        std::vector<Visit> visits;                          ///< [plan] of the lowest lane
    };
    struct Counts {
        std::unordered_map<std::uint32_t, std::uint32_t> successors;
        /// Entries of `successors` that were found last, because an instruction has few.
        struct Found {
            std::uint32_t successor = ~std::uint32_t{0};
            std::uint32_t* count = nullptr;
        };
        std::array<Found, 4> found{};
        Recent<std::uint64_t> strides;
        std::array<std::uint32_t, 256> ratios{};
        std::uint64_t accesses = 0;
        std::uint64_t strided = 0;
    };

    void add(const RequestBlock& block, const RequestBlock::Entry& entry, Lanes& lanes,
             std::uint32_t instruction, bool local) {
        Counts& counts = counts_[instruction];
        const std::uint64_t* address = block.addresses.data() + entry.first_address;
        const auto lowest = static_cast<std::uint32_t>(std::countr_zero(entry.mask));
        if (!local) count_ratio(counts, lanes, instruction, {lowest, *address, lanes.last[lowest]});
        std::uint32_t before = 0;
        std::uint32_t lanes_before = 0;
        const auto flush = [&] {
            if (before != 0) count_successor(counts_[before - 1], instruction, lanes_before);
        };
        for (std::uint32_t mask = entry.mask; mask != 0; mask &= mask - 1, ++address) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(mask));
            if (lanes.instruction[lane] != before) {
                flush();
                before = lanes.instruction[lane];
                lanes_before = 0;
            }
            ++lanes_before;
            lanes.instruction[lane] = instruction + 1;
            if (local) continue;
            const std::uint64_t stride = *address - lanes.last[lane];
            lanes.last[lane] = *address;
            ++counts.accesses;
            if (stride == counts.strides.first || stride == counts.strides.second) ++counts.strided;
            counts.strides.learn(stride);
        }
        flush();
    }

    static void count_successor(Counts& counts, std::uint32_t successor, std::uint32_t lanes) {
        Counts::Found& found = counts.found[successor % counts.found.size()];
        if (found.successor != successor) found = {successor, &counts.successors[successor]};
        *found.count += lanes;
    }

    void count_ratio(Counts& counts, Lanes& lanes, std::uint32_t instruction, const Visit& visit) const {
        if (lanes.visits.empty()) lanes.visits.resize(counts_.size());
        Visit& last = lanes.visits[instruction];
        const auto moved = static_cast<std::int64_t>(visit.address - last.address);
        const auto moved_before = static_cast<std::int64_t>(visit.before - last.before);
        if (last.lane == visit.lane && moved_before != 0 && std::abs(moved) < 1 << 30) {
            const std::int64_t ratio = (moved + moved_before / 2) / moved_before;
            if (ratio > 0 && ratio < 256) ++counts.ratios[static_cast<std::size_t>(ratio)];
        }
        last = visit;
    }

    void decide(std::uint32_t index, const Instruction& instruction) {
        PlannedInstruction& planned = plan_.instructions[index];
        const Counts& counts = counts_[index];
        std::uint64_t most = 0;
        std::uint64_t all = 0;
        for (const auto& [successor, count] : counts.successors) {
            all += count;
            if (count > most || (count == most && successor + 1 < planned.successor)) {
                most = count;
                planned.successor = successor + 1;
            }
        }
        planned.branches = most != all;
        if (instruction.space != Space::global) {
            planned.prediction = instruction.operation == Operation::load    ? Prediction::local_load
                                 : instruction.operation == Operation::store ? Prediction::local_store
                                                                             : Prediction::local;
        } else {
            constexpr double worthwhile = 0.9;
            planned.prediction =
                static_cast<double>(counts.strided) >= worthwhile * static_cast<double>(counts.accesses)
                    ? Prediction::stride
                    : Prediction::context;
            if (planned.prediction == Prediction::context && remembered_ < BlockPlan::max_remembered) {
                planned.remembered = static_cast<std::uint8_t>(remembered_++);
                planned.ratio = static_cast<std::uint8_t>(
                    std::max_element(counts.ratios.begin(), counts.ratios.end()) - counts.ratios.begin());
            }
        }
    }

    BlockPlan& plan_;
    std::vector<Counts> counts_;
    std::vector<Lanes> lanes_;
    std::uint32_t remembered_ = 0;
};

/// Counts the lane accesses that a plan does not predict. Predicted addresses do not depend on the other
/// predictions, so these are left out.
class Trial {
public:
    Trial(const RequestBlock& block, const RequestNumbers& numbers, const BlockPlan& plan,
          std::uint32_t requests, const std::stop_token& stop)
        : misses(plan.instructions.size()) {
        BlockModel model(plan);
        for (std::uint32_t i = 0; i < requests; ++i) {
            if (i % 4096 == 0 && stop.stop_requested()) throw Cancelled();
            const auto& entry = block.entries[i];
            if (numbers.is_new[i]) model.add_warp({entry.launch, entry.sm, entry.warp, entry.slot});
            model.prefetch_warp(numbers.warps[i + std::size_t{1} < requests ? i + 1 : i]);
            add(model, numbers.warps[i], numbers.instructions[i], entry.mask,
                block.addresses.data() + entry.first_address);
        }
    }
    std::vector<std::uint64_t> misses;

private:
    void add(BlockModel& model, std::uint32_t warp, std::uint32_t instruction, std::uint32_t mask,
             const std::uint64_t* actual) {
        std::uint64_t missed = 0;
        model.addresses(warp, instruction, mask, [&](const Candidates& candidates) {
            const std::uint64_t address = *actual++;
            // A correct second guess costs about a fifth of an address that is written out.
            if (address == candidates.first()) return Choice{address, false};
            const bool is_second = address == candidates.second();
            missed += is_second ? 1 : 5;
            return Choice{address, !is_second && address != candidates.stepped()};
        });
        misses[instruction] += missed;
    }
};

} // namespace

RequestNumbers plan_block(const RequestBlock& block, std::span<const Instruction> instructions,
                          BlockPlan& plan, const std::stop_token& stop) {
    RequestNumbers numbers = number_requests(block, plan);
    plan.table_bits = std::clamp<std::uint32_t>(
        static_cast<std::uint32_t>(std::bit_width(block.addresses.size() / 4)), 8, BlockPlan::max_table_bits);
    LaneStatistics statistics(block, numbers, instructions, plan);
    statistics.decide(instructions);

    const auto requests = static_cast<std::uint32_t>(block.entries.size() / 3);
    BlockPlan deeper = plan;
    for (PlannedInstruction& planned : deeper.instructions)
        if (planned.prediction == Prediction::context) planned.prediction = Prediction::context2;
    const Trial one(block, numbers, plan, requests, stop);
    const Trial two(block, numbers, deeper, requests, stop);
    for (std::size_t i = 0; i < plan.instructions.size(); ++i)
        if (two.misses[i] < one.misses[i])
            plan.instructions[i].prediction = deeper.instructions[i].prediction;
    return numbers;
}

RequestNumbers plan_block_quickly(const RequestBlock& block, BlockPlan& plan) {
    return number_requests(block, plan);
}

} // namespace hitmap::hmt
