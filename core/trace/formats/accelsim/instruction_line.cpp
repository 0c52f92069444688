#include "core/trace/formats/accelsim/instruction_line.h"

#include "core/base/error.h"
#include "core/trace/formats/accelsim/field_values.h"
#include "core/trace/import/sass_opcode.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <string>

namespace hitmap::accelsim {

namespace {

constexpr std::size_t most_line_bytes = 4096;
constexpr std::size_t most_long_line_bytes = 8192; // with register values, or of bulk copies
constexpr std::uint64_t most_address = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t most_registers = 8;
constexpr std::uint64_t most_bulk_bytes = std::uint64_t{1} << 20; // shared memory is smaller

/// Returns base + count * stride; nothing if this is not an address.
std::optional<std::uint64_t> address_at(std::uint64_t base, std::uint64_t count, std::int64_t stride) {
    std::int64_t distance = 0;
    std::int64_t result = 0;
    if (__builtin_mul_overflow(static_cast<std::int64_t>(count), stride, &distance) ||
        __builtin_add_overflow(static_cast<std::int64_t>(base), distance, &result) || result < 0)
        return std::nullopt;
    return static_cast<std::uint64_t>(result);
}

} // namespace

std::string_view name_of(Anomaly anomaly) {
    static constexpr std::array<std::string_view, anomaly_count> names{
        "instructions that access constants, textures, surfaces or other special memory, left out",
        "memory instructions without addresses, left out",
        "bulk copies (TMA) whose memory the trace does not say, left out",
        "instructions whose opcode says other bytes than the trace, which was not followed",
        "global loads whose addresses are all 0",
        "instructions with generic addresses and unknown windows, taken as global",
        "lists of addresses that are longer than the mask",
        "instructions with several destinations",
        "instructions with an unexpected number behind the addresses",
        "bulk copies, taken as accesses of 32 bytes",
    };
    return names[static_cast<std::size_t>(anomaly)];
}

void InstructionParser::refuse(const std::string& message) const {
    throw FileError(file_, fmt::format("line {}", number_), message);
}

void InstructionParser::refuse_field(std::string_view expected, std::string_view found) const {
    if (found.empty()) refuse(fmt::format("expected {}, found the end of the line", expected));
    refuse(fmt::format("expected {}, found '{}'", expected, found.substr(0, 60)));
}

void InstructionParser::count(Anomaly anomaly) {
    AnomalyCount& counted = anomalies[static_cast<std::size_t>(anomaly)];
    if (counted.times++ == 0) counted.opcode = line_.opcode;
}

/// For messages: "the address mode of LDG.E".
std::string InstructionParser::of_opcode(std::string_view what) const {
    return fmt::format("{} of {}", what, line_.opcode.substr(0, 60));
}

std::uint32_t InstructionParser::number(std::string_view what, std::uint64_t most) {
    const std::string_view text = field();
    const auto value = decimal_number(text);
    if (!value || *value > most) refuse_field(fmt::format("{} from 0 to {}", what, most), text);
    return static_cast<std::uint32_t>(*value);
}

std::uint64_t InstructionParser::address(std::string_view text) const {
    const auto value = address_number(text);
    if (!value || *value > most_address) refuse_field("an address from 0x0 to 0x7fffffffffffffff", text);
    return *value;
}

void InstructionParser::columns() {
    constexpr std::uint64_t most_line = std::numeric_limits<std::uint32_t>::max();
    if (header_.columns.block) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            line_.block[axis] = number("a block", header_.grid[axis] - 1);
        line_.warp = number("a warp", header_.warps() - 1);
    }
    if (header_.columns.cluster)
        for (int i = 0; i < 7; ++i)
            if (const auto text = field(); !signed_number(text))
                refuse_field("a number of the cluster", text);
    if (header_.columns.core) {
        line_.sm = number("an SM", RecordingLimits::sms - 1);
        line_.slot = number("a warp slot", RecordingLimits::warp_slots_per_sm - 1);
    }
    if (header_.columns.line) line_.source_line = number("a source line", most_line);
}

/// Skips the number of registers and the registers.
void InstructionParser::registers(bool destinations) {
    const std::uint32_t count =
        number(destinations ? "a number of destinations" : "a number of sources", most_registers);
    if (destinations) several_destinations_ = count > 1;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::string_view text = field();
        std::string_view digits = text;
        if (digits.starts_with('U')) digits.remove_prefix(1);
        if (!digits.starts_with('R') && !digits.starts_with('P')) refuse_field("a register", text);
        digits.remove_prefix(1);
        if (digits.empty()) digits = field(); // "R 4"
        if (!decimal_number(digits)) refuse_field("a register", text);
    }
}

const InstructionLine& InstructionParser::parse(std::string_view line, std::uint64_t number) {
    number_ = number;
    rest_ = line;
    columns();
    const std::string_view counter = field();
    const auto counter_value = hex_number(counter);
    if (!counter_value || counter.size() < 4 || counter.size() > 8)
        refuse_field("a program counter of 4 to 8 hexadecimal digits", counter);
    line_.counter = static_cast<std::uint32_t>(*counter_value);
    const std::string_view mask = field();
    const auto mask_value = hex_number(mask);
    if (!mask_value || mask.size() != 8) refuse_field("a mask of 8 hexadecimal digits", mask);
    line_.mask = static_cast<std::uint32_t>(*mask_value);
    registers(true);
    line_.opcode = field();
    if (line_.opcode.empty() || text_fields::digit_value(line_.opcode.front()) < 10)
        refuse_field("an opcode", line_.opcode);
    if (several_destinations_) count(Anomaly::several_destinations);
    registers(false);
    if (header_.version >= 6 && line_.opcode.find("GMMA") != std::string_view::npos)
        static_cast<void>(this->number("a flag", 1));
    line_.is_bulk = copies_in_bulk(line_.opcode);
    const std::size_t most = line_.is_bulk || header_.version >= 6 ? most_long_line_bytes : most_line_bytes;
    if (line.size() > most)
        refuse(fmt::format("expected at most {} bytes in the line, found {}", most, line.size()));
    line_.bytes = this->number("bytes per lane", RecordingLimits::bytes_per_lane);
    if (line_.bytes != 0 && !std::has_single_bit(line_.bytes))
        refuse(fmt::format("expected 0, 1, 2, 4, 8, 16 or 32 bytes per lane, found {}", line_.bytes));
    if (line_.is_bulk)
        bulk();
    else if (line_.bytes != 0)
        addresses();
    else
        trailing(false);
    return line_;
}

void InstructionParser::addresses() {
    const std::string_view text = field();
    const char mode = text.size() == 1 ? text.front() : '\0';
    line_.has_stride = false;
    if (mode == '0') {
        list();
    } else if (mode == '1') {
        stride();
    } else if (mode == '2') {
        deltas();
    } else {
        refuse_field(of_opcode("the address mode 0, 1 or 2"), text);
    }
    trailing(mode == '2');
}

void InstructionParser::stride() {
    line_.address[0] = address(field());
    const std::string_view text = field();
    const auto stride = signed_number(text);
    if (!stride) refuse_field("the distance of two addresses", text);
    line_.has_stride = true;
    line_.stride = static_cast<std::uint64_t>(*stride);
    const auto count = static_cast<std::uint64_t>(std::popcount(line_.mask));
    if (count > 1 && !address_at(line_.address[0], count - 1, *stride))
        refuse_field(fmt::format("addresses from 0 to 0x7fffffffffffffff, from {:#x} on", line_.address[0]),
                     text);
}

void InstructionParser::deltas() {
    std::uint64_t last = address(field());
    line_.address[0] = last;
    const auto count = static_cast<std::size_t>(std::popcount(line_.mask));
    for (std::size_t i = 1; i < count; ++i) {
        std::string_view text = rest_;
        const auto delta = take_signed(rest_);
        if (!delta) refuse_field("the distance to the next address", field());
        const auto next = address_at(last, 1, *delta);
        if (!next)
            refuse_field(fmt::format("an address from 0 to 0x7fffffffffffffff behind {:#x}", last),
                         take_word(text));
        last = *next;
        line_.address[i] = last;
    }
}

void InstructionParser::list() {
    const auto lanes = static_cast<std::size_t>(std::popcount(line_.mask));
    for (std::size_t i = 0; i < lanes; ++i)
        line_.address[i] = address(field());
    if (header_.version >= 3) return;
    // These tracers list the addresses of the lanes, too, that a predicate disables in the mask.
    std::size_t listed = lanes;
    std::string_view behind = rest_;
    for (std::string_view text = take_word(behind); text.starts_with("0x") && listed < warp_size;
         text = take_word(behind)) {
        line_.address[listed++] = address(text);
        rest_ = behind;
    }
    if (listed == lanes) return;
    count(Anomaly::long_list);
    if (listed != warp_size) return; // It is not known which lanes they are of: the first are taken.
    std::size_t packed = 0;
    for (std::uint32_t rest = line_.mask; rest != 0; rest &= rest - 1)
        line_.address[packed++] = line_.address[static_cast<std::size_t>(std::countr_zero(rest))];
}

void InstructionParser::bulk() {
    line_.bulk_address.clear();
    std::string_view mode = field();
    std::uint64_t bytes = 0; // of the whole copy
    if (mode.empty() && line_.bytes == 0) return;
    // Up to version 5, a bulk copy has a line as a load has, with bytes per lane and addresses of lanes. They
    // are registers of the instruction, such as the address of a descriptor, not the memory that is copied.
    if (line_.bytes != 0 && (mode == "0" || mode == "1" || mode == "2")) return;
    if (mode != "3" && mode != "4") {
        // barrier, whether it is for several blocks, their mask, bytes, whether it exceeds the tensor
        if (!hex_number(mode.starts_with("0x") ? mode.substr(2) : mode))
            refuse_field(of_opcode("the address of a barrier, or the address mode 3 or 4"), mode);
        const bool several = number("a flag", 1) != 0;
        if (several) {
            const std::string_view mask = field();
            if (!hex_number(mask.starts_with("0x") ? mask.substr(2) : mask))
                refuse_field("a mask of blocks", mask);
        }
        bytes = number("bytes of a bulk copy", most_bulk_bytes);
        static_cast<void>(number("a flag", std::numeric_limits<std::uint32_t>::max()));
        mode = field();
    }
    if (mode != "3" && mode != "4") refuse_field(of_opcode("the address mode 3 or 4"), mode);
    const std::uint64_t base = mode == "4" ? address(field()) : 0;
    const std::uint32_t count = number("a number of addresses", most_long_line_bytes);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (mode == "3") {
            line_.bulk_address.push_back(address(field()));
        } else if (i == 0) {
            line_.bulk_address.push_back(base);
        } else {
            const std::string_view text = field();
            const auto delta = signed_number(text);
            const auto next = delta ? address_at(line_.bulk_address.back(), 1, *delta) : std::nullopt;
            if (!next) refuse_field("the distance to the next address", text);
            line_.bulk_address.push_back(*next);
        }
    }
    line_.bulk_bytes = count == 0 ? 0 : bytes / count;
    trailing(false);
}

/// Reads immediate values, and register values of version 6.
/// @param after_deltas  some programs write one delta more than there are
void InstructionParser::trailing(bool after_deltas) {
    std::string_view text = field();
    const int expected = header_.version >= 6 ? 2 : header_.version >= 4 ? 1 : 0;
    const int most = after_deltas ? expected + 1 : expected;
    int numbers = 0;
    for (; numbers < most && signed_number(text); ++numbers)
        text = field();
    if (numbers > expected) count(Anomaly::extra_number);
    if (header_.version >= 6 && text == "Val") return;
    if (header_.version >= 6 && text == "NoVal") text = field();
    if (!text.empty()) refuse_field("the end of the line", text);
}

} // namespace hitmap::accelsim
