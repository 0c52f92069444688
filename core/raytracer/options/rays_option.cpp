#include "core/raytracer/options/rays_option.h"

#include "core/base/error.h"
#include "core/base/parse.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

struct RayChoice {
    RayKind kind;
    std::string_view name;
    std::string_view help;
    std::uint32_t most; ///< largest number after the name; 0: the name has no number
};
constexpr RayChoice ray_choices[] = {
    {RayKind::primary, "primary", "one to each pixel", 0},
    {RayKind::shadow, "shadow", "and one from there to the sun", 0},
    {RayKind::ambient_occlusion, "ao", "and N from there into the half space, to see what is near", 4096},
    {RayKind::path, "path", "and a diffuse path from there, of up to D rays", 64}};

std::string form_of(const RayChoice& choice) {
    if (choice.most == 0) return std::string(choice.name);
    return fmt::format("{}:{}", choice.name, choice.kind == RayKind::path ? 'D' : 'N');
}

void set_rays(TraceOptions& options, std::string_view form, std::string_view text) {
    const std::string_view name = text.substr(0, text.find(':'));
    for (const RayChoice& choice : ray_choices) {
        if (choice.name != name || (choice.most == 0) != (name == text)) continue;
        options.rays.kind = choice.kind;
        options.rays.count = 1;
        if (choice.most != 0)
            options.rays.count = static_cast<std::uint32_t>(parse_whole_number(
                text.substr(name.size() + 1), fmt::format("--rays {}", name), 1, choice.most));
        return;
    }
    throw UsageError(fmt::format("--rays: expected {}, found '{}'", form, text));
}

} // namespace

TraceOption rays_option() {
    TraceOption option{"rays", "Rays of a pixel", {}, {}, {}, {}};
    for (const RayChoice& choice : ray_choices) {
        option.form += (option.form.empty() ? "" : "|") + form_of(choice);
        option.values.push_back({form_of(choice), std::string(choice.help)});
    }
    option.get = [](const TraceOptions& options) {
        for (const RayChoice& choice : ray_choices)
            if (choice.kind == options.rays.kind)
                return choice.most == 0 ? std::string(choice.name)
                                        : fmt::format("{}:{}", choice.name, options.rays.count);
        return std::string();
    };
    option.set = [form = option.form](TraceOptions& options, std::string_view text) {
        set_rays(options, form, text);
    };
    return option;
}

} // namespace hitmap
