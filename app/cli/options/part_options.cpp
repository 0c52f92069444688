#include "app/cli/options/part_options.h"

#include "app/cli/base/option_check.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"

#include <fmt/format.h>

namespace hitmap {

RecordingPart PartOptions::part() const {
    RecordingPart part;
    part.launches = launches.value_or(part.launches);
    part.requests = requests.value_or(part.requests);
    part.positions = {first.value_or(0), last.value_or(PartRange::to_end)};
    if (part.positions.first >= part.positions.last)
        throw UsageError(fmt::format("--last: expected a number above that of --first, {}, found {}",
                                     part.positions.first, part.positions.last));
    return part;
}

std::string PartOptions::given() const {
    if (launches) return "--launches";
    if (requests) return "--requests";
    if (first) return "--first";
    return last ? "--last" : "";
}

PartOptions PartOptions::over(const PartOptions& others) const {
    PartOptions both = *this;
    if (!both.launches) both.launches = others.launches;
    if (!both.requests) both.requests = others.requests;
    if (!both.first) both.first = others.first;
    if (!both.last) both.last = others.last;
    return both;
}

void add_part_options(CLI::App& command, PartOptions& options, const std::string& suffix,
                      const std::string& of) {
    const auto add_range = [&](const std::string& name, std::optional<PartRange>& range,
                               const std::string& help) {
        command
            .add_option_function<std::string>(
                name + suffix,
                [&range, option = name + suffix](const std::string& text) {
                    range = parse_part_range(text, option);
                },
                help)
            ->type_name("A:B");
    };
    const auto add_position = [&](const std::string& name, std::optional<std::uint64_t>& position,
                                  const std::string& help) {
        command.add_option(name + suffix, position, help)
            ->check(whole_number(0, PartRange::to_end - 1))
            ->type_name("POSITION");
    };
    add_range("--launches", options.launches,
              fmt::format("Read only launches A to B{}, counted from 0, without B; A: and :B, too", of));
    add_range("--requests", options.requests,
              fmt::format("Read only requests A to B{}, counted from 0, without B", of));
    add_position("--first", options.first,
                 fmt::format("Read only requests{} from this position on: the number of element accesses "
                             "before a request or, if there are none in the recording, of requests",
                             of));
    add_position("--last", options.last, fmt::format("Read only requests{} before this position", of));
}

} // namespace hitmap
