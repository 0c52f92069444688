// Readers of texts from outside: the first byte says which.
#include "core/analysis/ncu_csv.h"
#include "core/base/error.h"
#include "core/cache/gpu_preset.h"
#include "core/probe/chase_csv.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        switch (data[0] % 3) {
        case 0:
            static_cast<void>(hitmap::parse_ncu_csv(text, "input"));
            break;
        case 1:
            static_cast<void>(hitmap::parse_chase_csv(text, "input"));
            break;
        default:
            static_cast<void>(hitmap::parse_gpu_preset(text, "input"));
            break;
        }
    } catch (const hitmap::FileError&) { // NOLINT(bugprone-empty-catch): the right answer to wrong bytes
    }
    return 0;
}
