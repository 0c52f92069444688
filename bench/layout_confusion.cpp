// Prints how often the derived roles of buffers are right, as the table of docs/layout.md: derives the layout
// of recordings of the reference tracer without their roles, in all combinations of kernel, schedule, vertex
// layout and tree. The other options take turns, since their product would take days.
//
// Usage: layout_confusion [EVERY]     uses each EVERY-th combination

#include "core/base/error.h"
#include "core/geometry/upright.h"
#include "core/raytracer/options/trace_options.h"
#include "tests/layout/role_confusion.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace hitmap {
namespace {

/// Sets the options whose values are multiplied from the digits of `number`, and the others by turns.
/// Returns false behind the last combination.
bool set_combination(std::size_t number, TraceOptions& options) {
    for (const char* name : {"kernel", "schedule", "layout", "bvh", "node-order", "node-width"}) {
        const TraceOption& option = trace_option(name);
        option.set(options, option.values[number % option.values.size()].name);
        number /= option.values.size();
    }
    return number == 0;
}

void set_turns(std::size_t number, TraceOptions& options) {
    for (const char* name : {"fetch", "vertex-order", "face-order", "scheduler"}) {
        const TraceOption& option = trace_option(name);
        option.set(options, option.values[number % option.values.size()].name);
        number = number / 2 + 7;
    }
    static constexpr const char* leaf_sizes[] = {"4", "1", "2", "8", "16"};
    static constexpr const char* rays[] = {"primary", "shadow", "ao:2", "path:3"};
    static constexpr const char* sms[] = {"2", "4", "1", "16", "68"};
    trace_option("leaf-size").set(options, leaf_sizes[number % 5]);
    trace_option("rays").set(options, rays[number / 3 % 4]);
    trace_option("sms").set(options, sms[number / 2 % 5]);
    trace_option("warps-per-sm").set(options, "8");
}

bool is_possible(const TraceOptions& options) {
    try {
        check_trace_options(options);
        return true;
    } catch (const UsageError&) { // for example a queue for each SM without persistent threads
        return false;
    }
}

void print_table(const std::string& title, const test::RoleConfusion& confusion, std::size_t recordings) {
    fmt::print(
        "{}: {} recordings, {} of {} buffers have the right role ({:.2f} %), {} of these other elements\n\n",
        title, recordings, confusion.right(), confusion.total(),
        100.0 * static_cast<double>(confusion.right()) / static_cast<double>(confusion.total()),
        confusion.wrong_elements);
    fmt::print("| true role |");
    for (std::size_t role = 0; role < role_count; ++role)
        fmt::print(" {} |", name_of(static_cast<Role>(role)));
    fmt::print(" not found |\n|---|");
    for (std::size_t role = 0; role <= role_count; ++role)
        fmt::print("---|");
    fmt::print("\n");
    for (std::size_t role = 0; role < role_count; ++role) {
        fmt::print("| {} |", name_of(static_cast<Role>(role)));
        for (const std::uint64_t count : confusion.counts[role])
            fmt::print(" {} |", count);
        fmt::print("\n");
    }
    fmt::print("\n");
}

void tell_wrong(const std::string& scene, const TraceOptions& options, const std::string& wrong) {
    fmt::print(stderr, "{}:", scene);
    for (const TraceOption& option : trace_option_table())
        fmt::print(stderr, " {}={}", option.name, option.get(options));
    fmt::print(stderr, "\n{}", wrong);
}

void run(std::size_t every) {
    static constexpr std::pair<const char*, const char*> scenes[] = {
        {"builtin:teapot?triangles=1000", "48x48"},
        {"builtin:statue?triangles=2000", "64x32"},
        {"builtin:atrium?triangles=130000", "40x30"}};
    ThreadPool pool;
    test::RoleConfusion listed;
    test::RoleConfusion unlisted;
    std::size_t recordings = 0;
    for (const auto& [spec, resolution] : scenes) {
        const Scene scene = load_upright_scene(spec, {});
        TraceOptions options;
        trace_option("resolution").set(options, resolution);
        for (std::size_t i = 0; set_combination(i, options); i += every) {
            set_turns(i, options);
            if (!is_possible(options)) continue;
            const test::RoleConfusions found = test::confusion_of(scene, options, pool);
            listed.add(found.listed);
            unlisted.add(found.unlisted);
            ++recordings;
            if (!found.wrong.empty()) tell_wrong(spec, options, found.wrong);
        }
    }
    print_table("Allocations listed", listed, recordings);
    print_table("Allocations not listed", unlisted, recordings);
}

} // namespace
} // namespace hitmap

int main(int count, char** arguments) {
    try {
        hitmap::run(count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 1);
    } catch (const hitmap::Error& error) {
        fmt::print(stderr, "{}\n", error.what());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
