#include "tests/capture/spool/made_spool.h"

#include <utility>

namespace hitmap::test {

namespace {

using capture::Payload;

constexpr std::uint32_t first_site = 10;

std::uint64_t unit_of(std::uint64_t low, std::uint64_t high) {
    return high << 32 | low;
}

std::uint64_t head(std::uint32_t site, Payload payload) {
    constexpr std::uint64_t two_lanes = 3;
    return unit_of(site | static_cast<std::uint32_t>(payload) << capture::record_payload_shift |
                       capture::record_written,
                   two_lanes);
}

capture::SpoolModule module_of(const MadeSpool& spool) {
    capture::SpoolModule module;
    module.first_site = first_site;
    module.sites.push_back({capture::SiteKind::begin, 0});
    module.accesses = spool.accesses;
    module.traces_rays = spool.traces_rays;
    for (std::uint32_t i = 0; i < spool.accesses.size(); ++i) {
        module.sites.push_back({capture::SiteKind::access, i});
        module.accesses[i].binding = i % spool.buffers;
        module.accesses[i].location.line = i + 1;
    }
    for (std::uint32_t i = 0; i < spool.buffers; ++i) {
        capture::Binding binding;
        binding.name = "values" + std::to_string(i);
        binding.binding = i;
        module.bindings.push_back(std::move(binding));
    }
    return module;
}

std::vector<std::uint64_t> units_of(const MadeSpool& spool, std::uint32_t launch) {
    std::vector<std::uint64_t> units{head(first_site, Payload::begin),
                                     0,
                                     unit_of(launch, 8),
                                     0,
                                     unit_of(0, capture::no_core),
                                     unit_of(0, 1)};
    if (spool.unwritten_record == 0) units[0] = 0;
    for (std::uint32_t i = 0; i < spool.accesses.size(); ++i) {
        units.push_back(spool.unwritten_record == i + 1 ? 0 : head(first_site + 1 + i, Payload::offset));
        units.push_back(0);
        units.push_back(unit_of(0, 64));
    }
    units.resize(units.size() + spool.room_units);
    return units;
}

capture::SpoolLaunch launch_of(const MadeSpool& spool, std::uint32_t number) {
    capture::SpoolLaunch launch;
    launch.dispatch = number;
    launch.first_site = first_site;
    launch.kernel = "kernel";
    launch.block = spool.block;
    launch.invocations = spool.invocations;
    launch.draw = spool.draw;
    const bool is_unended = spool.launches - number <= spool.unended_launches;
    if (!is_unended || !spool.unended_are_indirect) launch.grid = {1, 1, 1};
    return launch;
}

} // namespace

capture::Access MadeSpool::load(std::vector<capture::Piece> pieces) {
    capture::Access access;
    for (const capture::Piece& piece : pieces)
        access.bytes += piece.bytes;
    access.pieces = std::move(pieces);
    access.function = "main";
    return access;
}

void MadeSpool::write_to(capture::SpoolWriter& spool) const {
    spool.write(capture::SpoolDevice{0, "a device", 8, 4});
    if (!layers.empty()) spool.write(capture::SpoolLayers{layers});
    spool.write(module_of(*this));
    for (const std::string& module : unrecorded_traversal)
        spool.write(capture::SpoolTraversal{module});
    for (const auto& [by_device, by_host] : miscounts)
        spool.write(capture::SpoolMiscount{0, by_device, by_host});
    if (unrecorded_launches != 0) spool.write(capture::SpoolLeftOut{unrecorded_launches});
    capture::SpoolTable table;
    for (std::uint32_t i = 0; i < buffers; ++i) {
        const std::uint64_t address = 0x10000 + i * 0x10000;
        spool.write(capture::SpoolBuffer{i, address, buffer_bytes});
        table.descriptors.push_back({0, i, 0, i, address, buffer_bytes, 0});
    }
    spool.write(table);
    for (std::uint32_t i = 0; i < launches; ++i) {
        const bool has_ended = launches - i > unended_launches;
        const bool frees = frees_early && i + 1 == launches;
        if (!has_ended || frees) spool.write(capture::SpoolBegunLaunch{launch_of(*this, i)});
        for (std::uint32_t buffer = 0; frees && buffer < buffers; ++buffer)
            spool.write(capture::SpoolBufferEnd{buffer});
        if (launches - i <= launches_without_records) {
            if (has_ended) spool.write(launch_of(*this, i));
            continue;
        }
        const std::vector<std::uint64_t> units = units_of(*this, i);
        spool.write_records(0, 0, units);
        if (lost_units != 0)
            spool.write(
                capture::SpoolLost{0, units.size(), units.size() + lost_units, units.size() + lost_units});
        if (has_ended) spool.write(launch_of(*this, i));
    }
}

std::string MadeSpool::write(const std::string& path) const {
    capture::SpoolWriter spool(path);
    write_to(spool);
    if (ended) spool.write(capture::SpoolEnd{});
    spool.close();
    return path;
}

} // namespace hitmap::test
