#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/options/model_options.h"
#include "app/cli/options/part_options.h"
#include "core/base/error.h"
#include "core/base/parse.h"
#include "core/base/printable.h"
#include "core/cache/results/named_errors.h"
#include "core/jobs/thread_pool.h"
#include "core/relayout/relayout.h"
#include "core/relayout/source_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

struct RelayoutCommandOptions {
    std::string file;
    std::string output;
    std::string scene;
    RelayoutOptions layout;
};

constexpr std::array use_orders{UseOrder::access_count, UseOrder::first_access};

std::optional<UseOrder> use_order(std::string_view name) {
    for (const UseOrder order : use_orders)
        if (name_of(order) == name) return order;
    return std::nullopt;
}

/// Reads the value of an option that the tracer has, too.
template <class Member>
auto tracer_value(std::string_view name, const std::string& text, Member member) {
    TraceOptions trace;
    trace_option(name).set(trace, text);
    return member(trace);
}

/// Reads an order of the tracer, or an order by use. Throws UsageError.
template <class Order, class Member>
Order order_value(std::string_view name, const std::string& text, Member member) {
    if (const auto use = use_order(text)) return *use;
    const TraceOption& option = trace_option(name);
    const bool known =
        std::ranges::find(option.values, text, &TraceOption::Value::name) != option.values.end();
    if (known) return tracer_value(name, text, member);
    throw UsageError(fmt::format("--{}: expected {}|{}|{}, found '{}'", name, option.form,
                                 name_of(use_orders[0]), name_of(use_orders[1]), text));
}

/// "ALLOCATION=VALUE"; the name may have '=' itself. Throws UsageError.
std::pair<std::string, std::string> named_value(std::string_view option, const std::string& text,
                                                std::string_view form) {
    const std::size_t at = text.rfind('=');
    if (at == std::string::npos || at == 0)
        throw UsageError(fmt::format("{}: expected {}, found '{}'", option, form, text));
    return {text.substr(0, at), text.substr(at + 1)};
}

void tell_counts(const MoveCounts& counts) {
    const auto line = [](std::uint64_t count, std::string_view what) {
        if (count != 0) tell("{} lane accesses {}\n", count, what);
    };
    line(counts.in_elements, "moved with their elements");
    line(counts.with_buffer, "to buffers whose elements stay in order");
    line(counts.between, "to the padding between elements, which moved with the element before");
    line(counts.behind, "behind the last element of a buffer, which moved with the end of the buffer");
    line(counts.outside, "to no known buffer, which were not moved");
    line(counts.across, "of those moved reach beyond their element; what follows it may be elsewhere now");
}

void relayout(const RelayoutCommandOptions& options, const JobContext& job) {
    if (options.layout.changes_nothing())
        throw UsageError("relayout: expected an option that changes the layout, found none");
    refuse_overwriting(options.output, "--output", {options.file, options.scene});
    const HmtFile file = open_recording(options.file, {}, job);
    warn_if_incomplete(file);
    ThreadPool pool;
    const auto sink = write_hmt(open_output(options.output, job), {}, &pool, job);
    const RelayoutResult result = with_errors_of(options.file, [&] {
        return relayout_recording(file, options.layout, source_mesh(file.info(), options.scene), *sink, pool,
                                  job);
    });
    tell("{}: {}\n", printable(options.output), printable(result.changes));
    tell_counts(result.counts);
    for (const std::string& estimate : result.estimates)
        tell("{}: an estimate: {}\n", printable(options.output), printable(estimate));
}

void add_orders(CLI::App& command, RelayoutOptions& layout) {
    command
        .add_option_function<std::string>(
            "--node-order",
            [&layout](const std::string& text) {
                layout.node_order = order_value<NodeOrderChoice>(
                    "node-order", text, [](const TraceOptions& t) { return t.nodes.node_order; });
            },
            "Order of the nodes and boxes. dfs, bfs, veb: as in trace; access-count: the children that are "
            "accessed most first; first-access: as they are accessed first")
        ->type_name("dfs|bfs|veb|access-count|first-access");
    command
        .add_option_function<std::string>(
            "--vertex-order",
            [&layout](const std::string& text) {
                layout.vertex_order = order_value<VertexOrderChoice>(
                    "vertex-order", text, [](const TraceOptions& t) { return t.vertex_order; });
            },
            "Order of the vertices, and of the normals, which follow. keep, random, bfs, morton: as in "
            "trace; "
            "access-count, first-access: as for nodes")
        ->type_name("keep|random|bfs|morton|access-count|first-access");
    command
        .add_option_function<std::string>(
            "--face-order",
            [&layout](const std::string& text) {
                layout.face_order =
                    tracer_value("face-order", text, [](const TraceOptions& t) { return t.face_order; });
            },
            "Order of the faces of a leaf, and of leaves if nodes are linked, as in trace. An estimate: the "
            "order in which faces are tested stays")
        ->type_name("keep|random|bfs|morton");
    command
        .add_option_function<std::string>(
            "--layout",
            [&layout](const std::string& text) {
                layout.vertex_layout =
                    tracer_value("layout", text, [](const TraceOptions& t) { return t.vertex_layout; });
            },
            "How positions and normals lie in memory. aos: x, y, z of a vertex together; soa: an array of "
            "all "
            "x, then y, then z")
        ->type_name("aos|soa");
    command
        .add_option_function<std::string>(
            "--seed",
            [&layout](const std::string& text) {
                layout.seed = tracer_value("seed", text, [](const TraceOptions& t) { return t.seed; });
            },
            "For random orders; otherwise the seed of the recording")
        ->type_name("N");
}

void add_element_options(CLI::App& command, RelayoutOptions& layout) {
    command
        .add_option_function<std::vector<std::string>>(
            "--order",
            [&layout](const std::vector<std::string>& texts) {
                constexpr std::string_view form = "ALLOCATION=first-access or ALLOCATION=access-count";
                for (const std::string& text : texts) {
                    const auto [name, value] = named_value("--order", text, form);
                    const auto order = use_order(value);
                    if (!order) throw UsageError(fmt::format("--order: expected {}, found '{}'", form, text));
                    layout.element_orders.emplace_back(name, *order);
                }
            },
            "Order of the elements of one allocation of any recording, by its accesses; may be repeated")
        ->type_name("ALLOCATION=first-access|access-count");
    command
        .add_option_function<std::vector<std::string>>(
            "--stride",
            [&layout](const std::vector<std::string>& texts) {
                for (const std::string& text : texts) {
                    const auto [name, value] = named_value("--stride", text, "ALLOCATION=BYTES");
                    layout.strides.emplace_back(
                        name, static_cast<std::uint32_t>(parse_whole_number(
                                  value, "--stride", 1, std::numeric_limits<std::uint32_t>::max())));
                }
            },
            "Distance of the elements of one allocation in bytes, for padding and alignment; may be repeated")
        ->type_name("ALLOCATION=BYTES");
}

} // namespace

void add_relayout_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<RelayoutCommandOptions>();
    auto* command = app.add_subcommand(
        "relayout", "Write a recording with another memory layout, by moving its addresses");
    command->add_option("FILE", options->file, recording_help)->required();
    command->add_option("-o,--output", options->output, "Where the recording goes; - is standard output")
        ->check(not_empty("a file"))
        ->type_name("OUT.hmt")
        ->required();
    add_orders(*command, options->layout);
    add_element_options(*command, options->layout);
    command
        ->add_option(
            "--scene", options->scene,
            "The mesh file or built-in scene that was recorded, for an order of vertices that depends on "
            "the order of the file, if the recording has them in another one")
        ->check(not_empty("a scene"))
        ->type_name("SCENE");
    command->footer(
        "The requests stay as they were recorded: their order, warps, lanes and instructions. What depends\n"
        "on the layout in another way is an estimate; see docs/relayout.md.\n"
        "Example: hitmap relayout atrium.hmt -o veb.hmt --node-order veb");
    command->callback([=] { select([=](const JobContext& job) { relayout(*options, job); }); });
}

} // namespace hitmap
