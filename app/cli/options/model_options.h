#pragma once

#include "app/cli/base/info_json.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/options/part_options.h"
#include "core/profile/models/model_texts.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// The options of the simulation. All commands that simulate have them.
struct ModelOptions {
    ModelTexts texts;
    unsigned threads = 0;     ///< 0 means all cores
    std::string memory_limit; ///< empty means no limit
    PartOptions part;         ///< the part of the recording that is read
    std::string deal_blocks;  ///< see add_deal_option()
    LayoutChoice layout;      ///< the layouts in which it is read

    [[nodiscard]] bool is_hierarchy() const { return texts.is_hierarchy(); }
    /// Returns "sdcm" or "hierarchy".
    [[nodiscard]] std::string_view model_name() const { return is_hierarchy() ? "hierarchy" : "sdcm"; }
    /// Returns for example "turing-rtx2080ti"; empty for the stack distance cache model.
    [[nodiscard]] std::string preset_name() const { return texts.preset_name(); }
    [[nodiscard]] bool explains_misses() const;
    /// Throws UsageError, or FileError if the file of a preset is wrong.
    [[nodiscard]] ModelConfig config() const { return texts.resolve().config; }
    /// Returns the part that is counted for elements. Throws UsageError.
    [[nodiscard]] Restriction restriction() const { return texts.restriction(); }
    /// Returns the number of SMs that thread blocks are dealt to; no value: they stay where they are. Throws
    /// UsageError if it is that of a GPU, and no preset has it.
    [[nodiscard]] std::optional<std::uint32_t> dealt_sms() const;
};

/// Whether the options read the same of one recording, so that it need not be opened for each. Throws what
/// PartOptions::part() and ModelOptions::dealt_sms() throw.
[[nodiscard]] bool read_the_same(const ModelOptions& a, const ModelOptions& b);

/// Writes the restriction into JSON: "rays" is "all" or the text of --ray-kind, and "only" has the other
/// parts of the restriction if there are any.
void put_restriction(Json& json, const Restriction& only);

/// Adds --model, --preset, --l1 and --l2.
void add_cache_options(CLI::App& command, ModelTexts& texts);
/// Adds the same, --threads and --memory-limit.
void add_model_options(CLI::App& command, ModelOptions& options);
/// Adds --why, for commands that show the reasons of misses.
void add_why_option(CLI::App& command, ModelTexts& texts);
/// Adds --ray-kind, --only-allocation, --only-line and --only-instruction.
void add_restriction_options(CLI::App& command, ModelTexts& texts);

/// Adds an option that sets a choice of `texts`. Messages have the name of the option.
/// @param suffix  end of the name: for ModelSetting::l1, "-b" gives --l1-b
CLI::Option* add_model_option(CLI::App& command, ModelTexts& texts, ModelSetting setting,
                              const std::string& suffix, const std::string& help);

} // namespace hitmap
