#include "tests/capture/layer/driver/rays_fixture.h"

#include "capture/spool/spool_reader.h"

namespace hitmap::test {

std::vector<capture::SpoolLaunch> Rays::launches(std::size_t last) const {
    capture::SpoolReader spool(spool_);
    std::vector<capture::SpoolLaunch> found;
    while (const auto type = spool.next())
        if (*type == capture::SpoolEvent::launch) found.push_back(spool.event<capture::SpoolLaunch>());
    if (found.size() > last) found.erase(found.begin(), found.end() - static_cast<std::ptrdiff_t>(last));
    return found;
}

std::vector<std::string> Rays::descriptors(std::uint32_t table) const {
    capture::SpoolReader spool(spool_);
    std::vector<std::string> texts;
    while (const auto type = spool.next()) {
        if (*type != capture::SpoolEvent::table) continue;
        const auto event = spool.event<capture::SpoolTable>();
        for (const auto& d : event.descriptors)
            if (event.table == table)
                texts.push_back("set " + std::to_string(d.set) + ", binding " + std::to_string(d.binding) +
                                ": " + std::to_string(d.bytes) + " bytes");
    }
    return texts;
}

void Rays::bind_set(VkCommandBuffer commands) {
    const VkDevice device = driver_->device();
    VkBufferCreateInfo buffer_info{};
    buffer_info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    buffer_info.size = 256;
    VkBuffer buffer = VK_NULL_HANDLE;
    call<PFN_vkCreateBuffer>("vkCreateBuffer", device, &buffer_info, nullptr, &buffer);
    call<PFN_vkBindBufferMemory>("vkBindBufferMemory", device, buffer, VkDeviceMemory{VK_NULL_HANDLE},
                                 VkDeviceSize{0});
    const VkDescriptorSetLayoutBinding binding{1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_ALL,
                                               nullptr};
    const VkDescriptorSetLayoutCreateInfo layout_info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                      nullptr, 0, 1, &binding};
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    call<PFN_vkCreateDescriptorSetLayout>("vkCreateDescriptorSetLayout", device, &layout_info, nullptr,
                                          &layout);
    const VkDescriptorSetAllocateInfo set_info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr,
                                               VK_NULL_HANDLE, 1, &layout};
    VkDescriptorSet set = VK_NULL_HANDLE;
    call<PFN_vkAllocateDescriptorSets>("vkAllocateDescriptorSets", device, &set_info, &set);
    const VkDescriptorBufferInfo range{buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
    write.dstBinding = 1;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &range;
    call<PFN_vkUpdateDescriptorSets>("vkUpdateDescriptorSets", device, 1U, &write, 0U, nullptr);
    call<PFN_vkCmdBindDescriptorSets>("vkCmdBindDescriptorSets", commands,
                                      VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR,
                                      VkPipelineLayout{VK_NULL_HANDLE}, 0U, 1U, &set, 0U, nullptr);
}

} // namespace hitmap::test
