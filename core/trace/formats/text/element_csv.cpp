#include "core/trace/formats/text/element_csv.h"

#include "core/trace/elements/kind_names.h"
#include "core/trace/formats/text/csv_fields.h"
#include "core/trace/formats/text/element_scene.h"
#include "core/trace/import/imported_info.h"
#include "core/trace/import/lane_joiner.h"
#include "core/trace/io/byte_input.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

const std::string element_columns =
    "order,launch,sm,warp,lane,kind,element,source,l1_hits,l1_lookups,l2_hits,l2_lookups";
/// The columns that --why adds. They are results of a model and are not kept.
constexpr std::string_view class_columns =
    ",l1_cold_misses,l1_capacity_misses,l1_conflict_misses,l2_cold_misses,"
    "l2_capacity_misses,l2_conflict_misses";

struct ElementRow {
    std::uint64_t order = 0;
    std::uint64_t line = 0;
    std::uint32_t launch = 0;
    std::uint32_t sm = 0;
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t element = 0;
    ElementKindId kind = 0;
    ElementFacts facts;
};

/// Parses a number that may be missing. Returns `missing` then.
std::uint32_t optional_number(CsvFields& fields, std::string_view what, std::uint32_t most,
                              std::uint32_t missing) {
    const std::string_view text = fields.field();
    if (text.empty()) return missing;
    std::string_view digits = text;
    std::uint32_t value = 0;
    if (!take_decimal(digits, value, most) || !digits.empty())
        fields.refuse_field(fmt::format("{} from 0 to {} or nothing", what, most), text);
    return value;
}

std::vector<ElementRow> parse_element_rows(const LinePiece& piece, const std::string& file,
                                           const CsvColumns& columns) {
    CsvFields fields(piece, file, columns);
    const auto classes = std::ranges::count(columns.names, ',') - std::ranges::count(element_columns, ',');
    std::vector<ElementRow> rows;
    constexpr std::uint32_t most_element = std::numeric_limits<std::uint32_t>::max() - 1;
    while (fields.next_row()) {
        ElementRow& row = rows.emplace_back();
        row.line = fields.line();
        row.order = fields.number<std::uint64_t>("an order");
        row.launch = fields.number<std::uint32_t>("a launch", RecordingLimits::launches - 1);
        row.sm = fields.number<std::uint32_t>("an SM", RecordingLimits::sms - 1);
        row.warp = fields.number<std::uint32_t>("a warp", std::numeric_limits<std::uint32_t>::max() - 1);
        row.lane = fields.number<std::uint32_t>("a lane", warp_size - 1);
        const std::string_view name = fields.field();
        const auto kind = element_kind_named(name);
        if (!kind || !ElementSurvey::can_make(*kind))
            fields.refuse_field(list_of(ElementSurvey::kinds_made(), KindName::singular), name);
        row.kind = *kind;
        const std::string_view element = fields.field();
        std::string_view digits = element;
        if (!take_decimal(digits, row.element, most_element) || !digits.empty())
            fields.refuse_field(fmt::format("an element from 0 to {}", most_element), element);
        constexpr std::uint32_t most_lookups = std::numeric_limits<std::uint8_t>::max();
        row.facts.source = optional_number(fields, "a source", most_element, ElementFacts::no_source);
        fields.field(); // hits are results of a model
        row.facts.l1_lookups =
            static_cast<std::uint8_t>(optional_number(fields, "look-ups", most_lookups, 0));
        fields.field();
        row.facts.l2_lookups =
            static_cast<std::uint8_t>(optional_number(fields, "look-ups", most_lookups, 0));
        for (auto i = classes; i > 0; --i)
            fields.field();
        fields.expect_end_of_row();
    }
    return rows;
}

template <class Consume>
void for_each_rows(const ByteSource& file, ThreadPool& pool, const JobContext& job, const Consume& consume) {
    const CsvColumns columns = csv_columns(start_of(file, RecordingFormat::most_start));
    const auto input = open_input(file, job);
    for_each_piece(
        *input, pool, job,
        [&](const LinePiece& piece) { return parse_element_rows(piece, file.name(), columns); }, consume);
}

/// Writes rows to a sink. Consecutive rows of a warp and a kind are one request while lanes rise.
class ElementCsvImport {
public:
    /// @param addresses  [element kinds] of element 0
    ElementCsvImport(const std::string& file, const PerKind<std::uint64_t>& addresses, RecordingSink& sink)
        : file_(file), addresses_(addresses), sink_(sink), joiner_(sink) {
        for (ElementKindId kind = 0; kind < element_kind_count(); ++kind)
            bytes_[kind] = ElementSurvey::buffer_of(kind).bytes;
    }

    void add(const std::vector<ElementRow>& rows) {
        for (const ElementRow& row : rows)
            add(row);
    }
    FinalTables finish() {
        if (rows_ == 0) throw FileError(file_, "", "expected rows behind the header, found none");
        joiner_.end();
        return {{"not known", sms_, slots_}, {}, std::move(launches_)};
    }

private:
    void add(const ElementRow& row) {
        if (row.order != rows_)
            CsvFields::refuse(file_, row.line, fmt::format("expected order {}, found {}", rows_, row.order));
        ++rows_;
        if (launches_.empty() || row.launch != launches_.size() - 1) begin_launch(row);
        const Request& last = joiner_.request();
        if (!joiner_.takes(row.lane) || last.sm != row.sm || last.warp != row.warp ||
            last.instruction != row.kind)
            begin_request(row);
        joiner_.add(row.lane, addresses_[row.kind] + std::uint64_t{row.element} * bytes_[row.kind]);
    }
    /// Begins the launch of a row, and those before it that have no rows.
    void begin_launch(const ElementRow& row) {
        if (row.launch < launches_.size())
            CsvFields::refuse(
                file_, row.line,
                fmt::format("expected launch {} or a later one, found {}", launches_.size() - 1, row.launch));
        joiner_.end();
        places_.clear();
        used_.clear();
        while (launches_.size() <= row.launch) {
            Launch launch;
            launch.kernel = "not known";
            launch.block = {warp_size, 1, 1};
            sink_.begin_launch(launch);
            launches_.push_back(std::move(launch));
        }
    }
    void begin_request(const ElementRow& row) {
        Request request;
        request.launch = row.launch;
        request.sm = row.sm;
        request.warp = row.warp;
        request.slot = slot_of(row);
        request.instruction = row.kind;
        joiner_.begin(request);
        sms_ = std::max(sms_, row.sm + 1);
        auto& blocks = launches_.back().grid[0];
        blocks = std::max(blocks, row.warp + 1);
    }
    std::uint32_t slot_of(const ElementRow& row) {
        const std::uint64_t number = std::uint64_t{row.sm} << 32U | row.warp;
        if (const auto found = places_.find(number); found != places_.end()) return found->second;
        std::uint32_t& used = used_[row.sm];
        if (used == RecordingLimits::warp_slots_per_sm)
            CsvFields::refuse(file_, row.line,
                              fmt::format("expected at most {} warps on an SM, found another",
                                          RecordingLimits::warp_slots_per_sm));
        places_.emplace(number, used);
        slots_ = std::max(slots_, used + 1);
        return used++;
    }

    const std::string& file_;
    PerKind<std::uint64_t> addresses_;
    PerKind<std::uint32_t> bytes_{}; ///< of an element
    RecordingSink& sink_;
    LaneJoiner joiner_;
    std::vector<Launch> launches_;
    std::unordered_map<std::uint64_t, std::uint32_t> places_; ///< slots by SM and warp, in the launch
    std::unordered_map<std::uint32_t, std::uint32_t> used_;   ///< number of slots by SM
    std::uint64_t rows_ = 0;
    std::uint32_t sms_ = 0;
    std::uint32_t slots_ = 0;
};

} // namespace

bool ElementCsvFormat::recognises(std::string_view start) const {
    const std::string names = csv_columns(start).names;
    std::string_view rest = names;
    return take(rest, element_columns) && (rest.empty() || rest == class_columns);
}

FinalTables ElementCsvFormat::read(const ImportFiles& files, RecordingSink& sink,
                                   const ImportContext& context) const {
    const ByteSource& file = *files.files.front();
    context.job.begin("finding the elements", file.size(), "bytes");
    ElementSurvey survey;
    for_each_rows(file, context.pool, context.job, [&](const std::vector<ElementRow>& rows) {
        for (const ElementRow& row : rows)
            survey.add(row.kind, row.element, row.facts);
    });
    MadeElements made = survey.make(context);
    context.job.begin("reading " + file.name(), file.size(), "bytes");
    RecordingInfo info = imported_info(*this, file.name());
    info.origins = {{"sm", Origin::recorded},
                    {"warp", Origin::recorded},
                    {"order", Origin::recorded},
                    {"allocations", Origin::assumed},
                    {"instructions", Origin::assumed}};
    if (made.scene != nullptr) {
        info.origins.push_back({"scene", Origin::assumed});
        if (!made.scene->vertices.empty())
            info.origins.push_back({std::string(vertex_positions_field), Origin::assumed});
        if (!made.scene->boxes.empty())
            info.origins.push_back({std::string(box_extents_field), Origin::assumed});
    }
    for (ElementKindId kind = 0; kind < element_kind_count(); ++kind) { // requests have its number
        const ElementSurvey::Made buffer = ElementSurvey::buffer_of(kind);
        Instruction instruction;
        instruction.operation = buffer.operation;
        instruction.bytes_per_lane = static_cast<std::uint16_t>(buffer.bytes);
        info.instructions.push_back(instruction);
    }
    info.allocations = std::move(made.allocations);
    sink.begin(info, made.scene.get());
    ElementCsvImport import(file.name(), made.addresses, sink);
    context.balance.begin(AccessBalance::Unit::lane_access);
    for_each_rows(file, context.pool, context.job, [&](const std::vector<ElementRow>& rows) {
        context.balance.read(rows.size());
        import.add(rows);
    });
    return import.finish();
}

} // namespace hitmap
