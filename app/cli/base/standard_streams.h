#pragma once

namespace hitmap {

/// Opens those of the three standard streams that the program was started without: a file that is opened
/// later must not become one of them. Reading and writing them fails as before. Also, a reader of our output
/// that goes is an error of writing from now on, not the end of the program.
void prepare_standard_streams();

/// Writes what was printed and is still on its way, to a disk that may be full. Throws FileError.
void flush_results();

} // namespace hitmap
