#include "core/cache/stages/l1_output.h"

namespace hitmap {

namespace {

template <class T>
void resize_unwritten(WrittenList<T>& list, std::size_t size, std::size_t padding) {
    list.clear();
    list.end_at(list.reserve_more(size + padding) + size);
}

} // namespace

void L1Output::prepare(std::size_t lines) {
    resize_unwritten(hits, lines, CoalescedRequests::padding);
    resize_unwritten(to_l2, lines, CoalescedRequests::padding);
    resize_unwritten(origins, lines, 0);
    dirty.assign(lines + CoalescedRequests::padding, 0);
    evicted.resize(lines);
}

void L1Output::list_write_backs() {
    write_backs.clear();
    constexpr std::uint32_t at_once = CoalescedRequests::at_once;
    for (std::size_t first = 0; first < evicted.size(); first += at_once)
        // Bytes after the last line are 0.
        for_each_byte(word_of(dirty.data() + first, at_once), [&](std::uint32_t i) {
            const std::size_t at = first + i;
            write_backs.push_back({evicted[at], static_cast<std::uint32_t>(at), dirty[at]});
        });
}

} // namespace hitmap
