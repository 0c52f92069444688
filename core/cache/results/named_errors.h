#pragma once

#include "core/base/error.h"

#include <string_view>

namespace hitmap {

/// Returns the result of run(). An Error that concerns the contents of the recording is rethrown as a
/// FileError that names the recording; other exceptions pass unchanged.
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
