#include "app/cli/options/layout_options.h"

#include "app/cli/base/option_check.h"
#include "core/relayout/model/relayout_settings.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

/// @param help  of --layout and of --relayout
void add_both(CLI::App& command, LayoutChoice& options, const std::string& suffix, const std::string& layout,
              const std::string& relayout) {
    command.add_option("--layout" + suffix, options.file, layout)
        ->check(not_empty("a file"))
        ->type_name("LAYOUT.json");
    const std::string name = "--relayout" + suffix;
    command
        .add_option_function<std::vector<std::string>>(
            name,
            [&options, name](const std::vector<std::string>& texts) {
                for (const std::string& text : texts)
                    of_option(name, [&] { return parse_relayout(text); });
                options.relayouts = texts;
            },
            relayout)
        ->expected(1)
        ->take_all()
        ->check(not_empty("a memory layout"))
        ->type_name("OPTIONS");
}

} // namespace

std::string LayoutChoice::given() const {
    if (!file.empty()) return "--layout";
    return relayouts.empty() ? "" : "--relayout";
}

std::string LayoutChoice::title() const {
    std::string title;
    for (const std::string& relayout : relayouts)
        title += (title.empty() ? "" : "; then ") + title_of(parse_relayout(relayout));
    return title;
}

LayoutChoice LayoutChoice::over(const LayoutChoice& others) const {
    return {file.empty() ? others.file : file, relayouts.empty() ? others.relayouts : relayouts};
}

void add_layout_options(CLI::App& command, LayoutChoice& options) {
    add_both(
        command, options, "",
        "What the buffers of the recording hold (docs/layout.md), instead of the file "
        "FILE.layout.json beside it",
        "Read the recording in another memory layout, as hitmap relayout would write it: the names of its "
        "options with their values, such as 'node-order=veb stride=boxes=32'. If repeated, one after "
        "the other (docs/relayout.md)");
}

void add_layout_options(CLI::App& command, LayoutChoice& options, const std::string& suffix,
                        const std::string& of) {
    add_both(command, options, suffix,
             fmt::format("What the buffers of {} hold, if it is another layout", of),
             fmt::format("Memory layout in which {} is read, if it is another one", of));
}

} // namespace hitmap
