#include "core/raytracer/options/trace_options.h"

#include "core/base/error.h"
#include "core/base/parse.h"
#include "core/raytracer/options/rays_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace hitmap {

namespace {

template <class Enum>
struct Choice {
    Enum value;
    std::string_view name;
    std::string_view help;
};

/// `member` returns the option's member, for const and non-const TraceOptions.
template <class Enum, class Member>
TraceOption choice(std::string_view name, std::string_view help, std::vector<Choice<Enum>> choices,
                   Member member) {
    TraceOption option{std::string(name), std::string(help), {}, {}, {}, {}};
    for (const Choice<Enum>& c : choices) {
        option.form += (option.form.empty() ? "" : "|") + std::string(c.name);
        option.values.push_back({std::string(c.name), std::string(c.help)});
    }
    option.get = [choices, member](const TraceOptions& options) {
        const auto found = std::find_if(choices.begin(), choices.end(),
                                        [&](const auto& c) { return c.value == member(options); });
        return found == choices.end() ? std::string() : std::string(found->name);
    };
    option.set = [choices, member, name, form = option.form](TraceOptions& options, std::string_view text) {
        const auto found =
            std::find_if(choices.begin(), choices.end(), [&](const auto& c) { return c.name == text; });
        if (found == choices.end())
            throw UsageError(fmt::format("--{}: expected {}, found '{}'", name, form, text));
        member(options) = found->value;
    };
    return option;
}

template <class Member>
TraceOption number(std::string_view name, std::string_view help, std::uint64_t least, std::uint64_t most,
                   Member member) {
    TraceOption option{std::string(name), std::string(help), "N", {}, {}, {}};
    option.get = [member](const TraceOptions& options) { return std::to_string(member(options)); };
    option.set = [=](TraceOptions& options, std::string_view text) {
        auto& value = member(options);
        value = static_cast<std::remove_reference_t<decltype(value)>>(
            parse_whole_number(text, fmt::format("--{}", name), least, most));
    };
    return option;
}

TraceOption resolution() {
    TraceOption option{"resolution", "Size of the frame buffer", "WxH", {}, {}, {}};
    option.get = [](const TraceOptions& options) {
        return fmt::format("{}x{}", options.width, options.height);
    };
    option.set = [](TraceOptions& options, std::string_view text) {
        const auto [width, height] = parse_resolution(text, "--resolution");
        if (std::uint64_t{width} * height >= std::uint64_t{1} << 31)
            throw UsageError(fmt::format("--resolution: expected less than 2^31 pixels, found '{}'", text));
        options.width = width;
        options.height = height;
    };
    return option;
}

template <class Member>
TraceOption memory_order(std::string_view name, std::string_view help, Member member) {
    const auto order_choice = [](MemoryOrder order, std::string_view meaning) {
        return Choice<MemoryOrder>{order, name_of(order), meaning};
    };
    return choice<MemoryOrder>(name, help,
                               {order_choice(MemoryOrder::keep, "as in the file"),
                                order_choice(MemoryOrder::random, "shuffled by the seed"),
                                order_choice(MemoryOrder::bfs, "breadth first over the mesh"),
                                order_choice(MemoryOrder::morton, "along the Z-order curve")},
                               member);
}

void add_tree_options(std::vector<TraceOption>& table) {
    const auto bvh_choice = [](BvhMethod method, std::string_view help) {
        return Choice<BvhMethod>{method, name_of(method), help};
    };
    const auto order_choice = [](NodeOrder order, std::string_view help) {
        return Choice<NodeOrder>{order, name_of(order), help};
    };
    table.push_back(choice<BvhMethod>(
        "bvh", "How the BVH is built",
        {bvh_choice(BvhMethod::sah, "surface-area heuristic"), bvh_choice(BvhMethod::median, "object median"),
         bvh_choice(BvhMethod::lbvh, "linear BVH, by Morton codes")},
        [](auto& options) -> auto& { return options.bvh.method; }));
    table.push_back(number(
        "leaf-size", "Most faces of a leaf", 1, 64,
        [](auto& options) -> auto& { return options.bvh.leaf_size; }));
    table.push_back(choice<NodeOrder>(
        "node-order", "Order of the nodes in memory",
        {order_choice(NodeOrder::dfs, "depth first"), order_choice(NodeOrder::bfs, "breadth first"),
         order_choice(NodeOrder::veb, "van Emde Boas")},
        [](auto& options) -> auto& { return options.nodes.node_order; }));
    table.push_back(choice<std::uint32_t>(
        "node-width", "Most children of a node (arity of the tree)",
        {{2, "2", "binary; depth first, nodes are single words"},
         {4, "4", "the binary tree, collapsed"},
         {8, "8", "likewise"}},
        [](auto& options) -> auto& { return options.nodes.node_width; }));
}

void add_memory_options(std::vector<TraceOption>& table) {
    table.push_back(memory_order(
        "vertex-order", "Order of the vertices and normals in memory",
        [](auto& options) -> auto& { return options.vertex_order; }));
    table.push_back(memory_order(
        "face-order", "Order of the faces of a leaf, and of leaves if nodes allow",
        [](auto& options) -> auto& { return options.face_order; }));
    table.push_back(choice<VertexLayout>(
        "layout", "How positions and normals lie in memory",
        {{VertexLayout::aos, "aos", "x, y, z of a vertex together"},
         {VertexLayout::soa, "soa", "an array of all x, then y, then z"}},
        [](auto& options) -> auto& { return options.vertex_layout; }));
    table.push_back(choice<std::uint32_t>(
        "stack-slots", "Slots of 16 bytes that an entry of the traversal stack takes",
        {{1, "1", "the node, and where the ray enters it"},
         {2, "2", "a stack of twice the depth, as if entries also had the box of their node"}},
        [](auto& options) -> auto& { return options.stack_slots; }));
    table.back().always_named = false; // Recordings from before the option have none.
}

void add_kernel_options(std::vector<TraceOption>& table) {
    table.push_back(choice<Kernel>(
        "kernel", "Traversal loop (Aila and Laine 2009) and threads",
        {{Kernel::while_while, "while-while",
          "persistent threads; each lane traverses nodes down to a leaf, then intersects its triangles"},
         {Kernel::if_if, "if-if",
          "persistent threads; a lane visits at most one node, then intersects at most one triangle"},
         {Kernel::pixel, "pixel",
          "while-while with one thread for each pixel, in blocks as the SMs can hold"}},
        [](auto& options) -> auto& { return options.kernel; }));
    table.push_back(choice<Schedule>(
        "schedule", "Order in which pixels are assigned to threads",
        {{Schedule::scanline, "scanline", "row by row, one queue for the device"},
         {Schedule::sm_scanline, "sm-scanline", "row by row, a queue for each SM with its band of the image"},
         {Schedule::tiles, "tiles", "8x8 pixels after 8x8 pixels"},
         {Schedule::morton, "morton", "along the Z-order curve"}},
        [](auto& options) -> auto& { return options.schedule; }));
    table.push_back(choice<Fetch>(
        "fetch", "When the next pixel is fetched, by persistent threads (Aila and Laine 2009)",
        {{Fetch::lane, "lane", "by each lane, as soon as the rays of its pixel have terminated"},
         {Fetch::warp, "warp", "by the whole warp, when the rays of all its lanes have terminated"}},
        [](auto& options) -> auto& { return options.fetch; }));
    table.push_back(rays_option());
}

void add_device_options(std::vector<TraceOption>& table) {
    table.push_back(number(
        "sms", "Streaming multiprocessors of the device", 1, 4096,
        [](auto& options) -> auto& { return options.sm_count; }));
    table.push_back(number(
        "warps-per-sm", "Warps resident on each of them", 1, 64,
        [](auto& options) -> auto& { return options.warps_per_sm; }));
    table.push_back(choice<std::uint32_t>(
        "warp-size", "Lanes of a warp",
        {{8, "8", "as in Mesa's lavapipe on most CPUs"},
         {16, "16", "as in some integrated GPUs"},
         {32, "32", "as in NVIDIA's GPUs"}},
        [](auto& options) -> auto& { return options.warp_lanes; }));
    table.back().always_named = false; // Recordings from before the option have none.
    table.push_back(choice<simt::Scheduler>(
        "scheduler", "Which of an SM's warps issues the next request",
        {{simt::Scheduler::round_robin, "round-robin", "one warp after the other"},
         {simt::Scheduler::greedy, "greedy",
          "greedy then oldest: the same warp until it stalls, then the oldest"}},
        [](auto& options) -> auto& { return options.scheduler; }));
    table.push_back(number(
        "seed", "For everything random in the tracer", 0, ~std::uint64_t{0},
        [](auto& options) -> auto& { return options.seed; }));
}

} // namespace

const std::vector<TraceOption>& trace_option_table() {
    static const std::vector<TraceOption> table = [] {
        std::vector<TraceOption> options;
        options.push_back(resolution());
        add_tree_options(options);
        add_memory_options(options);
        add_kernel_options(options);
        add_device_options(options);
        return options;
    }();
    return table;
}

std::vector<std::pair<std::string, std::string>> option_texts(const TraceOptions& options) {
    std::vector<std::pair<std::string, std::string>> texts;
    const TraceOptions usual;
    for (const TraceOption& option : trace_option_table()) {
        std::string value = option.get(options);
        if (option.always_named || value != option.get(usual))
            texts.emplace_back(option.name, std::move(value));
    }
    return texts;
}

const TraceOption& trace_option(std::string_view name) {
    const auto& table = trace_option_table();
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const TraceOption& o) { return o.name == name; });
    if (found == table.end()) throw UsageError(fmt::format("the tracer has no option '{}'", name));
    return *found;
}

void check_trace_options(const TraceOptions& options) {
    TraceOptions checked;
    for (const TraceOption& option : trace_option_table())
        option.set(checked, option.get(options));
    if (options.kernel != Kernel::pixel) return;
    const auto refuse = [&](std::string_view name) {
        throw UsageError(fmt::format("--{} {}: expected a kernel of persistent threads, found --kernel {}",
                                     name, trace_option(name).get(options),
                                     trace_option("kernel").get(options)));
    };
    if (options.schedule == Schedule::sm_scanline) refuse("schedule");
    if (options.fetch == Fetch::warp) refuse("fetch");
}

} // namespace hitmap
