#include "app/record_program/record_support.h"

#include "app/cli/commands/recorded_program.h"
#include "core/base/error.h"
#include "widgets/base/tr.h"

namespace hitmap {

Recorder own_recorder() {
    Recorder recorder{QCoreApplication::applicationFilePath(), {}};
    try {
        (void)capture_manifest();
    } catch (const Error& error) {
        recorder.refusal = tr("This program cannot record: %1.").arg(QString::fromUtf8(error.what()));
    }
    return recorder;
}

} // namespace hitmap
