#include "app/cli/export/element_selection.h"

#include "core/base/error.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace hitmap {

ElementSelection parse_selection(const std::string& text) {
    const auto fail = [&] {
        throw UsageError(
            fmt::format("--of: expected KIND:NUMBER,NUMBER,..., as in face:12,13, found '{}'", text));
    };
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto kinds = element_kinds();
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const ElementKind& each) {
        return each.name == text.substr(0, colon);
    });
    if (kind == kinds.end() || colon + 1 >= text.size()) fail();
    ElementSelection selection{static_cast<ElementKindId>(kind - kinds.begin()), {}};
    const char* at = text.data() + colon + 1;
    for (const char* const end = text.data() + text.size();; ++at) {
        std::uint32_t element = 0;
        const auto [behind, error] = std::from_chars(at, end, element);
        if (error != std::errc{} || (behind != end && *behind != ',')) fail();
        selection.elements.push_back(element);
        at = behind;
        if (at == end) break;
    }
    std::sort(selection.elements.begin(), selection.elements.end());
    const auto twice = std::adjacent_find(selection.elements.begin(), selection.elements.end());
    if (twice != selection.elements.end())
        throw UsageError(fmt::format("--of: expected each element once, found {} twice", *twice));
    return selection;
}

} // namespace hitmap
