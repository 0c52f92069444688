// How lanes of persistent threads get their pixels. As core/raytracer/pixel_work.cpp.

// Each active lane gets the next pixel of its queue, or no_pixel. The subgroup increments the queue's counter once for all
// its lanes. The SM is not known, so the work groups share the queues in turn.
void take_pixels(inout PixelWork work) {
    const uint queue = queues == 1 ? 0 : gl_WorkGroupID.x % queues;
    uint pixels = width * height;
    uint queue_count = queues;
    const uint first_item = uint(uint64_t(pixels) * uint64_t(queue) / uint64_t(queue_count));
    const uint item_count = uint(uint64_t(pixels) * uint64_t(queue + 1) / uint64_t(queue_count)) - first_item;
    const uvec4 takers = subgroupBallot(true);
    uint first = 0;
    if (subgroupElect()) first = atomicAdd(next_item[queue], subgroupBallotBitCount(takers));
    const uint item = subgroupBroadcastFirst(first) + subgroupBallotExclusiveBitCount(takers);
    work.pixel = item >= item_count ? no_pixel : pixel_of_item(first_item + item);
}
