#pragma once

#include "render/view/json_object.h"
#include "widgets/session/selection/address_display.h"
#include "widgets/session/selection/contents_display.h"
#include "widgets/session/selection/what_if_display.h"

#include <string>

namespace hitmap {

/// Add the keys of what panels of a pane show (docs/view-files.md). Usual choices are left out.
void put_addresses(Json& object, const AddressDisplay& shown);
void put_contents(Json& object, const ContentsDisplay& shown);
void put_what_if(Json& object, const WhatIfDisplay& shown);
/// Read these keys. Throw FileError that names the file and the key.
[[nodiscard]] AddressDisplay read_addresses(ObjectReader& reader, const std::string& file);
[[nodiscard]] ContentsDisplay read_contents(ObjectReader& reader);
[[nodiscard]] WhatIfDisplay read_what_if(ObjectReader& reader);

} // namespace hitmap
