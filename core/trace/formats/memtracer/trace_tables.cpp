#include "core/trace/formats/memtracer/trace_tables.h"

#include "core/base/error.h"
#include "core/trace/io/bytes.h"
#include "core/trace/model/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <tuple>

namespace hitmap::memtracer {

namespace {

constexpr std::uint32_t most_block_threads = 1024;
constexpr std::size_t most_strings_bytes = std::size_t{1} << 24;
constexpr std::size_t most_opcode_bytes = 256;
constexpr std::uint64_t rows_at_once = 1024;
// One more instruction is needed for program counters that are not in the table.
constexpr std::uint64_t most_instructions = RecordingLimits::table_rows - 1;

/// Calls visit(row) with a ByteReader of at most `row_bytes` bytes for each row of a table.
template <class Visit>
void for_each_row(SeekableInput& file, const Section& section, std::uint64_t row_bytes, std::string_view what,
                  const Visit& visit) {
    std::vector<std::byte> buffer;
    const std::uint64_t used = std::min(row_bytes, section.stride);
    for (std::uint64_t first = 0; first < section.count; first += rows_at_once) {
        const std::uint64_t count = std::min(rows_at_once, section.count - first);
        buffer.resize(count * section.stride);
        file.read(section.offset + first * section.stride, buffer);
        for (std::uint64_t i = 0; i < count; ++i) {
            const BytesPlace place{file.name(), fmt::format("{} {} at byte {}", what, first + i,
                                                            section.offset + (first + i) * section.stride)};
            const auto bytes = std::span(buffer).subspan(i * section.stride, used);
            ByteReader row(bytes, place);
            visit(row);
        }
    }
}

std::array<std::uint32_t, 3> read_size(ByteReader& row, std::string_view what) {
    std::array<std::uint32_t, 3> size{};
    for (std::uint32_t& each : size) {
        each = row.u32(what);
        if (each == 0 || each > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()))
            row.fail(
                fmt::format("expected {} of at least 1, found {}", what, static_cast<std::int32_t>(each)));
    }
    return size;
}

TraceLaunch read_launch(ByteReader& row) {
    TraceLaunch launch;
    launch.id = row.u64("a launch");
    launch.grid = read_size(row, "a grid size");
    launch.block = read_size(row, "a block size");
    std::uint64_t threads = 1;
    for (const std::uint32_t size : launch.block)
        threads = std::min<std::uint64_t>(threads * size, std::numeric_limits<std::uint32_t>::max());
    if (threads > most_block_threads)
        row.fail(
            fmt::format("expected at most {} threads in a block, found {}", most_block_threads, threads));
    std::uint64_t warps = launch.warps_per_block();
    for (const std::uint32_t size : launch.grid)
        warps = std::min<std::uint64_t>(warps * size, std::uint64_t{1} << 32U);
    if (warps > std::numeric_limits<std::uint32_t>::max())
        row.fail(fmt::format("expected fewer than 2^32 warps in a launch, found {} x {} x {} blocks of {}",
                             launch.grid[0], launch.grid[1], launch.grid[2], launch.warps_per_block()));
    return launch;
}

void read_launches(SeekableInput& file, const TraceHeader& header, TraceTables& tables) {
    if (header.launches.count > RecordingLimits::launches)
        throw FileError(file.name(), "trace header",
                        fmt::format("expected at most {} launches, found {}", RecordingLimits::launches,
                                    header.launches.count));
    for_each_row(file, header.launches, launch_bytes, "launch", [&](ByteReader& row) {
        tables.launches.push_back(read_launch(row));
        if (!tables.launch_of_id.emplace(tables.launches.back().id, 0).second)
            row.fail(
                fmt::format("expected every launch once, found launch {} again", tables.launches.back().id));
    });
    std::ranges::sort(tables.launches, {}, &TraceLaunch::id);
    for (std::uint32_t i = 0; i < tables.launches.size(); ++i)
        tables.launch_of_id[tables.launches[i].id] = i;
}

/// Merges the rows of regions.
class RegionTable {
public:
    RegionTable(const TraceHeader& header, const TraceTables& tables, ImportWarnings& warnings)
        : header_(header), tables_(tables), warnings_(warnings) {}

    void add(ByteReader& row) {
        const std::uint64_t launch = row.u64("a launch");
        TraceRegion region;
        region.id = row.u64("a region");
        region.address = row.u64("an address");
        region.bytes = row.u64("a size");
        const std::uint64_t contents = row.left() == 0 ? no_contents : row.u64("an offset of contents");
        if (region.bytes > std::numeric_limits<std::uint64_t>::max() - region.address)
            row.fail(fmt::format("expected a region that ends within 64-bit addresses, found {} bytes at "
                                 "{:#x}",
                                 region.bytes, region.address));
        if (contents != no_contents) region.contents = contents_at(row, contents, region.bytes);
        const auto found = tables_.launch_of_id.find(launch);
        if (found == tables_.launch_of_id.end()) {
            warnings_.count("regions of launches that the trace does not have");
            return;
        }
        region.first_launch = region.last_launch = found->second;
        if (region.bytes != 0) merge(region);
    }

    /// The regions that the recording can have.
    std::vector<TraceRegion> take() {
        if (stored_bytes_ != header_.contents_bytes)
            warnings_.count("contents of another size than their regions");
        std::vector<TraceRegion> kept;
        for (const TraceRegion& region : regions_) {
            if (std::ranges::any_of(kept,
                                    [&](const TraceRegion& other) { return conflict(region, other); })) {
                warnings_.count("regions that overlap another one, which were left out");
                continue;
            }
            kept.push_back(region);
        }
        return kept;
    }

private:
    std::uint64_t contents_at(const ByteReader& row, std::uint64_t offset, std::uint64_t bytes) {
        if (offset > header_.contents_bytes || bytes > header_.contents_bytes - offset)
            row.fail(fmt::format("expected contents within {} bytes, found {} bytes at {}",
                                 header_.contents_bytes, bytes, offset));
        stored_bytes_ += bytes;
        return header_.contents_offset + offset;
    }
    void merge(const TraceRegion& region) {
        const auto [found, is_new] =
            numbers_.emplace(std::tuple(region.id, region.address, region.bytes), regions_.size());
        if (!is_new) {
            TraceRegion& known = regions_[found->second];
            known.first_launch = std::min(known.first_launch, region.first_launch);
            known.last_launch = std::max(known.last_launch, region.last_launch);
            if (known.contents == no_contents) known.contents = region.contents;
        } else if (regions_.size() < RecordingLimits::allocations - 1) { // one for local memory
            regions_.push_back(region);
        } else {
            numbers_.erase(found);
            warnings_.count("regions beyond the limit of allocations, which were left out");
        }
    }
    static bool conflict(const TraceRegion& a, const TraceRegion& b) {
        return a.first_launch <= b.last_launch && b.first_launch <= a.last_launch &&
               a.address < b.address + b.bytes && b.address < a.address + a.bytes;
    }

    const TraceHeader& header_;
    const TraceTables& tables_;
    ImportWarnings& warnings_;
    std::vector<TraceRegion> regions_;
    std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, std::size_t> numbers_;
    std::uint64_t stored_bytes_ = 0; ///< modulo 2^64
};

std::vector<std::string> read_strings(SeekableInput& file, const TraceHeader& header) {
    std::vector<std::string> strings;
    if (header.strings_bytes == 0) return strings;
    const BytesPlace place{file.name(), fmt::format("strings at byte {}", header.strings_offset)};
    const ByteReader nothing({}, place);
    if (header.strings_bytes > most_strings_bytes)
        nothing.fail(
            fmt::format("expected at most {} bytes, found {}", most_strings_bytes, header.strings_bytes));
    std::string text(header.strings_bytes, '\0');
    file.read(header.strings_offset, std::as_writable_bytes(std::span(text)));
    if (text.back() != '\0') nothing.fail("expected a zero byte at the end, found another");
    for (std::size_t first = 0; first < text.size();) {
        const std::size_t last = text.find('\0', first);
        strings.push_back(text.substr(first, last - first));
        first = last + 1;
    }
    return strings;
}

void read_instructions(SeekableInput& file, const TraceHeader& header, TraceTables& tables,
                       ImportWarnings& warnings) {
    if (header.instructions.count > most_instructions)
        throw FileError(file.name(), "trace header",
                        fmt::format("expected at most {} instructions, found {}", most_instructions,
                                    header.instructions.count));
    const std::vector<std::string> strings = read_strings(file, header);
    for_each_row(file, header.instructions, instruction_bytes, "instruction", [&](ByteReader& row) {
        TraceInstruction instruction;
        instruction.program_counter = row.u64("a program counter");
        const std::uint32_t string = row.u32("the number of a string");
        if (string >= strings.size())
            row.fail(fmt::format("expected one of {} strings, found number {}", strings.size(), string));
        instruction.opcode = strings[string];
        if (instruction.opcode.size() > most_opcode_bytes)
            row.fail(fmt::format("expected an opcode of at most {} bytes, found {}", most_opcode_bytes,
                                 instruction.opcode.size()));
        if (tables.instruction_at.emplace(instruction.program_counter, 0).second)
            tables.instructions.push_back(std::move(instruction));
        else
            warnings.count("program counters that have several opcodes");
    });
    std::ranges::sort(tables.instructions, {}, &TraceInstruction::program_counter);
    for (std::uint32_t i = 0; i < tables.instructions.size(); ++i)
        tables.instruction_at[tables.instructions[i].program_counter] = i;
}

} // namespace

TraceTables read_tables(SeekableInput& file, const TraceHeader& header, ImportWarnings& warnings) {
    TraceTables tables;
    read_launches(file, header, tables);
    RegionTable regions(header, tables, warnings);
    for_each_row(file, header.regions, region_bytes, "region", [&](ByteReader& row) { regions.add(row); });
    tables.regions = regions.take();
    read_instructions(file, header, tables, warnings);
    return tables;
}

} // namespace hitmap::memtracer
