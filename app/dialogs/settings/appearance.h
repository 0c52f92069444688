#pragma once

namespace hitmap {

/// Colour scheme of the window.
enum class Appearance { system, light, dark };

/// Returns the user's choice from the settings.
[[nodiscard]] Appearance stored_appearance();
/// Applies it to the whole application and stores it.
void choose_appearance(Appearance appearance);
/// Applies it without storing.
void apply_appearance(Appearance appearance);

} // namespace hitmap
