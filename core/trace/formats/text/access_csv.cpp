#include "core/trace/formats/text/access_csv.h"

#include "core/trace/formats/text/csv_fields.h"
#include "core/trace/import/imported_info.h"
#include "core/trace/import/lane_joiner.h"
#include "core/trace/io/byte_input.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::string_view access_columns = "sm,warp,lane,address,bytes,operation";
constexpr std::string_view line_column = ",line";
// Most warps of a recording, which limits the memory of the table of warps.
constexpr std::size_t most_warps = std::size_t{1} << 22;
/// The lanes of a warp of some GPUs (AMD), which is recorded as two warps.
constexpr std::uint32_t wide_warp_size = 2 * warp_size;

/// What must be equal for rows to belong to one request. `place` is the text of the column `line`.
struct RowKey {
    std::uint32_t sm = 0;
    std::uint32_t warp = 0;
    bool upper_half = false; ///< lanes 32 to 63
    Operation operation = Operation::load;
    std::uint16_t bytes = 0;
    std::string_view place{}; ///< refers to the piece

    friend bool operator==(const RowKey&, const RowKey&) = default;
};
struct Row {
    RowKey key;
    std::uint32_t lane = 0;
    std::uint64_t address = 0;
    std::uint64_t line = 0; ///< number of the line, for messages
};

std::vector<Row> parse_rows(const LinePiece& piece, const std::string& file, const CsvColumns& columns) {
    CsvFields fields(piece, file, columns);
    const bool has_place = columns.names.size() > access_columns.size();
    std::vector<Row> rows;
    while (fields.next_row()) {
        Row& row = rows.emplace_back();
        row.line = fields.line();
        row.key.sm = fields.number<std::uint32_t>("an SM", RecordingLimits::sms - 1);
        row.key.warp = fields.number<std::uint32_t>("a warp");
        const auto lane = fields.number<std::uint32_t>("a lane", wide_warp_size - 1);
        row.key.upper_half = lane >= warp_size;
        row.lane = lane % warp_size;
        row.address = fields.number<std::uint64_t>("an address");
        row.key.bytes = fields.number<std::uint16_t>("bytes", RecordingLimits::bytes_per_lane, 1);
        if (row.address > std::numeric_limits<std::uint64_t>::max() - (row.key.bytes - 1U))
            fields.refuse(fmt::format("expected an access that ends below 2^64, found {} bytes at {:#x}",
                                      row.key.bytes, row.address));
        const std::string_view text = fields.field();
        if (text == "store")
            row.key.operation = Operation::store;
        else if (text == "atomic")
            row.key.operation = Operation::atomic;
        else if (text != "load")
            fields.refuse_field("load, store or atomic", text);
        if (has_place) row.key.place = fields.field();
        fields.expect_end_of_row();
    }
    return rows;
}

/// Parses "12" or "kernel.cu:12"; any other text is the name of the place.
SourceLocation csv_place(std::string_view field) {
    SourceLocation location;
    const std::string text = unquoted(field);
    const std::string_view place = text;
    const std::size_t colon = place.rfind(':');
    std::string_view digits = colon == std::string_view::npos ? place : place.substr(colon + 1);
    if (!take_decimal(digits, location.line) || !digits.empty()) {
        location.line = 0;
        location.function = place;
    } else if (colon != std::string_view::npos) {
        location.file = place.substr(0, colon);
    }
    return location;
}

/// Writes rows to a sink. Numbers warps and instructions in the order in which they appear.
class AccessCsvImport {
public:
    AccessCsvImport(const std::string& file, RecordingSink& sink) : file_(file), sink_(sink), joiner_(sink) {
        launch_.kernel = "not known";
        launch_.block = {warp_size, 1, 1};
        sink_.begin_launch(launch_);
    }
    void add(const std::vector<Row>& rows) {
        for (const Row& row : rows) {
            if (!joiner_.takes(row.lane) || row.key != key_) begin_request(row);
            joiner_.add(row.lane, row.address);
        }
        // The text of the rows is gone when the next ones come.
        place_ = key_.place;
        key_.place = place_;
    }
    FinalTables finish(ImportWarnings& warnings) {
        warnings.count("warps of 64 lanes, each of which is recorded as two of 32", wide_warps_);
        if (warps_.empty()) throw FileError(file_, "", "expected rows behind the header, found none");
        joiner_.end();
        launch_.grid = {static_cast<std::uint32_t>(warps_.size()), 1, 1};
        const std::uint32_t most_slots = *std::ranges::max_element(slots_);
        return {{"not known", static_cast<std::uint32_t>(slots_.size()), most_slots}, {}, {launch_}};
    }

private:
    struct Warp {
        std::uint32_t index = 0; ///< index in the launch
        std::uint32_t slot = 0;  ///< slot on its SM
    };
    struct InstructionKey {
        std::uint32_t access = 0; ///< bytes and operation
        std::string place;
        friend bool operator==(const InstructionKey&, const InstructionKey&) = default;
    };
    struct InstructionHash {
        std::size_t operator()(const InstructionKey& key) const {
            return std::hash<std::string>()(key.place) * 31 + key.access;
        }
    };

    void begin_request(const Row& row) {
        key_ = row.key;
        const Warp warp = warp_of(row);
        Request request;
        request.sm = key_.sm;
        request.warp = warp.index;
        request.slot = warp.slot;
        request.instruction = instruction_of(row);
        joiner_.begin(request);
    }
    Warp warp_of(const Row& row) {
        const std::uint64_t number = std::uint64_t{row.key.sm} << 33U | std::uint64_t{row.key.warp} << 1U |
                                     (row.key.upper_half ? 1U : 0U);
        if (const auto found = warps_.find(number); found != warps_.end()) return found->second;
        if (slots_.size() <= row.key.sm) slots_.resize(row.key.sm + 1);
        if (slots_[row.key.sm] == RecordingLimits::warp_slots_per_sm || warps_.size() == most_warps)
            CsvFields::refuse(file_, row.line,
                              fmt::format("expected at most {} warps on an SM and {} in all, found another",
                                          RecordingLimits::warp_slots_per_sm, most_warps));
        const Warp warp{static_cast<std::uint32_t>(warps_.size()), slots_[row.key.sm]++};
        warps_.emplace(number, warp);
        if (row.key.upper_half) ++wide_warps_;
        return warp;
    }
    std::uint32_t instruction_of(const Row& row) {
        looked_up_.access =
            std::uint32_t{row.key.bytes} << 8U | static_cast<std::uint32_t>(row.key.operation);
        looked_up_.place = row.key.place;
        if (const auto found = instructions_.find(looked_up_); found != instructions_.end())
            return found->second;
        const auto next = static_cast<std::uint32_t>(instructions_.size());
        if (next == RecordingLimits::table_rows)
            CsvFields::refuse(
                file_, row.line,
                fmt::format("expected at most {} instructions (of other bytes, operation or line), "
                            "found another",
                            RecordingLimits::table_rows));
        instructions_.emplace(looked_up_, next);
        Instruction added;
        added.operation = row.key.operation;
        added.bytes_per_lane = row.key.bytes;
        added.location = csv_place(row.key.place);
        sink_.add_instruction(added);
        return next;
    }

    const std::string& file_;
    RecordingSink& sink_;
    LaneJoiner joiner_;
    Launch launch_;
    RowKey key_;                                    ///< of the request
    std::string place_;                             ///< the text of key_.place between two pieces
    std::unordered_map<std::uint64_t, Warp> warps_; ///< by SM, the file's number of the warp, and its half
    std::uint64_t wide_warps_ = 0;                  ///< warps with lanes above 31
    std::vector<std::uint32_t> slots_;              ///< [SMs] number of slots in use
    std::unordered_map<InstructionKey, std::uint32_t, InstructionHash> instructions_;
    InstructionKey looked_up_; ///< a member, so that its memory is reused
};

} // namespace

bool AccessCsvFormat::recognises(std::string_view start) const {
    const std::string names = csv_columns(start).names;
    std::string_view rest = names;
    return take(rest, access_columns) && (rest.empty() || rest == line_column);
}

FinalTables AccessCsvFormat::read(const ImportFiles& files, RecordingSink& sink,
                                  const ImportContext& context) const {
    const ByteSource& source = *files.files.front();
    const CsvColumns columns = csv_columns(start_of(source, most_start));
    RecordingInfo info = imported_info(*this, source.name());
    info.origins = {{"sm", Origin::recorded},
                    {"warp", Origin::recorded},
                    {"order", Origin::recorded},
                    {"allocations", Origin::assumed},
                    {"instructions", Origin::derived}};
    sink.begin(info, nullptr);
    AccessCsvImport import(source.name(), sink);
    context.balance.begin(AccessBalance::Unit::lane_access);
    const auto input = open_input(source, context.job);
    for_each_piece(
        *input, context.pool, context.job,
        [&](const LinePiece& piece) { return parse_rows(piece, source.name(), columns); },
        [&](const std::vector<Row>& rows) {
            context.balance.read(rows.size());
            import.add(rows);
        });
    return import.finish(context.warnings);
}

} // namespace hitmap
