#include "core/trace/hmt/file/incomplete_text.h"

#include <fmt/format.h>

namespace hitmap {

std::string incomplete_text(const HmtFile& file) {
    if (!file.incomplete()) return {};
    if (file.blocks().empty()) return "no whole block of requests";
    return fmt::format("{} requests up to its last whole block", file.info().requests);
}

} // namespace hitmap
