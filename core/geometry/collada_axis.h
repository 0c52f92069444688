#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace hitmap {

/// The up axis is declared in the element <asset>, which comes first: only the first bytes are read.
constexpr std::size_t collada_beginning_bytes = std::size_t{1} << 18U;

/// The text between the tags <up_axis> and </up_axis> at the beginning of a COLLADA document; nothing if
/// there are none.
[[nodiscard]] std::optional<std::string_view> declared_up_axis(std::string_view document);

/// Whether import turns the mesh of a document with this text, so that the axis that it names becomes +y.
/// White space prevents this: some versions of assimp ignore a declaration that has it, and others do not.
[[nodiscard]] bool import_turns(std::string_view declared_up_axis);

} // namespace hitmap
