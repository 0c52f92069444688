#include "core/probe/measured_preset.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr std::string_view measured_source = "measured here";

/// Collects facts, and sorts them like preset_keys().
class FactList {
public:
    void add(std::string_view group, std::string_view name, FactValue value, Trust trust,
             std::string note = {}) {
        const auto keys = preset_keys();
        const auto key = std::ranges::find_if(
            keys, [&](const PresetKey& known) { return known.group == group && known.name == name; });
        facts_.push_back({&*key, std::move(value),
                          std::string(trust == Trust::assumed ? "-" : measured_source), trust,
                          std::move(note)});
    }
    [[nodiscard]] std::vector<PresetFact> sorted() && {
        std::ranges::sort(facts_, {}, &PresetFact::key); // pointers into the list of keys
        return std::move(facts_);
    }

private:
    std::vector<PresetFact> facts_;
};

struct AssumedSets {
    std::uint64_t sets = 1;
    std::uint64_t ways = 1;
};

AssumedSets assumed_sets(std::uint64_t capacity, std::uint64_t line) {
    constexpr std::uint64_t most_ways = 16;
    const double lines = std::max(1.0, static_cast<double>(capacity) / static_cast<double>(line));
    AssumedSets assumed;
    while (std::llround(lines / static_cast<double>(assumed.sets)) > static_cast<long long>(most_ways))
        assumed.sets *= 2;
    assumed.ways = static_cast<std::uint64_t>(std::llround(lines / static_cast<double>(assumed.sets)));
    return assumed;
}

double rounded_latency(double latency) {
    return std::round(latency * 100.0) / 100.0;
}

void add_level(FactList& facts, const char* group, const ProbedLevel& level) {
    constexpr std::uint64_t usual_line = 64;
    const std::uint64_t sector = std::clamp<std::uint64_t>(level.fetched.value_or(usual_line), 16, 4096);
    const std::uint64_t line = std::clamp<std::uint64_t>(level.line.value_or(sector), sector, 32 * sector);
    const AssumedSets assumed = assumed_sets(level.capacity, line);
    facts.add(group, "capacity", static_cast<double>(assumed.sets * assumed.ways * line), Trust::measured,
              fmt::format("misses begin at {} bytes; this is the nearest capacity of the assumed sets",
                          level.capacity));
    facts.add(group, "line", static_cast<double>(line),
              level.line || level.fetched ? Trust::measured : Trust::assumed,
              level.line      ? ""
              : level.fetched ? "what a miss fetches; the tag may be of more bytes"
                              : "not measured");
    facts.add(group, "sector", static_cast<double>(sector), level.fetched ? Trust::measured : Trust::assumed,
              level.fetched ? "what a miss fetches" : "");
    facts.add(group, "sets", static_cast<double>(assumed.sets), Trust::assumed);
    facts.add(group, "ways", static_cast<double>(assumed.ways), Trust::assumed);
    facts.add(group, "index", std::string("linear"), Trust::assumed);
    facts.add(group, "policy", std::string("lru"), Trust::assumed);
    facts.add(group, "latency", rounded_latency(level.latency), Trust::measured,
              "with the instructions of the chase around the load");
}

void add_information(FactList& facts, const char* group, const ProbedLevel& level) {
    facts.add(group, "capacity", static_cast<double>(level.capacity), Trust::measured);
    facts.add(group, "latency", rounded_latency(level.latency), Trust::measured);
}

/// Small letters, digits and hyphens of the name, for the name of the preset.
std::string preset_name(std::string_view device) {
    constexpr std::size_t most_characters = 50;
    std::string name = "measured";
    bool separate = true;
    for (const char c : device) {
        const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        if (!((small >= 'a' && small <= 'z') || (small >= '0' && small <= '9'))) {
            separate = true;
            continue;
        }
        if (name.size() >= most_characters) break;
        if (separate) name += '-';
        separate = false;
        name += small;
    }
    return name;
}

} // namespace

GpuPreset measured_preset(const ProbedHierarchy& probed, const MeasuredDevice& device) {
    const auto& levels = probed.levels;
    if (levels.size() < 2)
        throw Error(fmt::format("{}: expected latencies that show two caches, which a preset needs; found {}",
                                device.name, levels.size()));
    GpuPreset preset;
    preset.name = preset_name(device.name);
    preset.title = fmt::format("{}, measured {}", device.name, device.date);
    preset.vendor = device.vendor;
    preset.architecture = device.is_cpu ? "CPU" : "GPU";
    preset.notes.push_back(fmt::format("Measured on {} by hitmap probe --gpu on {}{}{}.", device.date,
                                       device.name, device.driver.empty() ? "" : ", driver ", device.driver));
    if (device.is_cpu)
        preset.notes.emplace_back("The device runs on the CPU: these are the caches of the CPU.");
    FactList facts;
    facts.add("device", "sms", static_cast<double>(std::max(device.sms, 1U)),
              device.sms == 0 ? Trust::assumed : Trust::measured,
              device.is_cpu     ? "threads of the CPU"
              : device.sms == 0 ? "the driver does not say"
                                : "as the driver says");
    if (device.lanes > 0)
        facts.add("device", "lanes", static_cast<double>(std::min(device.lanes, 128U)), Trust::measured,
                  "as the driver says");
    if (device.clock > 0.0)
        facts.add("device", "clock", std::round(std::min(device.clock, 1e5)), Trust::measured,
                  "of the shader clock, in whose cycles latencies are");
    add_level(facts, "l1", levels.front());
    const std::size_t l2 = std::max<std::size_t>(1, levels.size() > 3 ? 2 : 1);
    add_level(facts, "l2", levels[l2]);
    if (l2 > 1) add_information(facts, "middle_cache", levels[1]);
    if (levels.size() > l2 + 1) add_information(facts, "last_cache", levels.back());
    if (probed.memory_reached)
        facts.add("dram", "latency", rounded_latency(probed.memory_latency), Trust::measured);
    preset.facts = std::move(facts).sorted();
    return preset;
}

} // namespace hitmap
