#pragma once

#include "render/view/json_object.h"
#include "render/view/view.h"

namespace hitmap {

/// The members of View in a JSON object that may hold others as well.
void write_view(const View& view, Json& object);
/// Throws FileError; keys are not finished.
void read_view(ObjectReader& reader, std::string_view file, View& view);

} // namespace hitmap
