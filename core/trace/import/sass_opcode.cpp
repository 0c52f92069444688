#include "core/trace/import/sass_opcode.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace hitmap {

namespace {

struct OpcodeName {
    std::string_view name;
    SassAccess access;
};

/// LDSM and STSM access the rows of 8x8 matrices of 16 bits: a lane has the address of a row.
constexpr std::uint16_t matrix_row_bytes = 16;

constexpr std::array<OpcodeName, 17> opcode_names{{
    {"LD", {.generic = true}},
    {"LDG", {}},
    {"LDGSTS", {}},
    {"LDL", {.space = Space::local}},
    {"LDS", {.space = Space::shared}},
    {"LDSM", {.space = Space::shared, .bytes_per_lane = matrix_row_bytes}},
    {"ST", {.operation = Operation::store, .generic = true}},
    {"STG", {.operation = Operation::store}},
    {"STL", {.operation = Operation::store, .space = Space::local}},
    {"STS", {.operation = Operation::store, .space = Space::shared}},
    {"STSM", {.operation = Operation::store, .space = Space::shared, .bytes_per_lane = matrix_row_bytes}},
    {"ATOM", {.operation = Operation::atomic, .generic = true}},
    {"ATOMG", {.operation = Operation::atomic}},
    {"ATOMS", {.operation = Operation::atomic, .space = Space::shared}},
    {"RED", {.operation = Operation::atomic}},
    {"REDG", {.operation = Operation::atomic}},
    {"REDS", {.operation = Operation::atomic, .space = Space::shared}},
}};

/// Instructions that access memory, but not by an address for each lane.
constexpr auto special_names = std::to_array<std::string_view>({
    "LDC",  "LDCU", "LDTM", "STTM",   "SUATOM", "SULD",    "SURED",   "SUST",   "TEX",      "TLD",
    "TLD4", "TXD",  "ULDC", "UBLKCP", "UBLKPF", "UBLKRED", "UTMALDG", "UTMAPF", "UTMAREDG", "UTMASTG",
});

const OpcodeName* named(std::string_view name) {
    const auto* const found =
        std::ranges::find_if(opcode_names, [&](const OpcodeName& each) { return each.name == name; });
    return found == opcode_names.end() ? nullptr : found;
}

/// Removes the first part of an opcode and returns it.
std::string_view take_part(std::string_view& opcode) {
    const std::size_t dot = opcode.find('.');
    const std::string_view part = opcode.substr(0, dot);
    opcode.remove_prefix(dot == std::string_view::npos ? opcode.size() : dot + 1);
    return part;
}

/// The bytes of a part such as "64", "U8", "BF16" or "F16x2"; 0 if it does not name a size.
std::uint16_t bytes_of(std::string_view part) {
    for (const std::string_view prefix : {"BF", "U", "S", "F", "B"}) {
        if (!part.starts_with(prefix)) continue;
        part.remove_prefix(prefix.size());
        break;
    }
    unsigned bits = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), bits);
    if (error != std::errc{} || bits < 8 || bits > 256 || bits % 8 != 0) return 0;
    unsigned count = 1;
    part.remove_prefix(static_cast<std::size_t>(end - part.data()));
    if (part == "x2" || part == "x4")
        count = part == "x2" ? 2 : 4;
    else if (!part.empty())
        return 0;
    const unsigned bytes = bits / 8 * count;
    return bytes <= RecordingLimits::bytes_per_lane ? static_cast<std::uint16_t>(bytes) : std::uint16_t{0};
}

/// @param before  the part before this one
std::optional<CacheOperator> cache_operator_of(std::string_view part, std::string_view before,
                                               Operation operation) {
    const bool stores = operation == Operation::store;
    if (part == "EF" || part == "CS") return CacheOperator::streaming;
    if (part == "LU") return CacheOperator::last_use;
    if (part == "CG" || part == "BYPASS") return CacheOperator::global;
    if (part == "CV") return CacheOperator::volatile_;
    if (part == "WT") return CacheOperator::write_through;
    // Loads and stores of a scope that is larger than the SM bypass L1.
    if (before != "STRONG") return std::nullopt;
    if (part == "GPU") return CacheOperator::global;
    if (part == "SYS") return stores ? CacheOperator::write_through : CacheOperator::volatile_;
    return std::nullopt;
}

} // namespace

std::optional<SassAccess> sass_access(std::string_view opcode) {
    const std::string_view name = take_part(opcode);
    const OpcodeName* const found = named(name);
    if (found == nullptr) return std::nullopt;
    SassAccess access = found->access;
    bool has_size = access.bytes_per_lane == matrix_row_bytes;
    for (std::string_view before = name, part; !opcode.empty(); before = part) {
        part = take_part(opcode);
        if (const std::uint16_t bytes = bytes_of(part); bytes != 0 && !has_size) {
            access.bytes_per_lane = bytes;
            has_size = true;
        }
        if (access.operation == Operation::atomic) continue; // Atomic operations are made in L2.
        if (const auto cache = cache_operator_of(part, before, access.operation)) access.cache = *cache;
    }
    return access;
}

SassMemory sass_memory(std::string_view opcode) {
    // Most instructions of a trace access no memory, and few names of others begin with these letters.
    constexpr std::string_view first_letters = "LSARTU";
    if (opcode.empty() || first_letters.find(opcode.front()) == std::string_view::npos)
        return SassMemory::none;
    const std::string_view name = take_part(opcode);
    if (named(name) != nullptr) return SassMemory::lanes;
    return std::ranges::find(special_names, name) != special_names.end() ? SassMemory::special
                                                                         : SassMemory::none;
}

bool copies_in_bulk(std::string_view opcode) {
    return opcode.starts_with("UTMA") || opcode.starts_with("UBLK");
}

} // namespace hitmap
