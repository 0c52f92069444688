#pragma once

namespace hitmap {

/// Opens those of the three standard streams that were closed when the program was started, since files
/// opened later would otherwise get their numbers. Reading and writing them still fails. Also handles
/// SIGPIPE and SIGXFSZ without doing anything, so that writing to a closed pipe, or beyond the size that a
/// file may have (ulimit -f), is an error and does not end the program.
void prepare_standard_streams();

/// Flushes standard output and reports errors, such as a full disk. Throws FileError.
void flush_results();

} // namespace hitmap
