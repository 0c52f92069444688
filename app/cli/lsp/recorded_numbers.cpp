#include "app/cli/lsp/recorded_numbers.h"

#include "app/cli/input/model_input.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/profile/models/cache_model.h"
#include "core/source/source_text.h"
#include "core/trace/model/allocation_label.h"
#include "core/trace/model/estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

/// Which lines of a document are lines of the recorded text.
struct LineMap {
    std::size_t equal_before = 0; ///< number of equal lines at the begin
    std::size_t equal_after = 0;  ///< number of equal lines at the end
    std::size_t recorded = 0;     ///< number of lines
    std::size_t present = 0;

    /// Returns whether the recorded line, from 0, is in the document, and moves it to its place there.
    [[nodiscard]] bool move(std::size_t& line) const {
        if (line < equal_before) return true;
        if (line >= recorded || recorded - line > equal_after) return false;
        line = present - (recorded - line);
        return true;
    }
};

LineMap line_map(const std::vector<std::string_view>& recorded,
                 const std::vector<std::string_view>& present) {
    const std::size_t fewest = std::min(recorded.size(), present.size());
    LineMap map{0, 0, recorded.size(), present.size()};
    while (map.equal_before < fewest && recorded[map.equal_before] == present[map.equal_before])
        ++map.equal_before;
    while (map.equal_after < fewest - map.equal_before &&
           recorded[recorded.size() - 1 - map.equal_after] == present[present.size() - 1 - map.equal_after])
        ++map.equal_after;
    return map;
}

} // namespace

std::shared_ptr<const RecordedNumbers> simulate_numbers(const std::string& path, const ModelOptions& options,
                                                        const JobContext& job) {
    const ModelConfig config = options.config();
    const auto input = open_model_input(path, {config}, options, job);
    AccessMatrix matrix;
    HierarchySinks sinks;
    sinks.matrix = &matrix;
    HierarchyResult result =
        simulate_hierarchy(*input->source, std::get<HierarchyConfig>(config), sinks, input->pool, job);
    auto numbers = std::make_shared<RecordedNumbers>();
    numbers->path = path;
    numbers->description = fmt::format("{} of {}; L1 {} per SM, L2 {}", title_of(config),
                                       options.preset_name(), l1_text(config), to_string(l2_of(config)));
    numbers->info = input->file.info();
    if (const std::string_view dealing = dealing_text(numbers->info); !dealing.empty())
        numbers->description += fmt::format("; thread blocks dealt to {}", dealing);
    if (const std::string estimate = estimate_text(numbers->info); !estimate.empty())
        numbers->description += "; " + estimate;
    numbers->files = traffic_by_file(numbers->info, result.instructions, &matrix);
    numbers->total = result.total;
    numbers->allocation_labels = allocation_labels(numbers->info);
    return numbers;
}

const FileTraffic* file_of_document(const RecordedNumbers& numbers, std::string_view path) {
    const FileTraffic* best = nullptr;
    std::size_t most = 0;
    for (const FileTraffic& file : numbers.files) {
        const std::size_t equal = common_path_end(file.file, path);
        if (equal == 0 || equal < most) continue;
        best = equal == most ? nullptr : &file; // of two equally good files neither is shown
        most = equal;
    }
    return best;
}

std::vector<ShownLine> shown_lines(const RecordedNumbers& numbers, const FileTraffic& file,
                                   std::string_view text) {
    const std::vector<std::string_view> present = lines_of_text(text);
    const auto recorded = std::find_if(numbers.info.sources.begin(), numbers.info.sources.end(),
                                       [&](const SourceText& source) { return source.file == file.file; });
    const bool has_text = recorded != numbers.info.sources.end() && !recorded->text.empty();
    const LineMap map = line_map(has_text ? lines_of_text(recorded->text) : present, present);
    std::vector<ShownLine> lines;
    for (const LineTraffic& traffic : file.lines) {
        if (traffic.line == 0) continue; // not known
        std::size_t line = traffic.line - 1;
        if (map.move(line)) lines.push_back({line, &traffic});
    }
    return lines;
}

} // namespace hitmap
