// The order in which pixels are processed, as core/raytracer/options/pixel_order.cpp.

uint pixel_of_tiles(uint item) {
    const uint size = 8;
    const uint tile_y = item / (size * width);
    const uint tile_height = min(size, height - size * tile_y);
    const uint in_row = item % (size * width);
    const uint tile_x = in_row / (size * tile_height);
    const uint tile_width = min(size, width - size * tile_x);
    const uint in_tile = in_row % (size * tile_height);
    return (size * tile_y + in_tile / tile_width) * width + size * tile_x + in_tile % tile_width;
}

// The number of lines of a square of side `half_side` that are inside the picture.
uint lines_inside(uint first, uint end, uint half_side) {
    return first < end ? min(half_side, end - first) : 0;
}

uint pixel_of_morton(uint item) {
    uint x = 0;
    uint y = 0;
    uint half_side = 1u << 31;
    while (half_side >= max(width, height))
        half_side /= 2;
    for (; half_side != 0; half_side /= 2) {
        // The quadrants of the square at (x, y), clipped to the picture.
        const uint left = lines_inside(x, width, half_side);
        const uint right = lines_inside(x + half_side, width, half_side);
        uint rows = lines_inside(y, height, half_side);
        const uint upper = (left + right) * rows;
        if (item >= upper) {
            item -= upper;
            y += half_side;
            rows = lines_inside(y, height, half_side);
        }
        if (item >= left * rows) {
            item -= left * rows;
            x += half_side;
        }
    }
    return y * width + x;
}

uint pixel_of_item(uint item) {
    if (schedule == schedule_tiles) return pixel_of_tiles(item);
    if (schedule == schedule_morton) return pixel_of_morton(item);
    return item;
}
