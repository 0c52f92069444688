#include "core/simt/source_place.h"

#include <cstring>
#include <string_view>

namespace hitmap::simt {

std::string function_name_of(const SourcePlace& place) {
    std::string_view signature = place.function_name();
    signature = signature.substr(0, signature.find('('));
    return std::string(signature.substr(signature.find_last_of(" :") + 1));
}

bool comes_before(const SourcePlace& a, const SourcePlace& b) {
    if (a.line() != b.line()) return a.line() < b.line();
    if (a.column() != b.column()) return a.column() < b.column();
    // The compiler usually keeps one copy of a file name, so pointers decide; only a header that is used in
    // two source files needs the comparison of texts.
    return a.file_name() != b.file_name() && std::strcmp(a.file_name(), b.file_name()) < 0;
}

} // namespace hitmap::simt
