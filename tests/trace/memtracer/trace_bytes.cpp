#include "tests/trace/memtracer/trace_bytes.h"

#include "core/trace/formats/memtracer/meow_hash.h"
#include "core/trace/io/bytes.h"
#include "tests/trace/byte_text.h"

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

namespace hitmap {

namespace {

/// The tables of a trace behind one another, and the trace header with their offsets.
class TraceWriter {
public:
    TraceWriter(const MemtracerTrace& trace, std::uint64_t first) : first_(first) {
        header_.raw(std::array<std::byte, 16>{}); // the hash
        put_accesses(trace);
        put_launches(trace);
        put_regions(trace);
        section(16, trace.opcodes.size());
        ByteWriter strings;
        for (std::uint32_t i = 0; i < trace.opcodes.size(); ++i) {
            data_.u64(trace.opcodes[i].first);
            data_.u32(i);
            data_.u32(0);
            strings.raw(std::as_bytes(std::span(trace.opcodes[i].second)));
            strings.u8(0);
        }
        header_.u64(first_ + data_.size());
        header_.u64(strings.size());
        data_.raw(strings.bytes());
        header_.u64(contents_.size() == 0 ? 0 : first_ + data_.size());
        header_.u64(contents_.size());
        data_.raw(contents_.bytes());
    }
    [[nodiscard]] std::string header() const { return text_of(header_); }
    [[nodiscard]] std::string data() const { return text_of(data_); }

private:
    void section(std::uint64_t stride, std::uint64_t count) {
        header_.u64(stride);
        header_.u64(count);
        header_.u64(first_ + data_.size());
    }
    void put_accesses(const MemtracerTrace& trace) {
        section(288, trace.accesses.size());
        for (const auto& access : trace.accesses) {
            data_.u64(access.program_counter);
            data_.u64(access.launch);
            for (std::size_t axis = 3; axis-- != 0;)
                data_.u32(static_cast<std::uint32_t>(access.block[axis]));
            data_.u32(static_cast<std::uint32_t>(access.warp));
            for (std::size_t lane = 0; lane < 32; ++lane)
                data_.u64(lane < access.addresses.size() ? access.addresses[lane] : 0);
        }
    }
    void put_launches(const MemtracerTrace& trace) {
        section(32, trace.launches.size());
        for (const auto& launch : trace.launches) {
            data_.u64(launch.id);
            for (const auto& size : {launch.grid, launch.block})
                for (const std::int32_t each : size)
                    data_.u32(static_cast<std::uint32_t>(each));
        }
    }
    void put_regions(const MemtracerTrace& trace) {
        section(40, trace.regions.size());
        for (const auto& region : trace.regions) {
            data_.u64(region.launch);
            data_.u64(region.id);
            data_.u64(region.address);
            data_.u64(region.bytes);
            data_.u64(region.contents ? contents_.size() : ~std::uint64_t{0});
            if (region.contents) contents_.raw(std::as_bytes(std::span(*region.contents)));
        }
    }

    std::uint64_t first_;
    ByteWriter header_;
    ByteWriter data_;
    ByteWriter contents_;
};

std::string hash_text(std::initializer_list<std::string_view> parts) {
    MeowHash hash;
    for (const std::string_view part : parts)
        hash.add(std::as_bytes(std::span(part)));
    const auto value = hash.finish();
    return {value.begin(), value.end()};
}

template <class Number>
std::string packed(std::initializer_list<Number> numbers) {
    return {reinterpret_cast<const char*>(numbers.begin()), numbers.size() * sizeof(Number)};
}

} // namespace

std::string MemtracerTrace::bytes(std::uint32_t trace_version) const {
    constexpr std::uint64_t header_size = 144;
    const bool at_end = trace_version >= 5;
    ByteWriter file;
    file.raw(std::as_bytes(std::span(std::string_view("TRAC"))));
    file.u32(trace_version);
    file.u64(at_end ? header_size : header_size + 16);
    const std::string start = text_of(file);
    const TraceWriter writer(*this, at_end ? 16 : 16 + header_size);
    std::string header = writer.header();
    const std::string data = writer.data();
    const std::string hash = at_end ? hash_text({start, data, header}) : hash_text({data, start, header});
    header.replace(0, hash.size(), hash);
    return at_end ? start + data + header : start + header + data;
}

MemtracerTrace small_scene_trace() {
    MemtracerTrace trace;
    trace.opcodes = {{0x100, "LDG.E"}, {0x110, "STL.128"}, {0x120, "STG.E.U8"}};
    for (const std::uint64_t launch : {0U, 1U}) {
        trace.launches.push_back({launch, {1, 1, 1}, {8, 8, 1}});
        trace.regions.push_back({launch, 0, 0x1000, 192, {}});
        trace.regions.push_back({launch, 1, 0x2000, 12, packed({2U, 0x80000002U, 0x80000001U})});
        trace.regions.push_back(
            {launch, 2, 0x3000, 48,
             packed({0.0F, 0.0F, 0.0F, 1.0F, 1.0F, 1.0F, 1.0F, 0.0F, 0.0F, 2.0F, 1.0F, 1.0F})});
        trace.regions.push_back(
            {launch, 3, 0x4000, 48, packed({0U, 1U, 2U, 2U, 1U, 3U, 1U, 2U, 4U, 7U, 7U, 7U})});
        trace.regions.push_back(
            {launch, 4, 0x5000, 48,
             packed({0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 1.0F, 1.0F, 1.0F})});
        trace.regions.push_back(
            {launch, 5, 0x6000, 48,
             packed({0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 1.0F})});
    }
    trace.accesses = {
        {0x100, 0, {}, 0, {0x2000, 0x2004, 0, 0x2008}},
        {0x100, 0, {}, 1, {0x3000, 0x3018}},
        {0x110, 0, {}, 1, {0x7f00fffd0000, 0x7f00fffd0010}},
        {0x100, 0, {}, 1, {0x4000, 0x400c}},
        {0x120, 0, {}, 0, {0x1000, 0x1003}},
        {0x120, 1, {}, 1, {0x1060, 0x1063}},
    };
    return trace;
}

} // namespace hitmap
