#include "render/image/embedded.h"

#include <stdexcept>
#include <string>

namespace hitmap {

std::string_view embedded_text(std::string_view name) {
    for (const EmbeddedText& file : embedded_texts()) {
        if (file.name == name) return file.text;
    }
    throw std::out_of_range("no embedded file " + std::string(name));
}

} // namespace hitmap
