#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace hitmap {

/// Base class of everything that Hitmap throws on purpose. what() is one sentence for the user, without a
/// final newline. Code at the outer level (a command, a job) needs to catch Error alone; std::bad_alloc and
/// logic errors are not wrapped.
class Error : public std::runtime_error {
public:
    /// Makes what() printable(message) (core/base/text/printable.h), because messages quote file contents
    /// and user input.
    explicit Error(std::string_view message);
};

/// An argument of the user (an option, a cache description, a scene name) cannot be understood. The command
/// line maps it to exit status 2.
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

/// Thrown by long work whose std::stop_token was asked to stop. It is not shown as an error.
class Cancelled : public Error {
public:
    Cancelled();
};

} // namespace hitmap
