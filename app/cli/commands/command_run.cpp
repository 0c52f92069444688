#include "app/cli/commands/command_run.h"

#include "app/cli/base/interrupt.h"
#include "app/cli/base/progress_bar.h"
#include "app/cli/base/standard_streams.h"
#include "app/cli/base/terminal.h"
#include "core/base/error.h"
#include "core/base/path_query.h"
#include "core/base/text/printable.h"
#include "core/jobs/memory.h"
#include "core/jobs/output_files.h"

#include <chrono>
#include <exception>
#include <new>
#include <stdexcept>

namespace hitmap {

namespace {

/// Prints which stage ran out of memory, and how much memory there is.
void tell_out_of_memory(const std::string& program, const std::string& name, const Progress& progress) {
    const std::string stage = progress.snapshot().stage;
    const std::string limit = address_space_limit_text();
    tell("{}: {}: not enough memory {}{}\n", program, name, stage.empty() ? "to begin" : "for " + stage,
         limit.empty() ? "" : fmt::format("; {}", limit));
}

/// Reports the current exception and returns the exit status.
int tell_failure(const std::string& program, const std::string& name, const Progress& progress) {
    try {
        throw;
    } catch (const Cancelled&) { // a signal is ending the program
    } catch (const Interrupted& error) {
        tell("{}: {}\n", program, error.what());
        return 128 + error.signal;
    } catch (const ProgramFailed& error) {
        return error.status;
    } catch (const UsageError& error) {
        tell("{}: {}\n", program, error.what());
        return ExitStatus::usage;
    } catch (const std::bad_alloc&) {
        tell_out_of_memory(program, name, progress);
    } catch (const std::length_error&) { // a container would exceed the maximum size
        tell_out_of_memory(program, name, progress);
    } catch (const std::exception& error) {
        tell("{}: {}\n", program, failure_text(error)); // may come from a library
    }
    return ExitStatus::failed;
}

} // namespace

int run_command(const Command& command, const std::string& name, bool timing, OutputFiles& outputs,
                const std::string& program) {
    const auto start = std::chrono::steady_clock::now();
    Progress progress;
    try {
        {
            const ProgressBar bar(progress);
            command({{}, &progress, &outputs});
        }
        flush_results();
        outputs.conclude();
    } catch (...) {
        return tell_failure(program, name, progress);
    }
    if (timing)
        tell("{:.3f} s\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    return ExitStatus::success;
}

} // namespace hitmap
