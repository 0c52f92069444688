#include "core/trace/import/demangled.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace hitmap {

std::string demangled(const std::string& name) {
    // A mangled name can repeat its parts: n references multiply its length by up to 3^(n/3). The limits keep
    // a hostile name below 100 MB.
    constexpr std::size_t most_bytes = 1024;
    constexpr std::ptrdiff_t most_references = 32;
    const auto references =
        std::count(name.begin(), name.end(), 'S') + std::count(name.begin(), name.end(), 'T');
    if (!name.starts_with("_Z") || name.size() > most_bytes || references > most_references) return name;
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
    if (status != 0 || text == nullptr) return name;
    std::string result(text.get());
    return result.size() > 4 * most_bytes ? name : result;
}

} // namespace hitmap
