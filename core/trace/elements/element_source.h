#pragma once

#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace hitmap {

/// Maps elements to their sources: the face of the mesh file, the box of the tree, the pixel.
class ElementSources {
public:
    /// `scene` may be null; then every element is its own source.
    explicit ElementSources(std::shared_ptr<const RecordedScene> scene) : scene_(std::move(scene)) {}

    /// Returns nothing for padding, and for elements that the scene does not have.
    [[nodiscard]] std::optional<std::uint32_t> source(ElementKindId kind, std::uint64_t element) const;
    /// The number of elements among the first `elements` that are not padding.
    [[nodiscard]] std::uint64_t count(ElementKindId kind, std::uint64_t elements) const;

private:
    [[nodiscard]] std::span<const std::int32_t> table(ElementKindId kind) const;
    std::shared_ptr<const RecordedScene> scene_;
};

} // namespace hitmap
