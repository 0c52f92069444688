#include "core/trace/formats/accelsim/traceg_writer.h"

#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/trace/formats/accelsim/field_values.h"
#include "core/trace/formats/accelsim/kernel_header.h"
#include "core/trace/io/xz_sink.h"
#include "core/trace/stream/packed_request.h"
#include "core/trace/stream/request_spool.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap::accelsim {

namespace {

constexpr std::uint64_t end_of_addresses = std::uint64_t{1} << 63;

/// The text of an instruction line in front of its addresses, without source line and mask.
struct InstructionText {
    std::string counter;     ///< "0010 "
    std::string after_mask;  ///< " 1 R4 LDG.E 1 R2 4"
    std::string source_line; ///< "17 ", or empty
    bool widened = false;    ///< more bytes than the instruction has
    bool local_atomic = false;
};

std::string_view size_of(std::uint32_t bytes) {
    switch (bytes) {
    case 1:
        return ".U8";
    case 2:
        return ".U16";
    case 8:
        return ".64";
    case 16:
        return ".128";
    case 32:
        return ".256";
    default:
        return "";
    }
}

std::string_view cache_of(const Instruction& instruction) {
    const bool stores = instruction.operation == Operation::store;
    if (instruction.operation == Operation::atomic) return "";
    switch (instruction.cache) {
    case CacheOperator::streaming:
        return ".EF";
    case CacheOperator::last_use:
        return ".LU";
    case CacheOperator::global:
        return ".STRONG.GPU";
    case CacheOperator::volatile_:
        return stores ? "" : ".STRONG.SYS";
    case CacheOperator::write_through:
        return stores ? ".STRONG.SYS" : "";
    default:
        return "";
    }
}

/// The first parts of an opcode, and the registers before and after it.
std::string opcode_of(const Instruction& instruction, std::uint32_t bytes) {
    const std::string parts = fmt::format("{}{}", cache_of(instruction), size_of(bytes));
    const auto index = static_cast<std::size_t>(instruction.space);
    static constexpr std::array<std::string_view, 3> loads{"LDG.E", "LDL", "LDS"};
    static constexpr std::array<std::string_view, 3> stores{"STG.E", "STL", "STS"};
    static constexpr std::array<std::string_view, 3> atomics{"RED.E.ADD", "STL", "ATOMS.ADD"};
    if (instruction.operation == Operation::load)
        return fmt::format(" 1 R4 {}{} 1 R2", loads.at(index), parts);
    if (instruction.operation == Operation::store)
        return fmt::format(" 0 {}{} 2 R2 R4", stores.at(index), parts);
    return fmt::format(" 0 {}{} 2 R2 R4", atomics.at(index), parts);
}

std::vector<InstructionText> texts_of(const RecordingInfo& info, bool has_lines) {
    std::vector<InstructionText> texts;
    for (const Instruction& instruction : info.instructions) {
        const std::uint32_t found = std::max<std::uint32_t>(1, instruction.bytes_per_lane);
        const std::uint32_t bytes = std::bit_ceil(found);
        InstructionText& text = texts.emplace_back();
        text.counter = fmt::format("{:04x} ", (texts.size() - 1) * 16);
        text.after_mask = fmt::format("{} {}", opcode_of(instruction, bytes), bytes);
        if (has_lines) text.source_line = fmt::format("{} ", instruction.location.line);
        text.widened = bytes != found;
        text.local_atomic = instruction.operation == Operation::atomic && instruction.space == Space::local;
    }
    return texts;
}

/// Text that is written in blocks.
class TraceFile {
public:
    explicit TraceFile(std::unique_ptr<ByteSink> out) : out_(std::move(out)) {}
    template <class... Arguments>
    void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(buffer_), format, std::forward<Arguments>(arguments)...);
        if (buffer_.size() > (std::size_t{1} << 18)) flush();
    }
    void commit() {
        flush();
        out_->commit();
    }

private:
    void flush() {
        out_->write(std::as_bytes(std::span(buffer_.data(), buffer_.size())));
        buffer_.clear();
    }
    std::unique_ptr<ByteSink> out_;
    fmt::memory_buffer buffer_;
};

class TracegWriter {
public:
    TracegWriter(RequestSource& source, const CreateTraceFile& create, bool xz, const JobContext& job)
        : source_(source),
          info_(source.info()),
          create_(create),
          xz_(xz),
          job_(job),
          has_lines_(std::ranges::any_of(info_.instructions,
                                         [](const Instruction& each) { return each.location.line != 0; })),
          texts_(texts_of(info_, has_lines_)) {}

    TracegLosses write() {
        job_.begin("writing the trace", info_.requests, "requests");
        RequestBlock block;
        while (source_.next(block, job_.stop)) {
            for (std::size_t i = 0; i < block.entries.size(); ++i)
                take(block, i);
            job_.add(block.entries.size());
        }
        while (launch_ < info_.launches.size())
            end_launch();
        write_list();
        return losses_;
    }

private:
    struct Warp {
        RequestSpool::Queue queue = 0;
        std::uint64_t requests = 0;
    };

    [[noreturn]] void refuse(const std::string& message) const {
        throw FileError(source_.name(), fmt::format("launch {}", launch_), message);
    }
    [[nodiscard]] std::string name(std::size_t launch) const {
        return fmt::format("kernel-{}.traceg{}", launch + 1, xz_ ? ".xz" : "");
    }
    void begin_launch() {
        const Launch& launch = info_.launches[launch_];
        if (info_.device.warp_size != warp_size)
            refuse(fmt::format("expected warps of {} lanes for a trace, found {}", warp_size,
                               info_.device.warp_size));
        geometry_ = {};
        geometry_.grid = launch.grid;
        geometry_.block = launch.block;
        const auto most = [](const std::array<std::uint32_t, 3>& size) { return std::ranges::max(size); };
        constexpr std::uint32_t most_trace_threads = 1024;
        constexpr std::uint64_t most_trace_blocks = std::uint64_t{1} << 31;
        const bool is_small =
            most(launch.block) <= most_trace_threads && geometry_.threads() <= most_trace_threads;
        if (!is_small || geometry_.threads() == 0)
            refuse(fmt::format("expected blocks of 1 to {} threads for a trace, found {} x {} x {}",
                               most_trace_threads, launch.block[0], launch.block[1], launch.block[2]));
        const std::uint64_t plane = std::uint64_t{launch.grid[0]} * launch.grid[1];
        if (plane > most_trace_blocks || plane * launch.grid[2] > most_trace_blocks ||
            plane * launch.grid[2] == 0)
            refuse(fmt::format("expected 1 to {} blocks for a trace, found {} x {} x {}", most_trace_blocks,
                               launch.grid[0], launch.grid[1], launch.grid[2]));
        begun_ = true;
    }
    void take(const RequestBlock& block, std::size_t i) {
        const RequestBlock::Entry& entry = block.entries[i];
        if (entry.launch < launch_)
            throw FileError(
                source_.name(), fmt::format("launch {}", entry.launch),
                fmt::format("expected one launch after the other, found a request of it among those "
                            "of launch {}; 'hitmap cut --launches' writes each alone",
                            launch_));
        while (launch_ < entry.launch)
            end_launch();
        if (!begun_) begin_launch();
        if (entry.warp / geometry_.warps() >= geometry_.blocks())
            refuse(fmt::format("expected {} blocks of {} warps, found a request of warp {}",
                               geometry_.blocks(), geometry_.warps(), entry.warp));
        if ((entry.mask & ~geometry_.lanes(entry.warp % geometry_.warps())) != 0)
            refuse(fmt::format("expected blocks of {} threads, found a request of warp {} with lanes {:08x}",
                               geometry_.threads(), entry.warp, entry.mask));
        const auto [found, is_new] = warps_.try_emplace(entry.warp);
        Warp& warp = found->second;
        if (is_new) warp.queue = spool_.open();
        ++warp.requests;
        request_.instruction = entry.instruction;
        request_.mask = entry.mask;
        const auto addresses = block.addresses_of(entry);
        std::size_t lane = 0;
        for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++lane)
            request_.address[static_cast<std::size_t>(std::countr_zero(rest))] = addresses[lane];
        words_.clear();
        pack(request_, words_);
        spool_.append(warp.queue, words_);
    }
    void end_launch() {
        if (!begun_) begin_launch();
        auto sink = create_(name(launch_));
        TraceFile file(xz_ ? compress_xz(std::move(sink)) : std::move(sink));
        write_header(file);
        std::vector<std::uint32_t> numbers;
        for (const auto& [number, warp] : warps_)
            numbers.push_back(number);
        std::ranges::sort(numbers);
        if (numbers.empty()) write_block(file, 0, {}); // A trace has at least one block.
        for (auto at = numbers.begin(); at != numbers.end();) {
            const std::uint32_t block = *at / geometry_.warps();
            const auto end = std::find_if(
                at, numbers.end(), [&](std::uint32_t number) { return number / geometry_.warps() != block; });
            write_block(file, block, {at, end});
            at = end;
            job_.check();
        }
        file.commit();
        warps_.clear();
        begun_ = false;
        ++launch_;
    }
    void write_header(TraceFile& file) const {
        const Launch& launch = info_.launches[launch_];
        file.write("-kernel name = {}\n-kernel id = {}\n-grid dim = ({},{},{})\n-block dim = ({},{},{})\n",
                   launch.kernel.empty() ? "unknown" : printable(launch.kernel), launch_ + 1, launch.grid[0],
                   launch.grid[1], launch.grid[2], launch.block[0], launch.block[1], launch.block[2]);
        file.write("-shmem = {}\n-nregs = 0\n-binary version = {}\n-cuda stream id = 0\n",
                   launch.shared_bytes, binary_version());
        file.write("-shmem base_addr = 0x00007f0000000000\n-local mem base_addr = 0x00007f0001000000\n"
                   "-nvbit version = 1.5.5\n-accelsim tracer version = {}\n",
                   has_lines_ ? 4 : 3);
        if (has_lines_) file.write("-enable lineinfo = 1\n");
        file.write("\n#traces format = {}PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width "
                   "[adrrescompress?] [mem_addresses]{}\n\n",
                   has_lines_ ? "[line_num] " : "", has_lines_ ? " immediate" : "");
    }
    /// The compute capability of an imported trace, or that of the GPU of the default preset.
    [[nodiscard]] std::uint64_t binary_version() const {
        for (const auto& [key, value] : info_.options) {
            if (key != "compute-capability") continue;
            std::string digits = value;
            std::erase(digits, '.');
            if (const auto version = decimal_number(digits)) return *version;
        }
        return 75;
    }
    void write_block(TraceFile& file, std::uint64_t block, std::span<const std::uint32_t> numbers) {
        const auto& grid = geometry_.grid;
        file.write("#BEGIN_TB\n\nthread block = {},{},{}\n", block % grid[0], block / grid[0] % grid[1],
                   block / grid[0] / grid[1]);
        for (std::uint32_t warp = 0; warp < geometry_.warps(); ++warp) {
            const bool has_requests = !numbers.empty() && numbers.front() % geometry_.warps() == warp;
            const Warp found = has_requests ? warps_.at(numbers.front()) : Warp{};
            file.write("\nwarp = {}\ninsts = {}\n", warp, found.requests);
            if (!has_requests) continue;
            for (auto words = spool_.next(found.queue); !words.empty(); words = spool_.next(found.queue))
                write_request(file, words);
            spool_.close(found.queue);
            numbers = numbers.subspan(1);
        }
        file.write("\n#END_TB\n\n");
    }
    void write_request(TraceFile& file, std::span<const std::uint64_t> words) {
        unpack(words, request_);
        const InstructionText& text = texts_[request_.instruction];
        losses_.widened_requests += text.widened ? 1 : 0;
        losses_.local_atomics += text.local_atomic ? 1 : 0;
        file.write("{}{}{:08x}{}", text.source_line, text.counter, request_.mask, text.after_mask);
        write_addresses(file);
        // Readers of version 4 take the number behind the last distance for one more distance.
        file.write("{}\n", has_lines_ ? "0 " : "");
    }
    /// Writes what the tracer would write: base and stride if the lanes are neighbours and their addresses
    /// have equal distances, otherwise base and distances.
    void write_addresses(TraceFile& file) const {
        std::array<std::uint64_t, warp_size> addresses{};
        std::size_t count = 0;
        for (std::uint32_t rest = request_.mask; rest != 0; rest &= rest - 1) {
            addresses[count] = request_.address[static_cast<std::size_t>(std::countr_zero(rest))];
            if (addresses[count] >= end_of_addresses)
                refuse(
                    fmt::format("expected addresses below 2^63 for a trace, found {:#x}", addresses[count]));
            ++count;
        }
        const auto distance = [&](std::size_t i) {
            return static_cast<std::int64_t>(addresses[i] - addresses[i - 1]);
        };
        const std::uint32_t run = request_.mask >> static_cast<unsigned>(std::countr_zero(request_.mask));
        bool has_stride = count >= 2 && (run & (run + 1)) == 0;
        for (std::size_t i = 2; has_stride && i < count; ++i)
            has_stride = distance(i) == distance(1);
        file.write(" {} {:#x} ", has_stride ? 1 : 2, addresses[0]);
        for (std::size_t i = 1; i < (has_stride ? 2 : count); ++i)
            file.write("{} ", distance(i));
    }
    void write_list() {
        TraceFile file(create_("kernelslist.g"));
        for (const Allocation& allocation : info_.allocations) {
            const bool fits = allocation.address < end_of_addresses &&
                              allocation.bytes < end_of_addresses - allocation.address;
            if (allocation.space == Space::global && allocation.bytes != 0 && fits)
                file.write("MemcpyHtoD,0x{:016x},{}\n", allocation.address, allocation.bytes);
        }
        for (std::size_t launch = 0; launch < info_.launches.size(); ++launch)
            file.write("{}\n", name(launch));
        file.commit();
    }

    RequestSource& source_;
    const RecordingInfo& info_;
    const CreateTraceFile& create_;
    bool xz_;
    const JobContext& job_;
    bool has_lines_;                     ///< source lines are known
    std::vector<InstructionText> texts_; ///< [instructions]
    std::size_t launch_ = 0;
    bool begun_ = false;                            ///< the launch is checked
    KernelHeader geometry_;                         ///< grid and block of the launch
    std::unordered_map<std::uint32_t, Warp> warps_; ///< of the launch, by index
    RequestSpool spool_;
    Request request_;
    std::vector<std::uint64_t> words_;
    TracegLosses losses_;
};

} // namespace

TracegLosses write_traceg(RequestSource& source, const CreateTraceFile& create, bool xz,
                          const JobContext& job) {
    return TracegWriter(source, create, xz, job).write();
}

} // namespace hitmap::accelsim
