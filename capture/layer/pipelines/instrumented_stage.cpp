#include "capture/layer/pipelines/instrumented_stage.h"

#include "capture/layer/pipelines/modules.h"

namespace hitmap::capture {

InstrumentedStage::InstrumentedStage(DeviceObject& device, const VkPipelineShaderStageCreateInfo& original)
    : device_(device), info_(original) {
    constexpr VkStructureType inline_type = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    if (info_.module != VK_NULL_HANDLE) {
        module_ = device.modules.find(info_.module);
    } else if (const auto* const code = find_in_chain<VkShaderModuleCreateInfo>(info_.pNext, inline_type)) {
        module_ = make_module(*code);
        own_module_ = true;
    }
    if (!module_) {
        refused_ = "the program gives no code for it";
        return;
    }
    instrument_once(device, *module_);
    if (module_->handle == VK_NULL_HANDLE) return;
    if (own_module_) {
        chain_.emplace(info_.pNext);
        chain_->remove(inline_type);
        edits_ = chain_->edits();
        info_.pNext = chain_->first();
    }
    info_.module = module_->handle;
    is_instrumented_ = true;
}

InstrumentedStage::~InstrumentedStage() {
    if (own_module_) free_module(device_, *module_);
}

bool InstrumentedStage::records() const {
    return is_instrumented_ && !module_->instrumented.sites.empty();
}

std::string InstrumentedStage::name() const {
    const std::string name = module_ ? module_name(*module_) : "";
    const std::string entry_point = info_.pName;
    return entry_point == "main" || name.empty() ? name : name + ":" + entry_point;
}

} // namespace hitmap::capture
