#include "core/cache/gpu/preset_keys.h"

#include <array>

namespace hitmap {

namespace {

constexpr double tebibyte = 1099511627776.0;
constexpr bool needed = true;

constexpr PresetKey count(std::string_view group, std::string_view name, double most, std::string_view title,
                          bool required = false) {
    return {group, name, FactUnit::count, 1.0, most, true, false, required, title};
}
constexpr PresetKey bytes(std::string_view group, std::string_view name, double most, std::string_view title,
                          bool required = false) {
    return {group, name, FactUnit::bytes, 1.0, most, true, false, required, title};
}
constexpr PresetKey quantity(std::string_view group, std::string_view name, FactUnit unit, double most,
                             std::string_view title) {
    return {group, name, unit, 0.0, most, false, false, false, title};
}
constexpr PresetKey word(std::string_view group, std::string_view name, std::string_view title,
                         bool required = false) {
    return {group, name, FactUnit::name, 0.0, 0.0, false, false, required, title};
}
constexpr PresetKey cycles(std::string_view group, std::string_view name, std::string_view title) {
    return quantity(group, name, FactUnit::cycles, 1e6, title);
}

constexpr std::array known_keys{
    count("device", "sms", 65535, "SMs (compute units, Xe-cores)", needed),
    count("device", "lanes", 128, "lanes of a warp"),
    quantity("device", "clock", FactUnit::megahertz, 1e5, "clock of the SMs"),
    quantity("device", "dram_bandwidth", FactUnit::gigabytes_per_second, 1e6, "bandwidth of DRAM"),

    bytes("l1", "capacity", tebibyte, "nominal capacity, of an SM", needed),
    bytes("l1", "effective_capacity", tebibyte, "capacity at which misses begin"),
    count("l1", "units", 64, "caches an SM has, each of capacity / units"),
    bytes("l1", "line", 4096, "line", needed),
    bytes("l1", "sector", 4096, "sector", needed),
    count("l1", "sets", 4294967294.0, "sets of a unit", needed),
    count("l1", "ways", 4294967294.0, "ways", needed),
    word("l1", "index", "set index", needed),
    word("l1", "policy", "replacement", needed),
    PresetKey{"l1", "victim_odds", FactUnit::count, 0.0, 1e6, true, true, false,
              "odds of each way as victim"},
    word("l1", "write_policy", "writes"),
    word("l1", "global_loads", "global loads"),
    word("l1", "global_stores", "line of a global store"),
    cycles("l1", "latency", "latency of a hit"),
    quantity("l1", "bandwidth", FactUnit::bytes_per_cycle, 1e6, "bandwidth, of an SM"),

    bytes("l2", "capacity", tebibyte, "nominal capacity", needed),
    bytes("l2", "effective_capacity", tebibyte, "capacity at which misses begin"),
    count("l2", "slices", 65536, "parts of equal size, see the note"),
    count("l2", "partitions", 16, "partitions; lines of a far one are duplicated in the near one"),
    bytes("l2", "line", 4096, "line", needed),
    bytes("l2", "sector", 4096, "sector", needed),
    count("l2", "sets", 4294967294.0, "sets of all slices", needed),
    count("l2", "ways", 4294967294.0, "ways", needed),
    word("l2", "index", "set index", needed),
    word("l2", "policy", "replacement", needed),
    word("l2", "write_policy", "writes"),
    cycles("l2", "latency", "latency of a hit"),
    cycles("l2", "far_latency", "latency of a hit in the far partition"),
    quantity("l2", "bandwidth", FactUnit::bytes_per_cycle, 1e6, "bandwidth"),

    bytes("texture", "capacity", tebibyte, "nominal capacity, of an SM", needed),
    bytes("texture", "line", 4096, "line", needed),
    count("texture", "sets", 4294967294.0, "sets", needed),
    count("texture", "ways", 4294967294.0, "ways", needed),
    word("texture", "index", "set index", needed),
    word("texture", "policy", "replacement", needed),
    cycles("texture", "latency", "latency of a hit"),
    cycles("texture", "miss_latency", "latency of a hit in L2"),

    bytes("read_only", "capacity", tebibyte, "nominal capacity, of an SM", needed),
    bytes("read_only", "line", 4096, "line", needed),
    count("read_only", "sets", 4294967294.0, "sets", needed),
    count("read_only", "ways", 4294967294.0, "ways", needed),
    word("read_only", "index", "set index", needed),
    word("read_only", "policy", "replacement", needed),
    cycles("read_only", "latency", "latency of a hit"),
    cycles("read_only", "miss_latency", "latency of a hit in L2"),

    bytes("middle_cache", "capacity", tebibyte, "nominal capacity of a cache between L1 and L2", needed),
    bytes("middle_cache", "line", 4096, "line"),
    count("middle_cache", "ways", 4294967294.0, "ways"),
    cycles("middle_cache", "latency", "latency of a hit"),
    bytes("last_cache", "capacity", tebibyte, "nominal capacity of a cache behind L2", needed),
    cycles("last_cache", "latency", "latency of a hit"),
    cycles("dram", "latency", "latency"),

    bytes("l1_tlb", "page", tebibyte, "page", needed),
    PresetKey{"l1_tlb", "sets", FactUnit::count, 1.0, 1048576.0, true, true, needed, "entries of each set"},
    word("l1_tlb", "policy", "replacement", needed),
    cycles("l1_tlb", "penalty", "cycles that a miss adds"),
    bytes("l2_tlb", "page", tebibyte, "page", needed),
    PresetKey{"l2_tlb", "sets", FactUnit::count, 1.0, 1048576.0, true, true, needed, "entries of each set"},
    word("l2_tlb", "policy", "replacement", needed),
    cycles("l2_tlb", "penalty", "cycles that a miss adds"),

    bytes("shared_memory", "capacity", tebibyte, "capacity, of an SM"),
    PresetKey{"shared_memory", "carve_outs", FactUnit::bytes, 0.0, tebibyte, true, true, false,
              "capacities to choose from"},
    count("shared_memory", "banks", 1024, "banks", needed),
    bytes("shared_memory", "bank_bytes", 64, "width of a bank", needed),
    cycles("shared_memory", "latency", "latency without a conflict"),
    cycles("shared_memory", "conflict_cycles", "cycles that a further way of a conflict adds"),
};

} // namespace

std::string_view name_of(FactUnit unit) {
    static constexpr std::array<std::string_view, 7> names{"", "B", "cycles", "MHz", "GB/s", "B/cycle", ""};
    return names.at(static_cast<std::size_t>(unit));
}

std::span<const PresetKey> preset_keys() {
    return known_keys;
}

std::span<const std::string_view> required_preset_groups() {
    static constexpr std::array<std::string_view, 3> groups{"device", "l1", "l2"};
    return groups;
}

} // namespace hitmap
