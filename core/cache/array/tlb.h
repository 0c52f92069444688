#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// One level of a TLB. Sets may have different sizes (Mei et al. 2014, section 4.2 and figure 10: one set of
/// 17 entries and six of 8). [16] is one fully associative set.
///
/// The set of a page: with E entries in total, page modulo E is the index of an entry. Entries are assigned
/// to the sets in turn, to each set as many as it has: sets of 3, 1 and 1 entries get the sequence 0 1 2 0 0.
/// Thus E consecutive pages fit exactly, each additional page overfills one more set, starting with the first
/// (figure 11), and sets of equal size are indexed linearly.
struct TlbLevelGeometry {
    std::vector<std::uint32_t> set_entries; ///< [sets], each at least 1
    std::uint64_t page = 2U << 20;          ///< bytes, a power of two
    /// See replacement.h; must allow the number of entries of each set.
    std::string policy = "lru";

    [[nodiscard]] std::uint64_t entries() const;
    friend bool operator==(const TlbLevelGeometry&, const TlbLevelGeometry&) = default;
};

/// Throws UsageError if there are no sets, an empty set, or more than 2^20 entries, if the page size is not a
/// power of two, or if the policy is unknown or does not allow a set.
void check_tlb_level(const TlbLevelGeometry& geometry);

/// One level of a TLB.
class TlbLevel {
public:
    virtual ~TlbLevel() = default;
    /// Looks up the page of the address and inserts it if it is missing. Returns whether it was a hit.
    virtual bool access(std::uint64_t address) = 0;
    /// Accesses the addresses in order and appends the indices of those that missed.
    virtual void access_all(std::span<const std::uint64_t> addresses, std::vector<std::uint32_t>& missed) = 0;
    virtual void clear() = 0;
};
/// Throws as check_tlb_level does.
[[nodiscard]] std::unique_ptr<TlbLevel> make_tlb_level(const TlbLevelGeometry& geometry,
                                                       std::uint64_t seed = 1);

/// The level in which an address translation was found.
enum class TlbOutcome : std::uint8_t { l1_hit, l2_hit, miss };

struct TlbGeometry {
    TlbLevelGeometry l1{{16}};
    TlbLevelGeometry l2{{17, 8, 8, 8, 8, 8, 8}};
    friend bool operator==(const TlbGeometry&, const TlbGeometry&) = default;
};

/// A TLB of two levels. What misses in the first is looked up in the second; afterwards both have it. The
/// default is that of Fermi and Kepler (Mei et al. 2014, table 4): 32 MiB and 130 MiB in pages of 2 MiB.
class Tlb {
public:
    /// Throws as check_tlb_level does.
    explicit Tlb(const TlbGeometry& geometry = {}, std::uint64_t seed = 1)
        : l1_(make_tlb_level(geometry.l1, seed)), l2_(make_tlb_level(geometry.l2, seed + 1)) {}
    TlbOutcome access(std::uint64_t address) {
        if (l1_->access(address)) return TlbOutcome::l1_hit;
        return l2_->access(address) ? TlbOutcome::l2_hit : TlbOutcome::miss;
    }
    void clear() {
        l1_->clear();
        l2_->clear();
    }

private:
    std::unique_ptr<TlbLevel> l1_;
    std::unique_ptr<TlbLevel> l2_;
};

} // namespace hitmap
