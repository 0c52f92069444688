#include "core/layout/derive/access_survey.h"

#include "core/layout/derive/lane_states.h"
#include "core/layout/derive/survey_blocks.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace hitmap {

namespace {

constexpr std::size_t most_pairs = std::size_t{1} << 18; // a program has few pairs for each instruction
constexpr std::uint32_t no_site = ~std::uint32_t{0};

void add_difference(std::uint64_t difference, std::uint64_t& divisor) {
    if (difference != 0 && (divisor == 0 || difference % divisor != 0))
        divisor = std::gcd(divisor, difference);
}

void merge_site(const Site& from, Site& into) {
    if (into.accesses == 0) {
        into = from;
        return;
    }
    into.accesses += from.accesses;
    into.least = std::min(into.least, from.least);
    into.most = std::max(into.most, from.most);
    into.divisor = std::gcd(into.divisor, from.divisor);
    add_difference(std::max(into.first, from.first) - std::min(into.first, from.first), into.divisor);
}

void merge_pair(const SitePair& from, SitePair& into) {
    if (into.times == 0) {
        into = from;
        return;
    }
    into.times += from.times;
    into.constant = into.constant && from.constant && into.distance == from.distance;
}

/// The survey of one block. Sites have dense numbers, so that looking them up is cheap.
class BlockSurvey {
public:
    void examine(const RequestBlock& block, const std::vector<Instruction>& instructions,
                 const BufferLookup& lookup, const JobContext& job) {
        sites_of_.resize(instructions.size());
        LaneStates<LastAccess> lanes;
        for_each_request(block, job, [&](const RequestBlock::Entry& entry, auto addresses) {
            const Instruction& instruction = instructions[entry.instruction];
            if (instruction.space != Space::global) return;
            const bool is_link = instruction.operation != Operation::atomic;
            auto& last = lanes.of(entry);
            std::uint32_t mask = entry.mask;
            for (const std::uint64_t address : addresses) {
                const int lane = std::countr_zero(mask);
                mask &= mask - 1;
                const std::uint32_t site = site_of(entry.instruction, address, lookup);
                if (site == no_site) continue;
                add(address, sites_[site].second);
                if (!is_link) continue;
                if (last[lane].site != no_site) add_pair(last[lane], site, address);
                last[lane] = {site, address};
            }
        });
    }

    void merge_into(AccessSurvey& all) const {
        for (const auto& [key, site] : sites_)
            merge_site(site, all.sites[key]);
        std::vector<std::pair<std::uint64_t, SitePair>> pairs(pairs_.begin(), pairs_.end());
        std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [key, pair] : pairs) {
            const std::pair sites(sites_[key >> 32U].first, sites_[key & 0xffff'ffffU].first);
            if (all.pairs.size() >= most_pairs && !all.pairs.contains(sites)) continue;
            merge_pair(pair, all.pairs[sites]);
        }
    }

private:
    struct LastAccess {
        std::uint32_t site = no_site;
        std::uint64_t address = 0;
    };

    std::uint32_t site_of(std::uint32_t instruction, std::uint64_t address, const BufferLookup& lookup) {
        auto& known = sites_of_[instruction];
        const std::uint32_t buffer = lookup.find(address, known.empty() ? 0 : known.back().first);
        if (buffer == BufferLookup::none) return no_site;
        const auto found = std::find_if(known.rbegin(), known.rend(),
                                        [&](const auto& site) { return site.first == buffer; });
        if (found != known.rend()) return found->second;
        const auto number = static_cast<std::uint32_t>(sites_.size());
        known.emplace_back(buffer, number);
        sites_.push_back({{buffer, instruction}, {}});
        return number;
    }

    static void add(std::uint64_t address, Site& site) {
        if (site.accesses++ == 0) site.first = address;
        site.least = std::min(site.least, address);
        site.most = std::max(site.most, address);
        add_difference(address > site.first ? address - site.first : site.first - address, site.divisor);
    }

    void add_pair(const LastAccess& last, std::uint32_t site, std::uint64_t address) {
        const std::uint64_t key = std::uint64_t{last.site} << 32U | site;
        if (pair_ == nullptr || key != pair_key_) { // most lanes of a request make the same pair
            if (pairs_.size() >= most_pairs && !pairs_.contains(key)) return;
            pair_ = &pairs_[key];
            pair_key_ = key;
        }
        const auto distance = static_cast<std::int64_t>(address - last.address);
        if (pair_->times++ == 0) pair_->distance = distance;
        pair_->constant = pair_->constant && pair_->distance == distance;
    }

    std::vector<std::pair<SiteKey, Site>> sites_;
    /// [instructions] (buffer, number of the site)
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> sites_of_;
    std::unordered_map<std::uint64_t, SitePair> pairs_; ///< by the numbers of both sites
    std::uint64_t pair_key_ = 0;
    SitePair* pair_ = nullptr;
};

} // namespace

AccessSurvey survey_accesses(const HmtFile& file, const std::vector<BufferExtent>& buffers, ThreadPool& pool,
                             const JobContext& job) {
    job.begin("surveying the accesses", file.info().requests, "requests");
    AccessSurvey all;
    const BufferLookup lookup(buffers);
    const auto examine = [&](const RequestBlock& block, BlockSurvey& part) {
        part.examine(block, file.info().instructions, lookup, job);
    };
    survey_blocks<BlockSurvey>(file, pool, job, examine,
                               [&](const BlockSurvey& part) { part.merge_into(all); });
    return all;
}

} // namespace hitmap
