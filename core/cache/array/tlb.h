#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// One level of a TLB. Sets may be of unequal size (Mei et al. 2014, section 4.2 and figure 10: one set of 17
/// entries and six of 8); [16] is one fully associative set.
///
/// Which set a page belongs to: with E entries in all, page modulo E is a place, and places go to the sets in
/// turn, each set as often as it has entries: with sets 3, 1, 1 to sets 0 1 2 0 0. So E consecutive pages fit
/// exactly, each page more overfills one set more, the first set first (figure 11), and sets of equal size
/// are indexed linearly.
struct TlbLevelGeometry {
    std::vector<std::uint32_t> set_entries; ///< [sets], each at least 1
    std::uint64_t page = 2U << 20;          ///< bytes, a power of two
    std::string policy = "lru";             ///< see replacement.h; must allow each set's number of entries

    [[nodiscard]] std::uint64_t entries() const;
    friend bool operator==(const TlbLevelGeometry&, const TlbLevelGeometry&) = default;
};

/// Throws UsageError: no sets, an empty set, more than 2^20 entries, a page that is no power of two, a
/// policy that is not known or does not allow a set.
void check_tlb_level(const TlbLevelGeometry& geometry);

/// A level of a TLB.
class TlbLevel {
public:
    virtual ~TlbLevel() = default;
    /// Whether the entry of the address's page was there. It is afterwards.
    virtual bool access(std::uint64_t address) = 0;
    /// Accesses each of the addresses, in order; appends the indices of those whose entry was not there.
    virtual void access_all(std::span<const std::uint64_t> addresses, std::vector<std::uint32_t>& missed) = 0;
    virtual void clear() = 0;
};
/// Throws as check_tlb_level does.
[[nodiscard]] std::unique_ptr<TlbLevel> make_tlb_level(const TlbLevelGeometry& geometry,
                                                       std::uint64_t seed = 1);

/// Where an address's translation was found.
enum class TlbOutcome : std::uint8_t { l1_hit, l2_hit, miss };

struct TlbGeometry {
    TlbLevelGeometry l1{{16}};
    TlbLevelGeometry l2{{17, 8, 8, 8, 8, 8, 8}};
    friend bool operator==(const TlbGeometry&, const TlbGeometry&) = default;
};

/// Two levels. What the first does not have is looked up in the second; afterwards both have it. The default
/// is that of Fermi and Kepler (Mei et al. 2014, table 4): 32 MiB and 130 MiB in pages of 2 MiB.
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
