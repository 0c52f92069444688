#include "capture/layer/pipelines/modules.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace hitmap::capture {

namespace {

/// The module as messages call it.
std::string name_of(const ModuleObject& module) {
    const std::string name = module_name(module);
    return name.empty() ? "a shader module" : name;
}

/// One line for each reason, with the first of what it holds for.
void note_left_out(Capture& capture, const ModuleObject& module) {
    std::map<std::string, std::pair<std::string, std::size_t>> by_reason;
    for (const LeftOut& left_out : module.instrumented.left_out) {
        // Stages that cannot record are named once for the device.
        if (left_out.what.starts_with("the entry point ")) continue;
        auto& [first, count] = by_reason[left_out.reason];
        if (count++ == 0) first = left_out.what;
    }
    for (const auto& [reason, what] : by_reason) {
        const std::string more = what.second == 1 ? "" : " and " + std::to_string(what.second - 1) + " more";
        capture.note(name_of(module) + ": not recorded: " + what.first + more + ": " + reason);
    }
}

InstrumentOptions options_for(const DeviceObject& device, std::uint32_t first_site) {
    const Settings& settings = device.capture->settings();
    InstrumentOptions options;
    options.log_address = device.log->address();
    options.first_site = first_site;
    options.stages = device.facts.stages;
    if (device.records_draws()) {
        options.draw_input = device.facts.draw_input;
        options.draw_output = device.facts.draw_output;
    }
    options.subgroup_size = device.facts.subgroup_size;
    options.keeps_subgroups = device.facts.keeps_subgroups;
    options.int64_atomics = device.facts.int64_atomics;
    options.wait_when_full = device.waits();
    if (device.parts) options.parts_address = device.parts->address();
    options.count_only = settings.instrumentation == Instrumentation::count;
    options.blocks = settings.blocks;
    options.rays = settings.rays;
    options.clock = device.facts.clock;
    options.core = device.facts.core;
    return options;
}

} // namespace

std::string module_name(const ModuleObject& module) {
    if (!module.name.empty()) return module.name;
    for (const SourceText& source : module.instrumented.sources)
        if (!source.name.empty()) return source.name;
    return {};
}

void add_used_bindings(const ModuleObject& module, std::vector<UsedBinding>& used) {
    for (const Binding& binding : module.instrumented.bindings)
        if (binding.resource != Resource::device_address && binding.resource != Resource::image)
            used.push_back({binding.set, binding.binding});
}

void keep_each_once(std::vector<UsedBinding>& used) {
    const auto place = [](const UsedBinding& binding) { return std::pair(binding.set, binding.binding); };
    std::sort(used.begin(), used.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
    used.erase(std::unique(used.begin(), used.end(),
                           [&](const auto& a, const auto& b) { return place(a) == place(b); }),
               used.end());
}

std::shared_ptr<ModuleObject> make_module(const VkShaderModuleCreateInfo& info) {
    auto module = std::make_shared<ModuleObject>();
    module->words.assign(info.pCode, info.pCode + info.codeSize / sizeof(std::uint32_t));
    return module;
}

void instrument_once(DeviceObject& device, ModuleObject& module) {
    std::call_once(module.once, [&] {
        Capture& capture = *device.capture;
        module.first_site = capture.number_sites(static_cast<std::uint32_t>(module.words.size()));
        InstrumentedModule result = instrument(module.words, options_for(device, module.first_site));
        VkShaderModuleCreateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
        info.codeSize = result.words.size() * sizeof(std::uint32_t);
        info.pCode = result.words.data();
        const bool made = result.changed && device.next.CreateShaderModule(device.handle, &info, nullptr,
                                                                           &module.handle) == VK_SUCCESS;
        if (!made) module.handle = VK_NULL_HANDLE;
        result.words = {};
        module.instrumented = std::move(result);
        note_left_out(capture, module);
        if (module.instrumented.changed && !made)
            capture.note(name_of(module) + " is not recorded: the driver refuses the instrumented module");
        if (module.instrumented.traces_rays && (!made || module.instrumented.sites.empty()))
            capture.write(SpoolTraversal{name_of(module)});
        if (!made) return;
        SpoolModule event;
        event.first_site = module.first_site;
        event.sites = module.instrumented.sites;
        event.accesses = module.instrumented.accesses;
        event.blocks = module.instrumented.blocks;
        event.rays = module.instrumented.rays;
        event.bindings = module.instrumented.bindings;
        event.sources = module.instrumented.sources;
        event.traces_rays = module.instrumented.traces_rays;
        capture.write(std::move(event));
    });
}

void free_module(const DeviceObject& device, ModuleObject& module) {
    if (module.handle != VK_NULL_HANDLE)
        device.next.DestroyShaderModule(device.handle, module.handle, nullptr);
    module.handle = VK_NULL_HANDLE;
}

} // namespace hitmap::capture
