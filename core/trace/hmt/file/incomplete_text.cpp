#include "core/trace/hmt/file/incomplete_text.h"

#include "core/base/number_text.h"

namespace hitmap {

std::string incomplete_text(const HmtFile& file) {
    if (!file.incomplete()) return {};
    if (file.blocks().empty()) return "no whole block of requests";
    return counted_text(file.info().requests, "request", "requests") + " up to its last whole block";
}

} // namespace hitmap
