// Eight small compute kernels for Vulkan, each with a fixed input and a result that is checked. They are
// recorded to compare the cache models with a profiler: docs/validation.md.
#include "core/base/error.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "examples/vulkan/compute_kernel.h"
#include "examples/vulkan/device_buffer.h"
#include "examples/vulkan/vulkan_device.h"
#include "examples/vulkan_kernels/kernel_cases.h"
#include "examples/vulkan_kernels/kernel_code.h"

namespace {

using namespace hitmap;
using vulkan::DeviceBuffer;

struct Options {
    std::string kernel;
    std::uint32_t size = 0;
    std::uint32_t seed = 1;
    std::string device;
};

void check_grid(const vulkan::VulkanDevice& device, const kernels::KernelCase& work) {
    const auto& most = device.limits().maxComputeWorkGroupCount;
    if (work.columns > most[0] || work.rows > most[1])
        throw Error(fmt::format("{}: expected at most {} x {} work groups, found {} x {}; choose a smaller "
                                "--size",
                                device.name(), most[0], most[1], work.columns, work.rows));
}

void check_results(const kernels::KernelCase& work, const std::vector<DeviceBuffer>& buffers) {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        std::vector<std::uint32_t> found(work.buffers[i].words.size());
        buffers[i].read(std::as_writable_bytes(std::span(found)));
        const std::string wrong = kernels::difference(work.buffers[i], found);
        if (!wrong.empty()) throw Error(fmt::format("{}: {}", work.name, wrong));
    }
}

/// Runs a kernel and checks its result.
void run(const vulkan::VulkanDevice& device, const kernels::KernelCase& work) {
    check_grid(device, work);
    std::vector<DeviceBuffer> buffers;
    for (const kernels::KernelBuffer& buffer : work.buffers)
        buffers.emplace_back(device, buffer.name, std::as_bytes(std::span(buffer.words)));
    vulkan::ComputeKernel kernel(device, {.code = kernels::kernel_code(work.name),
                                          .entry_point = work.name,
                                          .bindings = vulkan::storage_buffers(buffers.size()),
                                          .specialization = work.sizes,
                                          .push_constant_bytes = sizeof(std::uint32_t)});
    kernel.bind(buffers);
    for (std::uint32_t number = 0; number < work.launches; ++number)
        kernel.launch(work.columns, work.rows, std::as_bytes(std::span(&number, 1)));
    check_results(work, buffers);
    fmt::print(stderr, "{}: the result is that of the CPU; launches: {}\n", work.name, work.launches);
}

std::string kernel_help() {
    std::string text = "Kernels and their default sizes:\n";
    for (const kernels::KernelKind& kind : kernels::kernel_kinds())
        text += fmt::format("  {:<22}{} {}\n", kind.name, kind.default_size, kind.unit);
    return text + "Example: vulkan_kernels matmul_tiled --size 512";
}

void add_options(CLI::App& app, Options& options) {
    std::vector<std::string> names;
    for (const kernels::KernelKind& kind : kernels::kernel_kinds())
        names.push_back(kind.name);
    app.add_option("KERNEL", options.kernel, "The kernel to run")->required()->check(CLI::IsMember(names));
    app.add_option("--size", options.size, "Size of its input; 0: the default size")->type_name("N");
    app.add_option("--seed", options.seed, "Start of the random numbers of its input (default: 1)")
        ->type_name("N");
    app.add_option("--device", options.device,
                   "A part of the name of the Vulkan device to use; empty: the first")
        ->type_name("NAME");
    app.footer(kernel_help());
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Runs a compute kernel on a Vulkan device and checks its result.", "vulkan_kernels");
    app.failure_message([](const CLI::App*, const CLI::Error& error) {
        return fmt::format("vulkan_kernels: {}\nRun with --help for more information.\n", error.what());
    });
    Options options;
    constexpr int failed = 1;
    constexpr int usage = 2;
    try {
        add_options(app, options);
        app.parse(argc, argv);
        const kernels::KernelCase work =
            kernels::make_kernel_case(options.kernel, options.size, options.seed);
        run(vulkan::VulkanDevice(options.device, {.program = "vulkan_kernels"}), work);
        return 0;
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : usage;
    } catch (const std::invalid_argument& error) {
        fmt::print(stderr, "vulkan_kernels: {}\n", error.what());
        return usage;
    } catch (const std::exception& error) {
        fmt::print(stderr, "vulkan_kernels: {}\n", error.what());
        return failed;
    }
}
