#include "core/trace/formats/csv/element_csv.h"

#include "core/trace/formats/csv/csv_fields.h"
#include "core/trace/import/imported_info.h"
#include "core/trace/import/lane_joiner.h"
#include "core/trace/io/byte_input.h"
#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

const std::string element_columns =
    "order,launch,sm,warp,lane,kind,element,source,l1_hits,l1_lookups,l2_hits,l2_lookups";
constexpr std::size_t result_columns = 4;

/// How the elements of a kind are laid out and accessed in the recording that is made.
struct MadeBuffer {
    std::string_view name;
    std::uint64_t address;
    std::uint32_t bytes; ///< of an element
    Operation operation;
};
/// [element kinds] The bytes are those of hitmap trace. The addresses leave 2^40 bytes to each buffer.
constexpr std::array<MadeBuffer, 3> made_buffers{{
    {"boxes", std::uint64_t{1} << 40U, 24, Operation::load},
    {"faces", std::uint64_t{2} << 40U, 12, Operation::load},
    {"framebuffer", std::uint64_t{3} << 40U, 4, Operation::store},
}};

struct ElementRow {
    std::uint64_t order = 0;
    std::uint64_t line = 0;
    std::uint32_t launch = 0;
    std::uint32_t sm = 0;
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t element = 0;
    ElementKindId kind = 0;
    bool other_source = false; ///< the element is not its own source
};

std::vector<ElementRow> parse_element_rows(const LinePiece& piece, const std::string& file) {
    CsvFields fields(piece, file, element_columns);
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
        if (!kind || *kind >= made_buffers.size()) fields.refuse_field("box, face or pixel", name);
        row.kind = *kind;
        const std::string_view element = fields.field();
        std::string_view digits = element;
        if (!take_decimal(digits, row.element, most_element) || !digits.empty())
            fields.refuse_field(fmt::format("an element from 0 to {}", most_element), element);
        row.other_source = fields.field() != element;
        for (std::size_t i = 0; i < result_columns; ++i)
            fields.field();
        fields.expect_end_of_row();
    }
    return rows;
}

template <class Consume>
void for_each_rows(const ByteSource& file, ThreadPool& pool, const JobContext& job, const Consume& consume) {
    const auto input = open_input(file, job);
    for_each_piece(
        *input, pool, job, [&](const LinePiece& piece) { return parse_element_rows(piece, file.name()); },
        consume);
}

using ElementCounts = std::array<std::uint64_t, made_buffers.size()>;

/// Returns the number of elements of each kind: one more than the largest number.
ElementCounts count_elements(const ByteSource& file, ThreadPool& pool, const JobContext& job) {
    ElementCounts counts{};
    for_each_rows(file, pool, job, [&](const std::vector<ElementRow>& rows) {
        for (const ElementRow& row : rows)
            counts[row.kind] = std::max<std::uint64_t>(counts[row.kind], std::uint64_t{row.element} + 1);
    });
    return counts;
}

/// Writes rows to a sink. Consecutive rows of a warp and a kind are one request while lanes rise.
class ElementCsvImport {
public:
    ElementCsvImport(const std::string& file, RecordingSink& sink, ImportWarnings& warnings)
        : file_(file), sink_(sink), joiner_(sink), warnings_(warnings) {}

    void add(const std::vector<ElementRow>& rows) {
        for (const ElementRow& row : rows)
            add(row);
    }
    FinalTables finish() {
        if (rows_ == 0) throw FileError(file_, "", "expected rows behind the header, found none");
        joiner_.end();
        warnings_.count("accesses of elements with a source of another number, which is not kept",
                        other_sources_);
        warnings_.count("accesses of faces, which count as other data because their vertices are not known",
                        faces_);
        return {{"not known", sms_, slots_}, {}, std::move(launches_)};
    }

private:
    void add(const ElementRow& row) {
        if (row.order != rows_)
            CsvFields::refuse(file_, row.line, fmt::format("expected order {}, found {}", rows_, row.order));
        ++rows_;
        if (row.other_source) ++other_sources_;
        if (row.kind == face_kind) ++faces_;
        if (launches_.empty() || row.launch != launches_.size() - 1) begin_launch(row);
        const Request& last = joiner_.request();
        if (!joiner_.takes(row.lane) || last.sm != row.sm || last.warp != row.warp ||
            last.instruction != row.kind)
            begin_request(row);
        const MadeBuffer& buffer = made_buffers[row.kind];
        joiner_.add(row.lane, buffer.address + std::uint64_t{row.element} * buffer.bytes);
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
    RecordingSink& sink_;
    LaneJoiner joiner_;
    ImportWarnings& warnings_;
    std::vector<Launch> launches_;
    std::unordered_map<std::uint64_t, std::uint32_t> places_; ///< slots by SM and warp, in the launch
    std::unordered_map<std::uint32_t, std::uint32_t> used_;   ///< number of slots by SM
    std::uint64_t rows_ = 0;
    std::uint64_t other_sources_ = 0;
    std::uint64_t faces_ = 0; ///< accesses
    std::uint32_t sms_ = 0;
    std::uint32_t slots_ = 0;
};

} // namespace

bool ElementCsvFormat::recognises(std::string_view start) const {
    take(start, byte_order_mark);
    return take(start, element_columns) && !start.empty() && take_end(start);
}

FinalTables ElementCsvFormat::read(const ImportFiles& files, RecordingSink& sink,
                                   const ImportContext& context) const {
    const ByteSource& file = *files.files.front();
    context.job.begin("counting the elements", file.size(), "bytes");
    const ElementCounts counts = count_elements(file, context.pool, context.job);
    context.job.begin("reading " + file.name(), file.size(), "bytes");
    RecordingInfo info = imported_info(*this, file.name());
    info.origins = {{"sm", Origin::recorded},
                    {"warp", Origin::recorded},
                    {"order", Origin::recorded},
                    {"allocations", Origin::assumed},
                    {"instructions", Origin::assumed}};
    for (ElementKindId kind = 0; kind < made_buffers.size(); ++kind) {
        const MadeBuffer& buffer = made_buffers[kind];
        Instruction instruction;
        instruction.operation = buffer.operation;
        instruction.bytes_per_lane = static_cast<std::uint16_t>(buffer.bytes);
        info.instructions.push_back(instruction);
        if (counts[kind] == 0) continue;
        Allocation allocation;
        allocation.name = buffer.name;
        // Models need the vertices of faces, which the table does not have.
        allocation.role = kind == face_kind ? Role::other : element_kinds()[kind].role;
        allocation.address = buffer.address;
        allocation.bytes = counts[kind] * buffer.bytes;
        allocation.stride = allocation.element_bytes = buffer.bytes;
        info.allocations.push_back(allocation);
    }
    sink.begin(info, nullptr);
    ElementCsvImport import(file.name(), sink, context.warnings);
    for_each_rows(file, context.pool, context.job,
                  [&](const std::vector<ElementRow>& rows) { import.add(rows); });
    return import.finish();
}

} // namespace hitmap
