#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace hitmap {

/// Why a message is shown. The kind says what ends it, so that none outlives what it says.
enum class MessageKind : std::uint8_t { notice, failure, refusal, opening, fault, offer };

/// The place of a message. A newer message replaces an older one in the same place.
enum class MessagePlace : std::uint8_t { error, notice, offer };

struct MessageKindInfo {
    MessageKind kind;
    MessagePlace place;
    std::string_view name;
    std::string_view says;
    /// What ends it, apart from the user, who can dismiss each message, and from a newer one in its place.
    /// What is opened next also ends it, unless its place is that of offers.
    std::string_view ends;
};

/// The rows of the table in docs/messages.md.
[[nodiscard]] std::span<const MessageKindInfo> message_kinds();
[[nodiscard]] const MessageKindInfo& info_of(MessageKind kind);

} // namespace hitmap
