#include "app/cli/options/address_options.h"

#include "app/cli/base/option_check.h"
#include "core/base/error.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace hitmap {

namespace {

/// Parses a decimal number, or a hexadecimal one after 0x.
std::optional<std::uint64_t> address_in(std::string_view text) {
    const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if (is_hexadecimal) text.remove_prefix(2);
    std::uint64_t address = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), address, is_hexadecimal ? 16 : 10);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return address;
}

std::optional<AddressRange> range_in(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto first = address_in(text.substr(0, colon));
    const auto last = address_in(text.substr(colon + 1));
    if (!first || !last || *first >= *last) return std::nullopt;
    return AddressRange{*first, *last};
}

} // namespace

void AddressOptions::check(bool has_addresses, std::string_view needed) const {
    if (has_addresses) return;
    if (!range.empty()) throw UsageError(fmt::format("--address-range: expected with {}", needed));
    if (rows) throw UsageError(fmt::format("--address-rows: expected with {}", needed));
}

AddressRange AddressOptions::addresses(const RecordingInfo& info) const {
    if (range.empty()) return {};
    const auto labels = allocation_labels(info);
    const auto label = std::find(labels.begin(), labels.end(), range);
    if (label != labels.end()) {
        const Allocation& allocation = info.allocations[static_cast<std::size_t>(label - labels.begin())];
        if (allocation.space != Space::global)
            throw UsageError(fmt::format("--address-range: expected an allocation of global memory, found "
                                         "'{}', which is {} memory",
                                         range, name_of(allocation.space)));
        return {allocation.address, allocation.address + allocation.bytes};
    }
    const auto asked = range_in(range);
    if (!asked)
        throw UsageError(fmt::format("--address-range: expected A:B with A < B, as in 0x1000:0x2000, or an "
                                     "allocation of the recording, found '{}'",
                                     range));
    return *asked;
}

void add_address_options(CLI::App& command, AddressOptions& options, std::string_view needed) {
    command
        .add_option("--address-range", options.range,
                    fmt::format("With {}: these addresses alone, or those of an allocation; the caches are "
                                "simulated for all",
                                needed))
        ->check(not_empty("a range of addresses"))
        ->type_name("A:B|ALLOCATION");
    command
        .add_option(
            "--address-rows", options.rows,
            fmt::format("With {}: the largest number of rows, or two for each allocation if that is more; "
                        "a row has the fewest lines, a power of two, with which the rows fit",
                        needed))
        ->check(whole_number(1, std::uint64_t{1} << 16))
        ->type_name("N")
        ->default_str("256");
}

} // namespace hitmap
