"""What the requests of some kernels of examples/vulkan_kernels add up to, from their size and the lanes of a warp.

Each function returns requests and sectors of loads, stores and atomics; None if they depend on the data. Buffers begin at a
sector.
"""

LANES_OF_SECTOR = 8  # 4 bytes each


def matmul_naive(n, lanes):
    warps, sectors = n * n // lanes, lanes // LANES_OF_SECTOR
    return warps * (2 * n + 1), warps * (n * (1 + sectors) + sectors)


def matmul_tiled(n, lanes):
    warps, sectors = n * n // lanes, lanes // LANES_OF_SECTOR
    return warps * (2 * n // 16 + 1), warps * sectors * (2 * n // 16 + 1)


def transpose(n, lanes):
    warps, sectors = n * n // lanes, lanes // LANES_OF_SECTOR
    return warps * 2, warps * (sectors + lanes)


def reduction(n, lanes):
    blocks = min(n // 256, 64)
    return n // lanes + blocks, n // LANES_OF_SECTOR + blocks


def histogram(n, lanes):
    return 2 * n // lanes, None  # which bins share a sector depends on the numbers


def gather(n, lanes):
    return 3 * n // lanes, None


def stencil(n, lanes):
    rows, warps, sectors = n - 2, n // lanes, lanes // LANES_OF_SECTOR
    return rows * warps * 6, rows * (warps * (6 * sectors + 2) - 2)


# The buffer whose elements give the size, and whether the size is its square root.
SIZES = {matmul_naive: ("left", True), matmul_tiled: ("left", True), transpose: ("matrix", True),
         reduction: ("numbers", False), histogram: ("numbers", False), gather: ("places", False),
         stencil: ("grid", True)}
FORMS = {form.__name__: form for form in SIZES}


def closed_form(name, info):
    """Requests and sectors of a kernel by its closed form, or None. @param info: the JSON of `hitmap info`"""
    form = FORMS.get(name)
    if form is None:
        return None
    buffer, is_square = SIZES[form]
    elements = next(row["bytes"] for row in info["allocations"] if row["name"] == buffer) // 4
    size = round(elements ** 0.5) if is_square else elements
    return form(size, info["device"]["warp_size"])
