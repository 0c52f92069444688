#pragma once

#include <memory>
#include <optional>
#include <string>

#include "capture/layer/device/device.h"
#include "capture/layer/vulkan/chain.h"

namespace hitmap::capture {

/// A stage of a pipeline with the instrumented module in the place of the program's.
class InstrumentedStage {
public:
    /// @param original  what it points to must outlive this object
    InstrumentedStage(DeviceObject& device, const VkPipelineShaderStageCreateInfo& original);
    InstrumentedStage(const InstrumentedStage&) = delete;
    InstrumentedStage& operator=(const InstrumentedStage&) = delete;
    ~InstrumentedStage();

    /// The program's own unless is_instrumented().
    [[nodiscard]] const VkPipelineShaderStageCreateInfo& info() const { return info_; }
    /// Changes of structures of the program that info() points to, for the time of a call.
    [[nodiscard]] const MemoryEdits& edits() const { return edits_; }
    /// Null: the program gives no code.
    [[nodiscard]] const std::shared_ptr<ModuleObject>& module() const { return module_; }
    [[nodiscard]] bool is_instrumented() const { return is_instrumented_; }
    /// Whether the shader records something: others only hand on the number of their draw.
    [[nodiscard]] bool records() const;
    /// Why a shader that could record cannot be changed; empty: nothing hinders it.
    [[nodiscard]] const std::string& refused() const { return refused_; }
    /// The name of the module, with that of the entry point if it is not "main"; empty if there is none.
    [[nodiscard]] std::string name() const;

private:
    DeviceObject& device_;
    VkPipelineShaderStageCreateInfo info_;
    std::optional<Chain> chain_; ///< if it is changed
    MemoryEdits edits_;
    std::shared_ptr<ModuleObject> module_;
    bool own_module_ = false; ///< of this stage alone
    bool is_instrumented_ = false;
    std::string refused_;
};

} // namespace hitmap::capture
