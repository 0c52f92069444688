// Fuzzes the readers of untrusted text that need no window. fuzz/run.sh writes a seed for each.
#include "app/sweep/experiment.h"
#include "core/analysis/ncu_csv.h"
#include "core/cache/gpu/gpu_preset.h"
#include "core/geometry/camera.h"
#include "core/layout/model/layout_json.h"
#include "core/probe/chase_csv.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "render/view/view_json.h"

#include <array>
#include <span>
#include <vector>

#include "fuzz/reader_check.h"

namespace {

/// Imports the text by every format that recognises it, into a recording in memory.
void import_text(std::string_view text) {
    using namespace hitmap;
    const auto bytes = std::as_bytes(std::span(text));
    ImportFiles files;
    files.files.push_back(open_memory({bytes.begin(), bytes.end()}, "input"));
    const RecordingFormat* const format = format_of(*files.files.front());
    if (format == nullptr) return;
    std::vector<std::byte> recording;
    const auto sink = write_hmt(create_memory(recording), {.tables_grow = true});
    ThreadPool pool(1);
    import_recording(*format, files, *sink, pool, {});
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmap;
    static constexpr std::array<TextReader, 8> readers{
        [](std::string_view text) { static_cast<void>(parse_ncu_csv(text, "input")); },
        [](std::string_view text) { static_cast<void>(parse_chase_csv(text, "input")); },
        [](std::string_view text) { static_cast<void>(parse_gpu_preset(text, "input")); },
        [](std::string_view text) { static_cast<void>(camera_from_json(text, "input")); },
        [](std::string_view text) { static_cast<void>(view_from_json(text, "input")); },
        [](std::string_view text) { static_cast<void>(parse_experiment(text, "input")); },
        import_text,
        [](std::string_view text) { static_cast<void>(layout_from_json(text, "input")); },
    };
    read_as_chosen(readers, data, size);
    return 0;
}
