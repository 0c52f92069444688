#include "core/relayout/model/element_settings.h"

#include "core/base/error.h"
#include "core/base/parse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

template <class Value>
using NamedValues = std::vector<std::pair<std::string, Value>>;

/// "ALLOCATION=VALUE"; the name may have '=' itself. Throws UsageError.
std::pair<std::string, std::string> named_value(std::string_view option, const std::string& text,
                                                std::string_view form) {
    const std::size_t at = text.rfind('=');
    if (at == std::string::npos || at == 0)
        throw UsageError(fmt::format("{}: expected {}, found '{}'", option, form, text));
    return {text.substr(0, at), text.substr(at + 1)};
}

/// An option that repeats, for values of `member`.
/// @param form   of what users write, also for messages
/// @param parse  reads a value from its text; gets the name of the option for messages, too. No value: the
/// form
///               is wrong.
template <class Value, class Parse, class Print>
RelayoutSetting named_setting(const std::string& name, const std::string& help, const std::string& form,
                              NamedValues<Value> RelayoutOptions::*member, const Parse& parse,
                              const Print& print) {
    const std::string option = "--" + name;
    return {name,
            help,
            form,
            true,
            [=](RelayoutOptions& layout, const std::string& text) {
                const auto [allocation, value] = named_value(option, text, form);
                const auto parsed = parse(value, option);
                if (!parsed) throw UsageError(fmt::format("{}: expected {}, found '{}'", option, form, text));
                (layout.*member).emplace_back(allocation, *parsed);
            },
            [=](const RelayoutOptions& layout) {
                std::vector<std::string> texts;
                for (const auto& [allocation, value] : layout.*member)
                    texts.push_back(fmt::format("{}={}", allocation, print(value)));
                return texts;
            }};
}

std::optional<std::uint32_t> bytes_value(const std::string& text, const std::string& option) {
    return static_cast<std::uint32_t>(
        parse_whole_number(text, option, 1, std::numeric_limits<std::uint32_t>::max()));
}

std::string bytes_text(std::uint32_t bytes) {
    return std::to_string(bytes);
}

std::optional<std::uint32_t> alignment_value(const std::string& text, const std::string& option) {
    constexpr std::uint32_t most = 1U << 20U;
    const auto bytes = static_cast<std::uint32_t>(parse_whole_number(text, option, 1, most));
    if (!std::has_single_bit(bytes))
        throw UsageError(fmt::format("{}: expected a power of two, found {}", option, bytes));
    return bytes;
}

std::optional<ElementCuts> cuts_value(const std::string& text, const std::string& option) {
    ElementCuts cuts;
    if (text == "auto") return cuts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        cuts.offsets.push_back(static_cast<std::uint32_t>(
            parse_whole_number(text.substr(begin, end - begin), option, 1, most_element_bytes - 1)));
        begin = end + 1;
    }
    return cuts;
}

std::string cuts_text(const ElementCuts& cuts) {
    return cuts.offsets.empty() ? "auto" : fmt::format("{}", fmt::join(cuts.offsets, ","));
}

/// "4096", "0x1000", "+0x40"
std::optional<BaseAddress> base_value(const std::string& text, const std::string& /*option*/) {
    BaseAddress base;
    std::string_view digits = text;
    base.is_offset = digits.starts_with('+');
    if (base.is_offset) digits.remove_prefix(1);
    const bool is_hexadecimal = digits.starts_with("0x");
    if (is_hexadecimal) digits.remove_prefix(2);
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, base.bytes, is_hexadecimal ? 16 : 10);
    if (error != std::errc() || stop != end) return std::nullopt;
    return base;
}

std::string base_text(const BaseAddress& base) {
    return fmt::format("{}{:#x}", base.is_offset ? "+" : "", base.bytes);
}

} // namespace

std::vector<RelayoutSetting> element_settings() {
    const auto order_value = [](const std::string& text, const std::string&) {
        return use_order_named(text);
    };
    const auto order_text = [](UseOrder order) { return name_of(order); };
    return {
        named_setting("order",
                      "Order of the elements of one allocation of any recording, by its accesses; may be "
                      "repeated, as all that follow",
                      "ALLOCATION=first-access|access-count", &RelayoutOptions::element_orders, order_value,
                      order_text),
        named_setting("split",
                      "Store the bytes of each element in several arrays, cut at the given bytes, or hot "
                      "bytes apart from those that are accessed less than half as often",
                      "ALLOCATION=auto|BYTE[,BYTE...]", &RelayoutOptions::splits, cuts_value, cuts_text),
        named_setting("quantise",
                      "Store elements, such as boxes, in fewer bytes, with accesses that are shorter in the "
                      "same ratio. An estimate",
                      "ALLOCATION=BYTES", &RelayoutOptions::quantised, bytes_value, bytes_text),
        named_setting("stride", "Distance of the elements of one allocation in bytes", "ALLOCATION=BYTES",
                      &RelayoutOptions::strides, bytes_value, bytes_text),
        named_setting("align",
                      "Begin the elements of one allocation at multiples of a power of two; the stride and, "
                      "if necessary, the address of the allocation become larger",
                      "ALLOCATION=BYTES", &RelayoutOptions::alignments, alignment_value, bytes_text),
        named_setting("base",
                      "Address of one allocation, also one without elements; with a plus, the distance from "
                      "the address that it would have. Hexadecimal numbers begin with 0x",
                      "ALLOCATION=ADDRESS|+BYTES", &RelayoutOptions::bases, base_value, base_text)};
}

} // namespace hitmap
