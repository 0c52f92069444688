#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace hitmap {

/// Root of everything that Hitmap throws on purpose. what() is one sentence for the person at the screen,
/// without a final newline. Catching Error at a border (a command, a job) is enough; std::bad_alloc and
/// logic errors are not wrapped.
class Error : public std::runtime_error {
public:
    /// what() is printable(message) (core/base/printable.h): messages quote what files and users say.
    explicit Error(std::string_view message);
};

/// What a person typed (an option, a cache description, a scene name) cannot be understood.
/// The command line maps it to exit status 2.
class UsageError : public Error {
public:
    using Error::Error;
};

/// A file cannot be read or written. what() is "FILE: PLACE: MESSAGE", where MESSAGE says what was expected
/// and what was found.
class FileError : public Error {
public:
    /// @param file     path as the user gave it
    /// @param place    where in the file: "byte 24", "chunk 3 (requests)", "line 7"; may be empty
    /// @param message  e.g. "expected 4 bytes of magic, found 2"
    FileError(std::string_view file, std::string_view place, std::string_view message);

    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] const std::string& place() const { return place_; }

private:
    std::string file_;
    std::string place_;
};

/// Thrown by long work when its std::stop_token was asked to stop. Not an error to show.
class Cancelled : public Error {
public:
    Cancelled();
};

} // namespace hitmap
