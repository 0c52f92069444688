#include "core/trace/formats/accelsim/kernel_piece.h"

#include "core/base/error.h"
#include "core/trace/formats/accelsim/field_values.h"
#include "core/trace/stream/packed_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace hitmap::accelsim {

namespace {

/// Numbers the instructions of a piece in the order in which they appear.
class InstructionNumbers {
public:
    explicit InstructionNumbers(std::vector<SassInstruction>& instructions) : instructions_(instructions) {}

    std::uint32_t number(const InstructionLine& line) {
        const std::uint64_t key = std::uint64_t{line.source_line} << 32U | line.counter;
        std::uint32_t& first = first_.try_emplace(key, none).first->second;
        // The same program counter with another opcode is rare: the file would be of several kernels.
        for (std::uint32_t i = first; i != none; i = next_[i])
            if (instructions_[i].opcode == line.opcode) return i;
        const auto added = static_cast<std::uint32_t>(instructions_.size());
        SassInstruction instruction{line.counter, line.source_line, std::string(line.opcode),
                                    sass_access(line.opcode), copies_to_shared(line.opcode)};
        if (line.is_bulk) instruction.access = bulk_access(line.opcode);
        instructions_.push_back(std::move(instruction));
        next_.push_back(first);
        first = added;
        return added;
    }

private:
    static constexpr std::uint32_t none = ~0U;

    static SassAccess bulk_access(std::string_view opcode) {
        SassAccess access;
        if (opcode.find("RED") != std::string_view::npos)
            access.operation = Operation::atomic;
        else if (opcode.starts_with("UTMAST") || opcode.find(".G.S") != std::string_view::npos)
            access.operation = Operation::store;
        access.bytes_per_lane = RecordingLimits::bytes_per_lane;
        return access;
    }

    std::vector<SassInstruction>& instructions_;
    std::unordered_map<std::uint64_t, std::uint32_t> first_; ///< by line and program counter
    std::vector<std::uint32_t> next_; ///< [instructions] another one with the same line and counter
};

class PieceParser {
public:
    PieceParser(const KernelHeader& header, const std::string& file)
        : header_(header), file_(file), parser_(header, file), numbers_(piece_.instructions) {}

    KernelPiece parse(const LinePiece& from) {
        std::string_view rest = from.text;
        number_ = from.first_line;
        piece_.words.reserve(from.text.size() / 16);
        for (; !rest.empty(); ++number_) {
            const std::string_view text = take_line(rest);
            if (number_ <= header_.lines || text.empty()) continue;
            line(text);
        }
        end_run();
        piece_.anomalies = parser_.anomalies;
        return std::move(piece_);
    }

private:
    using Kind = KernelEvent::Kind;

    void line(std::string_view text) {
        const bool is_digit = text_fields::digit_value(text.front()) != text_fields::no_digit;
        if (is_digit && !text.starts_with("cluster")) return instruction(text);
        end_run();
        while (text.ends_with(' '))
            text.remove_suffix(1);
        if (text == "#BEGIN_TB") return event(Kind::block_begin, {});
        if (text == "#END_TB") return event(Kind::block_end, {});
        if (const auto value = value_of(text, "thread block")) return block_number(text, *value);
        if (const auto value = value_of(text, "warp"))
            return event(Kind::warp, {number(text, *value, "a warp", header_.warps() - 1)});
        if (const auto value = value_of(text, "insts"))
            return event(Kind::count, {number(text, *value, "a number of instructions",
                                              std::numeric_limits<std::uint32_t>::max())});
        if (text.empty() || text.starts_with("cluster")) return;
        refuse("an instruction, 'thread block', 'warp', 'insts', '#BEGIN_TB' or '#END_TB'", text);
    }
    [[noreturn]] void refuse(std::string_view expected, std::string_view found) const {
        throw FileError(file_, fmt::format("line {}", number_),
                        fmt::format("expected {}, found '{}'", expected, found.substr(0, 60)));
    }
    void event(Kind kind, std::array<std::uint32_t, 3> value) {
        piece_.events.push_back({kind, number_, value, piece_.words.size(), requests_});
    }
    [[nodiscard]] std::uint32_t number(std::string_view text, std::string_view value, std::string_view what,
                                       std::uint64_t most) const {
        const auto result = decimal_number(value);
        if (!result || *result > most) refuse(fmt::format("{} from 0 to {}", what, most), text);
        return static_cast<std::uint32_t>(*result);
    }
    void block_number(std::string_view text, std::string_view value) {
        std::array<std::uint32_t, 3> block{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t end = std::min(value.find(','), value.size());
            const auto number = decimal_number(value.substr(0, end));
            if (!number || *number >= header_.grid[axis] || (end == value.size()) != (axis == 2))
                refuse(fmt::format("a thread block X,Y,Z in a grid of {} x {} x {}", header_.grid[0],
                                   header_.grid[1], header_.grid[2]),
                       text);
            block[axis] = static_cast<std::uint32_t>(*number);
            value.remove_prefix(std::min(end + 1, value.size()));
        }
        event(Kind::block_number, block);
    }
    void end_run() {
        if (run_lines_ == 0) return;
        piece_.events.push_back(
            {Kind::instructions, run_begin_, {run_lines_, run_mask_, 0}, piece_.words.size(), requests_});
        run_lines_ = 0;
        run_mask_ = 0;
    }

    void instruction(std::string_view text) {
        line_ = &parser_.parse(text, number_);
        if (run_lines_++ == 0) run_begin_ = number_;
        run_mask_ |= line_->mask;
        if (header_.columns.block && (line_->mask & ~header_.lanes(line_->warp)) != 0)
            parser_.refuse(
                fmt::format("expected a mask of the {} threads of a block, found {:08x} in warp {}",
                            header_.threads(), line_->mask, line_->warp));
        if (line_->mask == 0) return; // The instruction is not executed by any lane.
        if (line_->is_bulk) return bulk_requests();
        if (line_->bytes == 0) return count_without_addresses();
        ++piece_.accesses.read;
        number_of_instruction_ = numbers_.number(*line_);
        const SassInstruction& found = piece_.instructions[number_of_instruction_];
        if (!found.access) return leave_out(Anomaly::other_memory);
        if (found.access->bytes_per_lane != line_->bytes) count(Anomaly::other_bytes);
        if (found.copies_to_shared && in_shared_window(line_->address[0])) {
            ++piece_.accesses.left_out; // The other line of the copy has the global addresses.
            ++piece_.accesses.copies_shared;
            return;
        }
        if (found.copies_to_shared && header_.knows_windows()) ++piece_.accesses.copies_global;
        if (found.access->generic)
            generic_requests();
        else if (found.access->space == Space::global)
            global_request(found);
        else
            request(found.access->space, line_->mask);
    }
    /// Counts an instruction of no bytes, which most are: additions, branches, ...
    void count_without_addresses() {
        const SassMemory memory = sass_memory(line_->opcode);
        if (memory == SassMemory::none) return;
        ++piece_.accesses.read;
        leave_out(memory == SassMemory::lanes ? Anomaly::no_addresses : Anomaly::other_memory);
    }
    void leave_out(Anomaly anomaly) {
        ++piece_.accesses.left_out;
        count(anomaly);
    }
    void count(Anomaly anomaly) { parser_.count(anomaly); }
    [[nodiscard]] bool in_shared_window(std::uint64_t address) const {
        return header_.knows_windows() && address >= header_.shared_base && address < header_.local_base;
    }
    [[nodiscard]] bool in_local_window(std::uint64_t address) const {
        return header_.knows_windows() && address >= header_.local_base &&
               address - header_.local_base < window_bytes;
    }
    [[nodiscard]] Space space_of(std::uint64_t address) const {
        if (in_shared_window(address)) return Space::shared;
        return in_local_window(address) ? Space::local : Space::global;
    }
    [[nodiscard]] std::uint64_t address(std::size_t lane) const {
        return line_->has_stride ? line_->address[0] + lane * line_->stride : line_->address[lane];
    }

    void head(Space space, std::uint32_t mask, AddressList list) {
        pack_head(number_of_instruction_ * 4 + static_cast<std::uint32_t>(space), mask,
                  static_cast<std::uint32_t>(number_), list, piece_.words);
        ++requests_;
        if (!header_.columns.block && !header_.columns.core) return;
        const auto& [x, y, z] = line_->block;
        const std::uint64_t block =
            x + std::uint64_t{header_.grid[0]} * (y + std::uint64_t{header_.grid[1]} * z);
        piece_.places.push_back({static_cast<std::uint32_t>(block), line_->warp, line_->sm, line_->slot});
    }
    /// The most frequent case: addresses stay as they are.
    void global_request(const SassInstruction& instruction) {
        const auto lanes = static_cast<std::size_t>(std::popcount(line_->mask));
        if (line_->has_stride) {
            head(Space::global, line_->mask, AddressList::stride);
            piece_.words.push_back(line_->address[0]);
            piece_.words.push_back(line_->stride);
        } else {
            head(Space::global, line_->mask, AddressList::each);
            piece_.words.insert(piece_.words.end(), line_->address.begin(),
                                line_->address.begin() + static_cast<std::ptrdiff_t>(lanes));
        }
        const bool is_zero = line_->address[0] == 0 && address(lanes - 1) == 0;
        if (is_zero && instruction.access->operation == Operation::load) count_if_all_zero(lanes);
    }
    void count_if_all_zero(std::size_t lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if (address(lane) != 0) return;
        count(Anomaly::address_zero);
    }
    /// Adds a request of some active lanes.
    void request(Space space, std::uint32_t mask) {
        head(space, mask, AddressList::each);
        std::size_t lane = 0; // among the active ones
        for (std::uint32_t rest = line_->mask; rest != 0; rest &= rest - 1, ++lane) {
            if ((rest & -rest & mask) == 0) continue;
            std::uint64_t at = address(lane);
            if (space == Space::shared && in_shared_window(at)) at -= header_.shared_base;
            if (space == Space::local && in_local_window(at)) at -= header_.local_base;
            piece_.words.push_back(at);
        }
    }
    void generic_requests() {
        if (!header_.knows_windows()) {
            count(Anomaly::unknown_window);
            return request(Space::global, line_->mask);
        }
        std::array<std::uint32_t, 3> masks{}; // by space
        std::size_t lane = 0;
        for (std::uint32_t rest = line_->mask; rest != 0; rest &= rest - 1, ++lane)
            masks.at(static_cast<std::size_t>(space_of(address(lane)))) |= rest & -rest;
        piece_.accesses.split +=
            static_cast<std::uint64_t>(std::ranges::count_if(masks, [](auto mask) { return mask != 0; })) - 1;
        for (const Space space : {Space::global, Space::local, Space::shared})
            if (const std::uint32_t mask = masks.at(static_cast<std::size_t>(space)); mask != 0)
                request(space, mask);
    }
    /// Others of these opcodes wait for copies, or change descriptors.
    void count_bulk_without_addresses() {
        if (sass_memory(line_->opcode) == SassMemory::none && line_->bytes == 0) return;
        ++piece_.accesses.read;
        leave_out(Anomaly::no_bulk_addresses);
    }
    /// Cuts the parts of a bulk copy into accesses of a sector, one for each lane.
    void bulk_requests() {
        constexpr std::uint64_t sector = RecordingLimits::bytes_per_lane;
        const std::uint64_t sectors = std::max<std::uint64_t>(1, (line_->bulk_bytes + sector - 1) / sector);
        if (line_->bulk_address.empty()) return count_bulk_without_addresses();
        ++piece_.accesses.read;
        std::vector<std::uint64_t> addresses;
        for (const std::uint64_t part : line_->bulk_address)
            for (std::uint64_t i = 0; i < sectors && !in_shared_window(part); ++i)
                addresses.push_back(part + i * sector);
        if (addresses.empty()) { // between blocks or within one: shared memory alone
            ++piece_.accesses.left_out;
            return;
        }
        count(Anomaly::bulk_copy);
        piece_.accesses.split += (addresses.size() - 1) / warp_size;
        number_of_instruction_ = numbers_.number(*line_);
        for (std::size_t first = 0; first < addresses.size(); first += warp_size) {
            const auto some = std::span(addresses).subspan(first).first(
                std::min<std::size_t>(warp_size, addresses.size() - first));
            head(Space::global, ~0U >> (warp_size - some.size()), AddressList::each);
            piece_.words.insert(piece_.words.end(), some.begin(), some.end());
        }
    }

    const KernelHeader& header_;
    const std::string& file_;
    InstructionParser parser_;
    KernelPiece piece_;
    InstructionNumbers numbers_;
    const InstructionLine* line_ = nullptr;
    std::uint64_t number_ = 0; ///< of the line
    std::uint32_t number_of_instruction_ = 0;
    std::size_t requests_ = 0;
    std::uint64_t run_begin_ = 0; ///< line
    std::uint32_t run_lines_ = 0;
    std::uint32_t run_mask_ = 0;
};

} // namespace

KernelPiece parse_kernel_piece(const LinePiece& piece, const KernelHeader& header, const std::string& file) {
    return PieceParser(header, file).parse(piece);
}

} // namespace hitmap::accelsim
