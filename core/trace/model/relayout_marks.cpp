#include "core/trace/model/relayout_marks.h"

namespace hitmap {

std::vector<std::string> recorded_estimates(const RecordingInfo& info) {
    std::vector<std::string> estimates;
    for (const auto& [option, value] : info.options)
        if (option == relayout_estimate_option) estimates.push_back(value);
    return estimates;
}

} // namespace hitmap
