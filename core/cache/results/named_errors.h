#pragma once

#include "core/base/error.h"

#include <string_view>

namespace hitmap {

/// What run() returns. An Error of the recording's contents becomes a FileError that names the recording; the
/// others go on as they are.
template <class Run>
auto with_errors_of(std::string_view recording, const Run& run) {
    try {
        return run();
    } catch (const FileError&) {
        throw;
    } catch (const UsageError&) {
        throw;
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        throw FileError(recording, "", error.what());
    }
}

} // namespace hitmap
