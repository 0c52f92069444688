#include "core/trace/formats/accelsim/kernel_header.h"

#include "core/base/error.h"
#include "core/base/text/byte_order_mark.h"
#include "core/trace/formats/accelsim/field_values.h"
#include "core/trace/import/demangled.h"
#include "core/trace/import/line_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace hitmap::accelsim {

namespace {

constexpr std::uint64_t most_blocks = std::uint64_t{1} << 31;
constexpr std::uint32_t most_threads = 1024;
constexpr std::uint64_t most_launch_warps = std::uint64_t{1} << 32;

/// Reads the lines of the header.
class HeaderParser {
public:
    HeaderParser(std::string_view start, bool whole, const std::string& file)
        : rest_(without_byte_order_mark(start)), whole_(whole), file_(file) {}

    KernelHeader parse() {
        std::string_view line;
        do {
            if (rest_.empty())
                refuse(whole_ ? "expected '#traces format' behind the header, found the end"
                              : "expected '#traces format' in the first 64 KiB, found none");
            line = next_line();
            if (line.starts_with('-'))
                put(line.substr(1));
            else if (!line.empty() && !line.starts_with('#'))
                refuse(fmt::format("expected '-KEY = VALUE' or '#traces format', found '{}'",
                                   line.substr(0, 60)));
        } while (!line.starts_with('#'));
        header_.lines = number_;
        check();
        read_columns();
        return header_;
    }

private:
    [[noreturn]] void refuse(const std::string& message) const {
        throw FileError(file_, fmt::format("line {}", std::max<std::uint64_t>(number_, 1)), message);
    }
    std::string_view next_line() {
        ++number_;
        std::string_view line = take_line(rest_);
        while (line.ends_with(' '))
            line.remove_suffix(1);
        return line;
    }
    std::uint64_t number(std::string_view value, std::uint64_t most) const {
        const auto result = value.starts_with("0x") ? address_number(value) : decimal_number(value);
        if (!result || *result > most)
            refuse(fmt::format("expected a number from 0 to {}, found '{}'", most, value.substr(0, 60)));
        return *result;
    }
    std::uint32_t number32(std::string_view value) const {
        return static_cast<std::uint32_t>(number(value, std::numeric_limits<std::uint32_t>::max()));
    }
    /// Parses "(2,1,1)".
    std::array<std::uint32_t, 3> size(std::string_view value) const {
        std::array<std::uint32_t, 3> result{};
        std::string_view rest = value;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const char before = axis == 0 ? '(' : ',';
            const std::size_t end = std::min(rest.find(axis == 2 ? ')' : ',', 1), rest.size());
            const auto number =
                rest.starts_with(before) ? decimal_number(rest.substr(1, end - 1)) : std::nullopt;
            if (!number || *number == 0 || *number > std::numeric_limits<std::uint32_t>::max())
                refuse(fmt::format("expected (X,Y,Z) of numbers from 1, found '{}'", value.substr(0, 60)));
            result[axis] = static_cast<std::uint32_t>(*number);
            rest.remove_prefix(end);
        }
        if (rest != ")") refuse(fmt::format("expected (X,Y,Z), found '{}'", value.substr(0, 60)));
        return result;
    }
    void put(std::string_view line) {
        if (const auto name = value_of(line, "kernel name")) header_.kernel = demangled(std::string(*name));
        if (const auto value = value_of(line, "grid dim")) header_.grid = size(*value);
        if (const auto value = value_of(line, "block dim")) header_.block = size(*value);
        if (const auto value = value_of(line, "shmem")) header_.shared_bytes = number32(*value);
        if (const auto value = value_of(line, "nregs")) header_.registers = number32(*value);
        if (const auto value = value_of(line, "binary version")) header_.binary_version = number32(*value);
        constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
        if (const auto value = value_of(line, "shmem base_addr")) header_.shared_base = number(*value, most);
        if (const auto value = value_of(line, "local mem base_addr"))
            header_.local_base = number(*value, most);
        if (const auto value = value_of(line, "accelsim tracer version")) put_version(*value);
        if (const auto value = value_of(line, "enable lineinfo")) source_lines_ = number(*value, 1) != 0;
    }
    void put_version(std::string_view value) {
        header_.tracer_version = value;
        const auto* const end = value.data() + value.size();
        const auto [behind, error] = std::from_chars(value.data(), end, header_.version);
        if (error != std::errc{} || (behind != end && *behind != '.') || header_.version == 0 ||
            header_.version > 6)
            refuse(fmt::format("expected a tracer version from 1 to 6, found '{}'", value.substr(0, 60)));
    }
    void check() const {
        if (header_.grid[0] == 0) refuse("expected '-grid dim' before the first '#', found none");
        if (header_.block[0] == 0) refuse("expected '-block dim' before the first '#', found none");
        const auto product = [](const std::array<std::uint32_t, 3>& size, std::uint64_t most) {
            const std::uint64_t plane = std::uint64_t{size[0]} * size[1];
            return plane > most || plane * size[2] > most ? most + 1 : plane * size[2];
        };
        if (product(header_.grid, most_blocks) > most_blocks)
            refuse(fmt::format("expected at most {} blocks, found a grid of {} x {} x {}", most_blocks,
                               header_.grid[0], header_.grid[1], header_.grid[2]));
        if (product(header_.block, most_threads) > most_threads)
            refuse(fmt::format("expected at most {} threads in a block, found {} x {} x {}", most_threads,
                               header_.block[0], header_.block[1], header_.block[2]));
        if (header_.blocks() * header_.warps() > most_launch_warps)
            refuse(fmt::format("expected at most {} warps, found {} blocks of {}", most_launch_warps,
                               header_.blocks(), header_.warps()));
        if (header_.knows_windows() && header_.local_base < header_.shared_base)
            refuse(fmt::format("expected the local window behind the shared one at {:#x}, found it at {:#x}",
                               header_.shared_base, header_.local_base));
    }

    /// Decides by the first instructions which columns there are.
    void read_columns() {
        constexpr unsigned most_lines = 64;
        std::optional<unsigned> before; // the number of columns in front of the program counter
        std::uint64_t first_line = 0;
        unsigned lines = 0;
        bool first = true;
        while (!rest_.empty() && lines < most_lines) {
            if (!whole_ && rest_.find('\n') == std::string_view::npos) break; // the line is not complete
            const std::string_view line = next_line();
            if (line.empty()) continue;
            if (std::exchange(first, false)) header_.in_order = line != "#BEGIN_TB";
            if (text_fields::digit_value(line.front()) == text_fields::no_digit ||
                line.starts_with("cluster"))
                continue;
            const unsigned found = columns_before(line);
            if (before && *before != found)
                refuse(fmt::format("expected {} columns before the program counter, as in line {}, found {}",
                                   *before, first_line, found));
            if (!before) first_line = number_;
            before = found;
            ++lines;
        }
        header_.columns_known = before.has_value();
        header_.columns.line = source_lines_.value_or(false);
        if (before) put_columns(*before, first_line);
        if (header_.version == 0) header_.version = header_.columns.block && !header_.in_order ? 1 : 3;
    }
    /// The number of columns before the program counter, which the mask and the number of destinations
    /// follow.
    unsigned columns_before(std::string_view line) const {
        constexpr unsigned most = 15;
        std::string_view rest = line;
        std::string_view counter = take_word(rest);
        for (unsigned before = 0; before < most; ++before) {
            const std::string_view mask = take_word(rest);
            std::string_view behind = rest;
            const std::string_view destinations = take_word(behind);
            if (mask.size() == 8 && is_hex(mask, 8) && is_hex(counter, 4) && destinations.size() == 1 &&
                decimal_number(destinations).value_or(9) <= 8)
                return before;
            counter = mask;
        }
        refuse(fmt::format("expected a program counter and a mask of 8 hexadecimal digits, found '{}'",
                           line.substr(0, 60)));
    }
    void put_columns(unsigned before, std::uint64_t line) {
        for (const bool block : {false, true})
            for (const bool cluster : {false, true})
                for (const bool core : {false, true})
                    for (const bool source : {false, true}) {
                        const Columns columns{block, cluster, core, source};
                        if (columns.count() == before && (!cluster || block) &&
                            source == source_lines_.value_or(source)) {
                            header_.columns = columns;
                            check_columns(line);
                            return;
                        }
                    }
        number_ = line;
        refuse(
            fmt::format("expected the columns of a trace {} source lines before the program counter, found "
                        "{} columns",
                        source_lines_.value_or(false) ? "with" : "without", before));
    }
    void check_columns(std::uint64_t line) {
        if (!header_.in_order || header_.columns.block) return;
        number_ = line;
        refuse(
            "expected '#BEGIN_TB', or a line with the numbers of the block and of the warp, found neither");
    }

    std::string_view rest_;
    bool whole_;
    const std::string& file_;
    std::uint64_t number_ = 0;         ///< of the last line
    std::optional<bool> source_lines_; // as the header says
    KernelHeader header_;
};

} // namespace

std::uint32_t KernelHeader::lanes(std::uint32_t warp) const {
    const std::uint32_t first = warp * 32;
    if (first >= threads()) return 0;
    const std::uint32_t count = threads() - first;
    return count >= 32 ? ~0U : (1U << count) - 1;
}

KernelHeader parse_kernel_header(std::string_view start, bool whole, const std::string& file) {
    return HeaderParser(start, whole, file).parse();
}

bool begins_as_kernel(std::string_view start) {
    start = without_byte_order_mark(start);
    start.remove_prefix(std::min(start.find_first_not_of("\r\n"), start.size()));
    if (!start.starts_with('-')) return false;
    return start.starts_with("-kernel name =") || start.find("\n-kernel name =") != std::string_view::npos;
}

} // namespace hitmap::accelsim
