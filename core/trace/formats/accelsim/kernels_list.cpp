#include "core/trace/formats/accelsim/kernels_list.h"

#include "core/trace/formats/accelsim/field_values.h"
#include "core/trace/import/text_lines.h"
#include "core/trace/io/byte_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <utility>

namespace hitmap::accelsim {

namespace {

constexpr std::string_view copy_key = "MemcpyHtoD";
constexpr std::string_view allocation_key = "cudaMalloc";
constexpr std::string_view kernel_key = "kernel";

/// A range of device memory.
struct Range {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    std::string name;
    std::size_t order = 0; ///< in the list
};

class ListReader {
public:
    ListReader(const ByteSource& file, const JobContext& job, ImportWarnings& warnings)
        : input_(open_input(file, job)), lines_(*input_), warnings_(warnings) {}

    KernelsList read() {
        while (const auto line = lines_.next()) {
            std::string_view text = *line;
            while (text.ends_with(' ') || text.ends_with('\t'))
                text.remove_suffix(1);
            if (text.empty()) continue;
            if (text.starts_with(copy_key))
                add_range(text, "copy", copies_);
            else if (text.starts_with(allocation_key))
                add_range(text, "malloc", mallocs_);
            else if (text.starts_with(kernel_key))
                add_kernel(text);
            else if (!text.starts_with("Memcpy"))
                lines_.refuse(fmt::format("expected 'MemcpyHtoD,0xADDRESS,BYTES', "
                                          "'cudaMalloc,0xADDRESS,BYTES' or the name of a file of the "
                                          "folder that begins with 'kernel', found '{}'",
                                          text.substr(0, 60)));
        }
        if (list_.kernels.empty()) lines_.refuse("expected at least one kernel, found none");
        put_allocations();
        return std::move(list_);
    }

private:
    /// Parses "MemcpyHtoD,0x00007f0a00000000,4096".
    void add_range(std::string_view text, std::string_view name, std::size_t& count) {
        const std::size_t comma = std::min(text.find(','), text.size() - 1);
        const std::size_t second = std::min(text.find(',', comma + 1), text.size() - 1);
        const auto address = address_number(text.substr(comma + 1, second - comma - 1));
        const auto bytes = decimal_number(text.substr(second + 1));
        constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
        if (!address || !bytes || *address > most || *bytes > most - *address)
            lines_.refuse(fmt::format("expected '{},0xADDRESS,BYTES' below 2^63, found '{}'",
                                      text.substr(0, text.find(',')), text.substr(0, 60)));
        if (*bytes == 0) return;
        // The same ranges are often copied again and again.
        constexpr std::size_t most_ranges = std::size_t{1} << 20;
        if (ranges_.size() == most_ranges) merge();
        if (ranges_.size() == most_ranges)
            lines_.refuse(
                fmt::format("expected at most {} ranges that do not overlap, found another", most_ranges));
        ranges_.push_back({*address, *address + *bytes, fmt::format("{}#{}", name, ++count), order_++});
    }
    void add_kernel(std::string_view text) {
        if (list_.kernels.size() == RecordingLimits::launches)
            lines_.refuse(
                fmt::format("expected at most {} kernels, found another", RecordingLimits::launches));
        const std::filesystem::path path(text);
        const bool leaves = path.is_absolute() || std::ranges::find(path, "..") != path.end();
        if (leaves || text.find('\0') != std::string_view::npos)
            lines_.refuse(fmt::format("expected the name of a file in the folder of the list, found '{}'",
                                      text.substr(0, 60)));
        list_.kernels.push_back({std::string(text), lines_.number()});
    }
    /// Replaces ranges that overlap by one with the name of the first in the list.
    void merge() {
        std::ranges::sort(ranges_, {}, &Range::first);
        std::vector<Range> merged;
        for (Range& range : ranges_) {
            if (merged.empty() || merged.back().end <= range.first) {
                merged.push_back(std::move(range));
                continue;
            }
            Range& last = merged.back();
            last.end = std::max(last.end, range.end);
            if (range.order < last.order) {
                last.name = std::move(range.name);
                last.order = range.order;
            }
        }
        ranges_ = std::move(merged);
    }
    void put_allocations() {
        merge();
        if (ranges_.size() > RecordingLimits::allocations) {
            warnings_.count("copied ranges beyond the largest number of allocations, left out",
                            ranges_.size() - RecordingLimits::allocations);
            ranges_.resize(RecordingLimits::allocations);
        }
        for (Range& range : ranges_) {
            Allocation& allocation = list_.allocations.emplace_back();
            allocation.name = std::move(range.name);
            allocation.address = range.first;
            allocation.bytes = range.end - range.first;
        }
    }

    std::unique_ptr<ByteInput> input_;
    TextLines lines_;
    ImportWarnings& warnings_;
    KernelsList list_;
    std::vector<Range> ranges_;
    std::size_t order_ = 0; ///< of the next range
    std::size_t copies_ = 0;
    std::size_t mallocs_ = 0;
};

} // namespace

KernelsList read_kernels_list(const ByteSource& file, const JobContext& job, ImportWarnings& warnings) {
    return ListReader(file, job, warnings).read();
}

bool begins_as_kernels_list(std::string_view start) {
    start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
    const std::string_view line = start.substr(0, start.find('\n'));
    if (line.find_first_of(" \t") < line.find_last_not_of(" \t\r")) return false;
    if (line.starts_with("kernel-")) return line.find(".trace") != std::string_view::npos;
    const std::size_t comma = std::min(line.find(','), line.size());
    return (line.starts_with("Memcpy") || line.starts_with(allocation_key)) &&
           line.substr(comma).starts_with(",0x");
}

} // namespace hitmap::accelsim
