#include "core/base/json_place.h"

#include "core/base/text/printable.h"

#include <string>

namespace hitmap {

FileError below_json_place(const FileError& error, std::string_view place) {
    std::string_view message = error.what();
    for (const std::string& part : {error.file(), error.place()})
        if (const std::string begin = printable(part) + ": "; !part.empty() && message.starts_with(begin))
            message.remove_prefix(begin.size());
    std::string whole(place);
    if (!error.place().empty() && !error.place().starts_with('/')) whole += '/';
    whole += error.place();
    return {error.file(), whole, message};
}

} // namespace hitmap
