// Fuzzes the reader of session files. The folder of the input does not exist, so that no name in it refers to
// an existing recording.
#include "widgets/session/state/session_file.h"

#include <array>

#include "fuzz/reader_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmap;
    static constexpr std::array<TextReader, 1> readers{[](std::string_view text) {
        const ReadSession read = session_from_json(text, "/nonexistent/input.hitmap");
        static_cast<void>(session_to_json(read.document, "/nonexistent"));
    }};
    read_as_chosen(readers, data, size);
    return 0;
}
