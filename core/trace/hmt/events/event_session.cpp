#include "core/trace/hmt/events/event_session.h"

namespace hitmap::hmt {

void encode_event_head(const EventHead& head, ByteWriter& out) {
    out.u32(head.events);
    out.u32(head.launches);
    out.u64(head.first_request);
    out.u64(head.last_request);
}

EventHead decode_event_head(ByteReader& in, std::string_view what, std::uint64_t stored_bytes) {
    EventHead head;
    head.events = in.u32(fmt::format("a number of {}", what));
    head.launches = in.u32("a number of launches");
    head.first_request = in.u64("a first request");
    head.last_request = in.u64("a last request");
    if (head.events == 0 || head.events > allowed_events(stored_bytes))
        in.fail(fmt::format("expected 1 to {} {} in {} bytes, found {}", allowed_events(stored_bytes), what,
                            stored_bytes, head.events));
    if (head.last_request < head.first_request)
        in.fail(fmt::format("expected a last request from {} on, found {}", head.first_request,
                            head.last_request));
    return head;
}

} // namespace hitmap::hmt
