#include "core/trace/import/access_csv.h"

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/trace/import/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::string_view header = "sm,warp,lane,address,bytes,operation";
constexpr std::string_view line_column = ",line";
// Most warps of a recording, which limits the memory of the table of warps.
constexpr std::size_t most_warps = std::size_t{1} << 22;

/// What must be equal for rows to belong to one request. `place` is the text of the column `line`.
struct RowKey {
    std::uint32_t sm = 0;
    std::uint32_t warp = 0;
    Operation operation = Operation::load;
    std::uint16_t bytes = 0;
    std::string_view place{};

    friend bool operator==(const RowKey&, const RowKey&) = default;
};
struct Row {
    RowKey key;
    std::uint32_t lane = 0;
    std::uint64_t address = 0;
};

/// Reads the rows of the file in order.
class RowReader {
public:
    RowReader(const ByteSource& file, const JobContext& job) : lines_(file, job) {
        const auto first = lines_.next();
        has_place_ = first && first->size() > header.size();
    }

    /// Returns the next row, which is valid until the next call; nothing at the end. Throws FileError,
    /// Cancelled.
    std::optional<Row> next() {
        std::optional<std::string_view> line = lines_.next();
        while (line && line->empty())
            line = lines_.next();
        if (!line) return std::nullopt;
        rest_ = *line;
        Row row;
        row.key.sm = static_cast<std::uint32_t>(number("an SM", RecordingLimits::sms - 1));
        row.key.warp =
            static_cast<std::uint32_t>(number("a warp", std::numeric_limits<std::uint32_t>::max()));
        row.lane = static_cast<std::uint32_t>(number("a lane", warp_size - 1));
        row.address = number("an address", std::numeric_limits<std::uint64_t>::max());
        row.key.bytes = static_cast<std::uint16_t>(number("bytes", RecordingLimits::bytes_per_lane));
        if (row.key.bytes == 0) lines_.refuse("expected at least 1 byte, found 0");
        row.key.operation = operation();
        if (has_place_) row.key.place = field();
        if (!ended_) refuse_field("the end of the line", rest_);
        ended_ = false;
        return row;
    }
    [[noreturn]] void refuse(const std::string& message) const { lines_.refuse(message); }

private:
    std::string_view field() {
        if (ended_)
            lines_.refuse(fmt::format("expected the fields {}, found fewer",
                                      std::string(header) + std::string(has_place_ ? line_column : "")));
        const std::size_t end = rest_.find(',');
        const std::string_view text = rest_.substr(0, end);
        ended_ = end == std::string_view::npos;
        rest_.remove_prefix(ended_ ? rest_.size() : end + 1);
        return text;
    }
    /// Parses a decimal number, or a hexadecimal one after "0x".
    std::uint64_t number(std::string_view what, std::uint64_t most) {
        const std::string_view text = field();
        const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        const std::string_view digits = text.substr(hexadecimal ? 2 : 0);
        std::uint64_t value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
        if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size() || value > most)
            refuse_field(fmt::format("{} from 0 to {}", what, most), text);
        return value;
    }
    Operation operation() {
        const std::string_view text = field();
        for (const Operation operation : {Operation::load, Operation::store, Operation::atomic})
            if (text == name_of(operation)) return operation;
        refuse_field("load, store or atomic", text);
    }
    [[noreturn]] void refuse_field(const std::string& expected, std::string_view found) const {
        lines_.refuse(fmt::format("expected {}, found '{}'", expected, printable(found.substr(0, 60))));
    }

    TextLines lines_;
    std::string_view rest_;
    bool ended_ = false; ///< the last field of the line was read
    bool has_place_ = false;
};

/// Parses "12" or "kernel.cu:12"; any other text is the name of the place.
SourceLocation location_of(std::string_view place) {
    SourceLocation location;
    const std::size_t colon = place.rfind(':');
    const std::string_view digits = colon == std::string_view::npos ? place : place.substr(colon + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), location.line);
    if (error != std::errc{} || end != digits.data() + digits.size()) {
        location.line = 0;
        location.function = place;
    } else if (colon != std::string_view::npos) {
        location.file = place.substr(0, colon);
    }
    return location;
}

/// Numbers warps and instructions in the order in which they appear.
class Tables {
public:
    struct Warp {
        std::uint32_t index = 0; ///< index in the launch
        std::uint32_t slot = 0;  ///< slot on its SM
    };

    void add(const Row& row, const RowReader& rows) {
        if (!warps_.contains({row.key.sm, row.key.warp})) add_warp(row, rows);
        if (instruction(row.key)) return;
        if (instructions_.size() == RecordingLimits::table_rows)
            rows.refuse(
                fmt::format("expected at most {} instructions (of other bytes, operation or line), found "
                            "another",
                            RecordingLimits::table_rows));
        Instruction added;
        added.operation = row.key.operation;
        added.bytes_per_lane = row.key.bytes;
        added.location = location_of(row.key.place);
        numbers_.emplace(number_key(row.key), static_cast<std::uint32_t>(instructions_.size()));
        instructions_.push_back(std::move(added));
    }
    [[nodiscard]] Warp warp(const RowKey& key) const { return warps_.at({key.sm, key.warp}); }
    [[nodiscard]] std::optional<std::uint32_t> instruction(const RowKey& key) const {
        const auto found = numbers_.find(number_key(key));
        return found == numbers_.end() ? std::nullopt : std::optional(found->second);
    }
    [[nodiscard]] const std::vector<Instruction>& instructions() const { return instructions_; }
    [[nodiscard]] std::uint32_t warp_count() const { return static_cast<std::uint32_t>(warps_.size()); }
    [[nodiscard]] std::uint32_t sm_count() const { return static_cast<std::uint32_t>(slots_.size()); }
    [[nodiscard]] std::uint32_t slot_count() const {
        return slots_.empty() ? 0 : *std::max_element(slots_.begin(), slots_.end());
    }

private:
    using InstructionKey = std::pair<std::uint32_t, std::string>;
    static InstructionKey number_key(const RowKey& key) {
        return {std::uint32_t{key.bytes} << 8U | static_cast<std::uint32_t>(key.operation),
                std::string(key.place)};
    }
    void add_warp(const Row& row, const RowReader& rows) {
        if (slots_.size() <= row.key.sm) slots_.resize(row.key.sm + 1);
        if (slots_[row.key.sm] == RecordingLimits::warp_slots_per_sm || warps_.size() == most_warps)
            rows.refuse(fmt::format("expected at most {} warps on an SM and {} in all, found another",
                                    RecordingLimits::warp_slots_per_sm, most_warps));
        warps_.emplace(std::pair(row.key.sm, row.key.warp), Warp{warp_count(), slots_[row.key.sm]++});
    }

    /// By SM and the file's number of the warp.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Warp> warps_;
    std::vector<std::uint32_t> slots_; ///< [SMs] number of slots in use
    std::map<InstructionKey, std::uint32_t> numbers_;
    std::vector<Instruction> instructions_;
};

Tables read_tables(const ByteSource& file, const JobContext& job) {
    job.begin("reading the tables", file.size(), "bytes");
    Tables tables;
    RowReader rows(file, job);
    RowKey last;
    std::string place; // a copy, because the text of the last row is gone
    while (const auto row = rows.next()) {
        if (tables.warp_count() != 0 && row->key == last) continue;
        tables.add(*row, rows);
        place = row->key.place;
        last = row->key;
        last.place = place;
    }
    if (tables.warp_count() == 0)
        throw FileError(file.name(), "", "expected rows behind the header, found none");
    return tables;
}

RecordingInfo info_of(const ByteSource& file, const Tables& tables) {
    RecordingInfo info;
    info.producer = "CSV of accesses";
    info.source_name = file.name().substr(file.name().rfind('/') + 1);
    info.options = {{"format", "csv"}};
    info.device = {"not known", tables.sm_count(), tables.slot_count()};
    info.instructions = tables.instructions();
    info.origins = {{"sm", Origin::recorded},
                    {"warp", Origin::recorded},
                    {"order", Origin::recorded},
                    {"allocations", Origin::assumed},
                    {"instructions", Origin::derived}};
    return info;
}

} // namespace

bool AccessCsvFormat::recognises(std::string_view start) const {
    if (!start.starts_with(header)) return false;
    start.remove_prefix(header.size());
    if (start.starts_with(line_column)) start.remove_prefix(line_column.size());
    return start.starts_with('\n') || start.starts_with("\r\n");
}

ImportedCounts AccessCsvFormat::read(const ByteSource& file, RecordingSink& sink,
                                     const JobContext& job) const {
    const Tables tables = read_tables(file, job);
    sink.begin(info_of(file, tables), nullptr);
    Launch launch;
    launch.kernel = "not known";
    launch.grid = {tables.warp_count(), 1, 1};
    launch.block = {warp_size, 1, 1};
    sink.begin_launch(launch);

    job.begin("reading the accesses", file.size(), "bytes");
    RowReader rows(file, job);
    Request request;
    RowKey key;
    std::string place; // a copy for key.place: the text of a row is gone after the next row is read
    ImportedCounts counts;
    const auto add = [&] {
        if (request.mask == 0) return;
        sink.add(request);
        ++counts.requests;
        counts.lane_accesses += static_cast<std::uint64_t>(std::popcount(request.mask));
    };
    while (const auto row = rows.next()) {
        const std::uint32_t lane = 1U << row->lane;
        if (request.mask == 0 || row->key != key || lane <= request.mask) {
            add();
            place = row->key.place;
            key = row->key;
            key.place = place;
            const auto instruction = tables.instruction(key);
            if (!instruction) rows.refuse("expected the rows that were read before, found others");
            const Tables::Warp warp = tables.warp(key);
            request.sm = key.sm;
            request.warp = warp.index;
            request.slot = warp.slot;
            request.instruction = *instruction;
            request.mask = 0;
        }
        request.mask |= lane;
        request.address[row->lane] = row->address;
    }
    add();
    sink.finish();
    return counts;
}

} // namespace hitmap
