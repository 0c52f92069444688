#include "app/cli/options/side_options.h"

#include "app/cli/options/deal_option.h"
#include "app/cli/options/layout_options.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

/// Returns whether each side has an option for the setting. `why` has none: the reasons of misses are
/// compared only if both sides have them, and pictures of a class of misses set it themselves.
bool is_of_side(ModelSetting setting) {
    return setting != ModelSetting::why;
}

/// The help text and the default of an option of one side.
struct SideHelp {
    std::string help;
    std::string standard;
};

SideHelp side_help(ModelSetting setting, char side) {
    const std::string both = fmt::format("that of --{}", name_of(setting));
    const auto caches = [&] { return fmt::format("{} or of --preset-{}", both, side == 'A' ? 'a' : 'b'); };
    switch (setting) {
    case ModelSetting::model:
        return {fmt::format("Cache model of {}, if it is another one", side), both};
    case ModelSetting::preset:
        return {fmt::format("GPU whose caches {} has, if it is another one; with --model hierarchy", side),
                both};
    case ModelSetting::l1:
        return {fmt::format("L1 cache of {}, if it is another one", side), caches()};
    case ModelSetting::l2:
        return {fmt::format("L2 cache of {}, if it is another one", side), caches()};
    default:
        return {fmt::format("Part of {} that is counted, if it is another one", side), both};
    }
}

} // namespace

ModelOptions SideOptions::of(Side side, const ModelOptions& both) const {
    ModelOptions options = both;
    options.texts = texts.at(static_cast<std::size_t>(side)).over(both.texts);
    options.part = parts.at(static_cast<std::size_t>(side)).over(both.part);
    options.layout = layouts.at(static_cast<std::size_t>(side)).over(both.layout);
    if (const std::string& dealt = deal_blocks.at(static_cast<std::size_t>(side)); !dealt.empty())
        options.deal_blocks = dealt;
    return options;
}

std::string SideOptions::given() const {
    for (const ModelTexts& side : texts)
        for (const ModelSetting setting : model_settings())
            if (const WrittenChoice* choice = side.find(setting)) return choice->place.name;
    for (const Side side : {Side::baseline, Side::compared}) {
        const auto i = static_cast<std::size_t>(side);
        const std::string dealt = deal_blocks.at(i).empty() ? "" : "--deal-blocks";
        for (const std::string& name : {parts.at(i).given(), layouts.at(i).given(), dealt})
            if (!name.empty()) return name + (side == Side::baseline ? "-a" : "-b");
    }
    return {};
}

void add_side_options(CLI::App& command, SideOptions& options) {
    for (const char side : {'A', 'B'}) {
        add_part_options(command, options.parts.at(side == 'A' ? 0 : 1), side == 'A' ? "-a" : "-b",
                         fmt::format(" of {}", side));
        add_layout_options(command, options.layouts.at(side == 'A' ? 0 : 1), side == 'A' ? "-a" : "-b",
                           std::string(1, side));
        add_deal_option(command, options.deal_blocks.at(side == 'A' ? 0 : 1), side == 'A' ? "-a" : "-b",
                        side);
        for (const ModelSetting setting : model_settings()) {
            if (!is_of_side(setting)) continue;
            const SideHelp text = side_help(setting, side);
            add_model_option(command, options.texts.at(side == 'A' ? 0 : 1), setting,
                             side == 'A' ? "-a" : "-b", text.help)
                ->default_str(text.standard);
        }
    }
}

} // namespace hitmap
