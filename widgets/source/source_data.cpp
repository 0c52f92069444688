#include "widgets/source/source_data.h"

#include "core/cache/results/matrix_history.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

/// Longer texts would keep the GUI thread busy; no kernel that people write is as long.
constexpr std::size_t most_lines = 200'000;
constexpr int most_characters = 2000;

std::vector<QString> shown_text(std::string_view text) {
    std::vector<QString> shown;
    for (const std::string_view line : lines_of_text(text)) {
        if (shown.size() == most_lines) break;
        QString characters = text_of(line.substr(0, 4 * most_characters)).left(most_characters);
        for (QChar& c :
             characters) // a separator would make another line, and control characters draw nothing
            if (c != QLatin1Char('\t') && !c.isPrint()) c = QChar(QChar::ReplacementCharacter);
        shown.push_back(std::move(characters));
    }
    return shown;
}

/// "hitmap::trace(int)" -> "trace"
std::string_view plain_name(std::string_view function) {
    function = function.substr(0, function.find_first_of("(<"));
    if (const std::size_t colon = function.rfind(':'); colon != std::string_view::npos)
        function.remove_prefix(colon + 1);
    if (const std::size_t space = function.rfind(' '); space != std::string_view::npos)
        function.remove_prefix(space + 1);
    return function;
}

bool is_part_of_name(QChar c) {
    return c.isLetterOrNumber() || c == QLatin1Char('_');
}

/// Whether the line has the name followed by a parenthesis.
bool names_function(const QString& line, const QString& name) {
    for (int at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
        const int end = at + name.size();
        const bool begins = at == 0 || !is_part_of_name(line[at - 1]);
        if (begins && end < line.size() && line[end] == QLatin1Char('(')) return true;
    }
    return false;
}

void find_functions(ShownFile& file, const RecordingInfo& info, std::span<const TrafficSums> instructions,
                    const JobContext& job) {
    constexpr std::size_t most_functions = 1000; // each is searched in the text
    std::vector<FunctionTraffic> functions = traffic_by_function(info, file.traffic, instructions);
    for (std::size_t i = 0; i < std::min(functions.size(), most_functions); ++i) {
        job.check();
        const std::uint32_t line = header_of_function(file.lines, functions[i].name, functions[i].first_line);
        if (line == 0) continue;
        const auto [at, is_new] = file.functions.emplace(line, functions[i]);
        if (!is_new) at->second.sums += functions[i].sums; // instances of one template
    }
}

} // namespace

std::uint32_t header_of_function(const std::vector<QString>& lines, const std::string& name,
                                 std::uint32_t first_line) {
    const QString plain = text_of(plain_name(name));
    if (plain.isEmpty()) return 0;
    for (std::size_t line = std::min<std::size_t>(first_line, lines.size()); line != 0; --line)
        if (names_function(lines[line - 1], plain)) return static_cast<std::uint32_t>(line);
    return 0;
}

SourceData make_source_data(std::shared_ptr<const Simulation> simulation, TimeWindow window,
                            const SourceFolders& folders, const JobContext& job) {
    const RecordingInfo& info = simulation->recording->info();
    const Profile& profile = *simulation->profile;
    SourceData data;
    data.asked = window;
    data.served = window;
    data.folders = folders;
    data.allocation_labels = allocation_labels(info);
    if (const auto traffic = profile.traffic(window)) {
        const std::optional<MatrixWindow> matrix = profile.matrix(window);
        const AccessMatrix* const cells = matrix ? &matrix->matrix : nullptr;
        const auto whole = profile.traffic({0, profile.positions()});
        data.matrix.served = matrix ? TimeWindow{matrix->first, matrix->last} : traffic->window;
        data.matrix.whole = traffic_by_file(info, whole->instructions, profile.matrix());
        data.matrix.files = traffic_by_file(info, whole->instructions, cells);
        data.knows_lines = true;
        data.served = traffic->window;
        data.total = traffic->total;
        for (FileTraffic& each : traffic_by_file(info, traffic->instructions, cells)) {
            job.check();
            ShownFile& file = data.files.emplace_back();
            file.traffic = std::move(each);
            const FoundText text =
                find_source_text(info, file.traffic.file, folders, file.traffic.lines.back().line);
            file.origin = text.origin;
            file.path = text_of(text.path);
            file.lines = shown_text(text.text);
            find_functions(file, info, traffic->instructions, job);
        }
        // First the file with most misses.
        std::stable_sort(data.files.begin(), data.files.end(), [](const ShownFile& a, const ShownFile& b) {
            const auto misses = [](const TrafficSums& sums) { return sums.l1_lookups() - sums.l1_hits(); };
            return misses(a.traffic.sums) > misses(b.traffic.sums);
        });
    }
    data.simulation = std::move(simulation);
    return data;
}

const ReportColumns<SourceRow>& gutter_columns() {
    static const ReportColumns<SourceRow> columns = columns_in(source_columns(), &ReportPlaces::text);
    return columns;
}

SourceRow row_of_line(const LineTraffic& line, const TrafficSums& total) {
    SourceRow row = source_row(line.name, line.sums, total);
    row.active_lanes = line.active_lanes;
    row.lane_requests = line.lane_requests;
    return row;
}

} // namespace hitmap
