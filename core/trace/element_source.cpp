#include "core/trace/element_source.h"

namespace hitmap {

std::optional<std::uint32_t> ElementSources::source(ElementKindId kind, std::uint64_t element) const {
    const std::vector<std::int32_t>* table = nullptr;
    if (scene_ != nullptr && kind == face_kind) table = &scene_->face_source;
    if (scene_ != nullptr && kind == box_kind) table = &scene_->box_source;
    if (table == nullptr || table->empty()) return static_cast<std::uint32_t>(element);
    if (element >= table->size() || (*table)[element] < 0) return std::nullopt;
    return static_cast<std::uint32_t>((*table)[element]);
}

} // namespace hitmap
