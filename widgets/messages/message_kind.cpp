#include "widgets/messages/message_kind.h"

#include <array>
#include <cstddef>

namespace hitmap {

namespace {

constexpr std::array<MessageKindInfo, 6> message_kind_rows{{
    {MessageKind::notice, MessagePlace::notice, "notice", "something was done, or a remark on it",
     "six seconds have passed and the pointer is not over it, or something else is saved"},
    {MessageKind::failure, MessagePlace::error, "failure",
     "a job, or a part of the window, could not do what it was to do",
     "the job finishes or is stopped, the part succeeds or tries again, or it is destroyed"},
    {MessageKind::refusal, MessagePlace::error, "refusal", "what was chosen cannot be done as things are",
     "the first signal that things are different, which the caller names"},
    {MessageKind::opening, MessagePlace::error, "opening",
     "a file is not what can be opened, or was not restored in whole", "something else is opened"},
    {MessageKind::fault, MessagePlace::error, "fault",
     "a handler of an event threw an exception that the program does not catch itself",
     "something else is opened"},
    {MessageKind::offer, MessagePlace::offer, "offer", "something can be done about what has happened",
     "it is taken, or the first signal after which it does not apply, which the caller names"},
}};

} // namespace

std::span<const MessageKindInfo> message_kinds() {
    return message_kind_rows;
}

const MessageKindInfo& info_of(MessageKind kind) {
    return message_kind_rows.at(static_cast<std::size_t>(kind));
}

} // namespace hitmap
