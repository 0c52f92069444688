#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// A place in the source, with the call sites at which it is inlined.
struct SourcePlace {
    SourceLocation location;
    std::vector<SourceLocation> inlined_at; ///< the innermost first; may be empty
};

/// What is known about a program besides its accesses: its buffers, and the source lines of its instructions.
/// docs/import.md describes the lines of text that have them.
struct ProgramNotes {
    std::vector<Allocation> buffers;
    std::vector<SourcePlace> places;
    std::unordered_map<std::uint64_t, std::uint32_t> place_of; ///< by instruction address; index into places

    static constexpr std::size_t most_instructions = std::size_t{1} << 22;
};

/// Adds the lines "#buf" and "#line" that are anywhere in a file, such as a recording with the output of the
/// program. Throws FileError (an invalid line, too many lines), Cancelled.
void find_notes(const ByteSource& file, const JobContext& job, ProgramNotes& notes);

/// Adds the notes of a file that consists of nothing else: lines "#buf" and "#line", or the output of
/// "addr2line -a -f", with or without "-i". Throws what find_notes() throws, and FileError for another line
/// and for a file without notes.
/// @param format  the title of the format of the recordings, which the file does not have, for messages
void read_notes(const ByteSource& file, std::string_view format, const JobContext& job, ProgramNotes& notes);

} // namespace hitmap
