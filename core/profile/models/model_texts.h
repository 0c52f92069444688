#pragma once

#include "core/base/error.h"
#include "core/profile/models/model_choice.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

/// The settings of a simulation that the user can choose.
enum class ModelSetting : std::uint8_t {
    model, ///< "sdcm" or "hierarchy"
    preset,
    l1, ///< parsed by parse_cache_geometry; missing parts are those of the preset or, for "sdcm", of
        ///< SdcmConfig
    l2,
    why,      ///< "true" or "false"
    ray_kind, ///< parsed by parse_ray_selection; if this or one of the three below is empty, it restricts
              ///< nothing
    only_allocation,
    only_line,
    only_instruction,
};
inline constexpr std::size_t model_setting_count = 9;
/// Returns all settings in the order of ModelSetting.
[[nodiscard]] std::span<const ModelSetting, model_setting_count> model_settings();
/// Returns for example "ray-kind": the name of the option without its dashes, and the key in an experiment.
[[nodiscard]] std::string_view name_of(ModelSetting setting);

/// The preset of the hierarchy model if the user chooses none.
inline constexpr std::string_view default_preset_name = "turing-rtx2080ti";

/// The place where the user wrote a choice. Error messages about the choice begin with it.
struct ChoicePlace {
    std::string name = {}; ///< for example "--l1-b", "/caches/small/l1" or "L1"; may be empty
    std::string file = {}; ///< empty for options and for fields of the window

    /// Throws "[FILE: ][NAME: ]MESSAGE", as a FileError if there is a file, and otherwise as a UsageError.
    [[noreturn]] void refuse(std::string_view message) const;
    /// Runs `work` and puts this place in front of the messages of its errors.
    template <class Work>
    auto refusing(const Work& work) const {
        try {
            return work();
        } catch (const UsageError& error) {
            refuse(error.what());
        } catch (const FileError& error) { // The choice names a preset file that has an error.
            if (file.empty()) throw;
            refuse(error.what());
        }
    }
};

/// The text of a choice and its place.
struct WrittenChoice {
    std::string text;
    ChoicePlace place;
};

/// A choice and the configuration that follows from it.
struct ResolvedModel {
    ModelChoice choice = {};
    ModelConfig config = {};
};

/// The choices about a simulation as the user wrote them: as options, in an experiment or in a saved session.
/// Settings that are left out have the defaults of the model.
class ModelTexts {
public:
    /// @param place  place of all choices together, for errors that do not belong to a single one
    explicit ModelTexts(ChoicePlace place = {}) : place_(std::move(place)) {}

    void set(ModelSetting setting, std::string text, ChoicePlace place);
    /// Returns null if the setting is left out.
    [[nodiscard]] const WrittenChoice* find(ModelSetting setting) const;

    /// Returns these choices; settings that are left out here have the choice of `common`. There are two
    /// exceptions. If a preset is chosen here, the caches of `common` are ignored, since they belong to
    /// another GPU. If the stack distance cache model is chosen here, `preset` and `why` of `common` are
    /// ignored, since that model has neither.
    [[nodiscard]] ModelTexts over(const ModelTexts& common) const;

    /// Returns whether the model is the hierarchy model. Throws UsageError or FileError if there is no such
    /// model.
    [[nodiscard]] bool is_hierarchy() const;
    /// Returns for example "turing-rtx2080ti"; empty for the stack distance cache model.
    [[nodiscard]] std::string preset_name() const;
    /// Returns the part that is counted. Throws the errors of resolve().
    [[nodiscard]] Restriction restriction() const;
    /// Returns the complete choice and the configuration. Reads the preset. Throws UsageError or FileError
    /// with the place of the wrong choice.
    [[nodiscard]] ResolvedModel resolve() const;
    /// Returns `standard` with the chosen caches, restriction and `why`, for callers that already know model
    /// and preset. Missing parts of a cache are those of `standard`. Throws the errors of resolve(), but does
    /// not check whether the model supports the caches.
    [[nodiscard]] ModelChoice over_standard(ModelChoice standard) const;

private:
    ChoicePlace place_;
    std::array<std::optional<WrittenChoice>, model_setting_count> written_;
};

} // namespace hitmap
