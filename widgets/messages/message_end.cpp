#include "widgets/messages/message_end.h"

#include "widgets/base/job.h"

namespace hitmap {

MessageEnd MessageEnd::of(const QObject& cause) {
    if (const auto* const job = qobject_cast<const JobRunner*>(&cause))
        return MessageEnd(*job, &JobRunner::finished, &JobRunner::stopped);
    return MessageEnd(cause);
}

void MessageEnd::connect_to(const QObject& receiver, const std::function<void()>& end) const {
    for (const Connecting& connect : connecting_)
        connect(receiver, end);
}

} // namespace hitmap
