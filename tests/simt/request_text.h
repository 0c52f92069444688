#pragma once

#include "core/simt/device.h"
#include "core/simt/kernel.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap::simt {

/// Writes what a device does as text, one line a request:
///
///     SM 0 warp 2 load in 0:64 1:65        lanes 0 and 1 load elements 64 and 65 of the array "in"
///     SM 0 warp 2 load box[1] 0:7          the second instruction of a load that takes several
///     warp 2 lane 0 works on 12            a lane tag
class RequestText : public DeviceObserver {
public:
    /// Gives an array of the kernel a name. Local arrays lie at their offset.
    template <class T, unsigned width>
    void name(std::string_view name, const GlobalArray<T, width>& array) {
        arrays_.push_back(
            {std::string(name), Space::global, array.address, array.host.size_bytes(), sizeof(T), width});
    }
    template <class T>
    void name(std::string_view name, const LocalArray<T>& array) {
        arrays_.push_back({std::string(name), Space::local, array.offset,
                           std::uint64_t{array.count} * array.stride(), array.stride(), sizeof(T)});
    }

    /// Lists and launches the kernel; the text of all its requests.
    std::string run(const DeviceConfig& device, const LaunchConfig& config, const Kernel& kernel) {
        table_ = list_instructions(kernel);
        text_ = "\n";
        launch(device, config, kernel, table_, *this);
        return text_;
    }

    void request(const WarpRequest& request) override {
        const Instruction& instruction = table_.instructions().at(request.instruction);
        static constexpr std::string_view operations[] = {"load", "store", "atomic"};
        text_ += fmt::format("SM {} warp {} {}", request.warp.sm, request.warp.index,
                             operations[static_cast<int>(instruction.operation)]);
        std::string name;
        for_each_lane(request.active, [&](unsigned lane) {
            const Element element = element_at(instruction.space, request.address[lane]);
            if (element.name != name) text_ += " " + element.name;
            name = element.name;
            text_ += fmt::format(" {}:{}", lane, element.index);
        });
        text_ += '\n';
    }
    void tag(const WarpPlace& warp, unsigned lane, const WorkTag& tag) override {
        text_ += fmt::format("warp {} lane {} works on {}\n", warp.index, lane, tag.item);
    }

    [[nodiscard]] const InstructionTable& table() const { return table_; }

private:
    struct Array {
        std::string name;
        Space space;
        std::uint64_t address;
        std::uint64_t bytes;
        std::size_t stride;
        std::size_t width;
    };
    struct Element {
        std::string name;
        std::uint64_t index;
    };
    [[nodiscard]] Element element_at(Space space, std::uint64_t address) const {
        for (const Array& array : arrays_) {
            if (space != array.space || address < array.address || address >= array.address + array.bytes)
                continue;
            const std::uint64_t offset = address - array.address;
            const std::uint64_t part = offset % array.stride / array.width;
            const bool parts = array.width < array.stride;
            return {parts ? fmt::format("{}[{}]", array.name, part) : array.name, offset / array.stride};
        }
        return {"?", address};
    }

    std::vector<Array> arrays_;
    InstructionTable table_;
    std::string text_;
};

} // namespace hitmap::simt
