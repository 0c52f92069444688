// Fuzzes the readers of untrusted text that need no window. fuzz/run.sh writes a seed for each.
#include "app/figure/figure_json.h"
#include "app/sweep/experiment.h"
#include "core/analysis/comparison/ncu_csv.h"
#include "core/cache/gpu/gpu_preset.h"
#include "core/geometry/camera.h"
#include "core/probe/chase/chase_csv.h"
#include "render/view/view_json.h"
#include "tests/layout/small_recording.h"

#include <array>

#include "fuzz/reader_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmap;
    static constexpr std::array<TextReader, 8> readers{
        [](std::string_view text) { static_cast<void>(parse_ncu_csv(text, "input")); },
        [](std::string_view text) { static_cast<void>(parse_chase_csv(text, "input")); },
        [](std::string_view text) { static_cast<void>(parse_gpu_preset(text, "input")); },
        [](std::string_view text) { static_cast<void>(camera_from_json(text, "input")); },
        [](std::string_view text) { static_cast<void>(view_from_json(text, "input")); },
        [](std::string_view text) { static_cast<void>(parse_experiment(text, "input")); },
        [](std::string_view text) {
            static const HmtFile recording = test::small_recording();
            static_cast<void>(test::error_of_layout(text, recording));
        },
        [](std::string_view text) { static_cast<void>(parse_figure(text, "input")); },
    };
    read_as_chosen(readers, data, size);
    return 0;
}
