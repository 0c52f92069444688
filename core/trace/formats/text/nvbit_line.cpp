#include "core/trace/formats/text/nvbit_line.h"

#include "core/trace/import/text_fields.h"

namespace hitmap {

namespace {

constexpr std::string_view context_tag = "MEMTRACE: CTX 0x"; // since 1.5
constexpr std::string_view block_tag = "CTA ";               // up to 1.4
constexpr std::string_view kernel_tag = "Kernel ";           // up to 1.4
constexpr std::string_view grid_tag = " - grid size ";

bool take_triple(std::string_view& text, std::array<std::uint32_t, 3>& values) {
    return take_decimal(text, values[0]) && take(text, ",") && take_decimal(text, values[1]) &&
           take(text, ",") && take_decimal(text, values[2]);
}

/// Removes everything up to the last `separator`, which is removed too, and returns it.
std::optional<std::string_view> take_until_last(std::string_view& text, std::string_view separator) {
    const std::size_t at = text.rfind(separator);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view before = text.substr(0, at);
    text.remove_prefix(at + separator.size());
    return before;
}

/// Parses "X,Y,Z - block size X,Y,Z - nregs N - shmem N - cuda stream id N".
bool take_sizes(std::string_view& text, NvbitLaunch& launch) {
    std::uint64_t ignored = 0;
    return take_triple(text, launch.grid) && take(text, " - block size ") &&
           take_triple(text, launch.block) && take(text, " - nregs ") && take_decimal(text, ignored) &&
           take(text, " - shmem ") && take_decimal(text, launch.shared_bytes) &&
           take(text, " - cuda stream id ") && take_decimal(text, ignored);
}

/// Parses "X,Y,Z - warp W - OPCODE - 0x... 0x...", with 32 addresses.
bool take_addresses(std::string_view& text, NvbitAccess& access) {
    if (!take_triple(text, access.block) || !take(text, " - warp ") ||
        !take_decimal(text, access.warp_slot, RecordingLimits::warp_slots_per_sm - 1) || !take(text, " - "))
        return false;
    access.opcode = text.substr(0, text.find(' '));
    text.remove_prefix(access.opcode.size());
    if (access.opcode.empty() || !take(text, " - ")) return false;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
        const std::size_t before = text.size();
        constexpr std::size_t token = 18; // "0x" and 16 digits
        if (!take(text, "0x") || !take_hex(text, access.address[lane]) || before - text.size() != token)
            return false;
        if (access.address[lane] != 0) access.mask |= 1U << lane;
        if (lane + 1 < warp_size && !take(text, " ")) return false;
    }
    skip_blanks(text);
    return text.empty();
}

class NvbitParser {
public:
    explicit NvbitParser(const LinePiece& piece) : rest_(piece.text), line_(piece.first_line) {}

    NvbitPiece parse() {
        for (; !rest_.empty(); ++line_)
            add(take_line(rest_));
        return std::move(piece_);
    }

private:
    void add(std::string_view line) {
        if (const std::size_t at = line.rfind(context_tag); at != std::string_view::npos) {
            // A line that was interrupted by another line of the tool is lost.
            if (line.substr(0, at).find(context_tag) != std::string_view::npos) broken(line);
            add_tagged(line.substr(at), line);
        } else if (const std::size_t block = line.rfind(block_tag); block != std::string_view::npos) {
            add_access(line.substr(block + block_tag.size()), 0, std::nullopt, line);
        } else if (const std::size_t kernel = line.find(kernel_tag);
                   kernel != std::string_view::npos && line.rfind(grid_tag) != std::string_view::npos) {
            NvbitLaunch launch;
            std::string_view text = line.substr(kernel + kernel_tag.size());
            if (const auto name = take_until_last(text, grid_tag)) launch.kernel = *name;
            add_launch(text, launch, line);
        } else {
            other(line);
        }
    }

    /// @param text  begins with the tag
    void add_tagged(std::string_view text, std::string_view line) {
        std::uint64_t context = 0;
        take(text, context_tag);
        if (!take_hex(text, context)) return broken(line);
        std::uint64_t id = 0;
        if (take(text, " - grid_launch_id ")) {
            if (!take_decimal(text, id) || !take(text, " - CTA ")) return broken(line);
            return add_access(text, context, id, line);
        }
        if (!take(text, " - LAUNCH - ")) {
            other(line); // what TOOL_VERBOSE=1 adds
            return;
        }
        NvbitLaunch launch;
        // Names of kernels may contain everything, so that the numbers are looked for from the end.
        std::string_view names = take_until_last(text, " - grid launch id ").value_or("");
        const std::size_t name = names.find(" - Kernel name ");
        if (name == std::string_view::npos || !take_decimal(text, id) || !take(text, grid_tag))
            return broken(line);
        launch.context = context;
        launch.id = id;
        launch.kernel = names.substr(name + std::string_view(" - Kernel name ").size());
        add_launch(text, launch, line);
    }
    void add_launch(std::string_view text, NvbitLaunch& launch, std::string_view line) {
        if (!take_sizes(text, launch)) return broken(line);
        ++piece_.lines.read;
        piece_.events.emplace_back(launch);
    }
    void add_access(std::string_view text, std::uint64_t context, std::optional<std::uint64_t> id,
                    std::string_view line) {
        NvbitAccess access;
        access.line = line_;
        access.context = context;
        access.launch_id = id;
        if (!take_addresses(text, access)) {
            // Without the tag of the tool, only most of an access shows that the line is one.
            if (!id && line.find(" - warp ") == std::string_view::npos)
                other(line);
            else
                broken(line);
            return;
        }
        ++piece_.lines.read;
        piece_.events.emplace_back(access);
    }
    void broken(std::string_view line) { piece_.lines.broken.add(line_, line); }
    void other(std::string_view line) { piece_.lines.other.add(line_, line); }

    std::string_view rest_;
    std::uint64_t line_;
    NvbitPiece piece_;
};

} // namespace

NvbitPiece parse_nvbit(const LinePiece& piece) {
    return NvbitParser(piece).parse();
}

} // namespace hitmap
