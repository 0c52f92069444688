#include "core/trace/import/access_csv.h"

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/trace/import/text_lines.h"
#include "core/trace/io/byte_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
    explicit RowReader(ByteInput& file) : lines_(file) {
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

    /// Returns the warp of a row, which is added if it is new.
    Warp warp(const RowKey& key, const RowReader& rows) {
        const auto found = warps_.find({key.sm, key.warp});
        return found != warps_.end() ? found->second : add_warp(key, rows);
    }
    /// Returns the instruction of a row, which is added here and to the sink if it is new.
    std::uint32_t instruction(const RowKey& key, const RowReader& rows, RecordingSink& sink) {
        const auto next = static_cast<std::uint32_t>(numbers_.size());
        const auto [found, is_new] = numbers_.emplace(number_key(key), next);
        if (!is_new) return found->second;
        if (next == RecordingLimits::table_rows)
            rows.refuse(
                fmt::format("expected at most {} instructions (of other bytes, operation or line), found "
                            "another",
                            RecordingLimits::table_rows));
        Instruction added;
        added.operation = key.operation;
        added.bytes_per_lane = key.bytes;
        added.location = location_of(key.place);
        sink.add_instruction(added);
        return next;
    }
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
    Warp add_warp(const RowKey& key, const RowReader& rows) {
        if (slots_.size() <= key.sm) slots_.resize(key.sm + 1);
        if (slots_[key.sm] == RecordingLimits::warp_slots_per_sm || warps_.size() == most_warps)
            rows.refuse(fmt::format("expected at most {} warps on an SM and {} in all, found another",
                                    RecordingLimits::warp_slots_per_sm, most_warps));
        const Warp warp{warp_count(), slots_[key.sm]++};
        warps_.emplace(std::pair(key.sm, key.warp), warp);
        return warp;
    }

    /// By SM and the file's number of the warp.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Warp> warps_;
    std::vector<std::uint32_t> slots_; ///< [SMs] number of slots in use
    std::map<InstructionKey, std::uint32_t> numbers_;
};

RecordingInfo info_of(const std::string& name) {
    RecordingInfo info;
    info.producer = "CSV of accesses";
    info.source_name = name.substr(name.rfind('/') + 1);
    info.options = {{"format", "csv"}};
    info.device.name = "not known";
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

FinalTables AccessCsvFormat::read(const ImportFiles& files, RecordingSink& sink,
                                  const ImportContext& context) const {
    const auto input = open_input(*files.files.front(), context.job);
    RowReader rows(*input);
    Tables tables;
    sink.begin(info_of(input->name()), nullptr);
    Launch launch;
    launch.kernel = "not known";
    launch.block = {warp_size, 1, 1};
    sink.begin_launch(launch);

    Request request;
    RowKey key;
    std::string place; // a copy for key.place: the text of a row is gone after the next row is read
    while (const auto row = rows.next()) {
        const std::uint32_t lane = 1U << row->lane;
        if (request.mask == 0 || row->key != key || lane <= request.mask) {
            if (request.mask != 0) sink.add(request);
            place = row->key.place;
            key = row->key;
            key.place = place;
            const Tables::Warp warp = tables.warp(key, rows);
            request.sm = key.sm;
            request.warp = warp.index;
            request.slot = warp.slot;
            request.instruction = tables.instruction(key, rows, sink);
            request.mask = 0;
        }
        request.mask |= lane;
        request.address[row->lane] = row->address;
    }
    if (request.mask == 0) throw FileError(input->name(), "", "expected rows behind the header, found none");
    sink.add(request);
    launch.grid = {tables.warp_count(), 1, 1};
    return {{"not known", tables.sm_count(), tables.slot_count()}, {}, {launch}};
}

} // namespace hitmap
