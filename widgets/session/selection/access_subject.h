#pragma once

#include "core/trace/model/element_kind.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// An element that the user has selected.
struct Selection {
    ElementKindId kind = 0;
    std::uint64_t element = 0;

    /// What a box of the tree is as a selection, and a pixel, which is what lanes work on.
    [[nodiscard]] static Selection box(std::uint32_t slot) { return {box_kind, slot}; }
    [[nodiscard]] static Selection pixel(std::uint64_t number) { return {pixel_kind, number}; }
    [[nodiscard]] bool is_box() const { return kind == box_kind; }
    [[nodiscard]] bool is_pixel() const { return kind == pixel_kind; }
    friend bool operator==(const Selection&, const Selection&) = default;
};

/// Bytes of global memory.
struct ByteRange {
    std::uint64_t address = 0;
    std::uint64_t bytes = 1;
    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// What accesses are listed of; one member has a value. Of a pixel, the accesses of the lanes that serve it,
/// if the recording knows them.
struct AccessSubject {
    std::optional<Selection> element{};
    std::optional<ByteRange> bytes{};
    std::optional<std::uint32_t> allocation{}; ///< index in RecordingInfo::allocations
    std::string line{};                        ///< SourceLine::name; empty: no line
    [[nodiscard]] bool empty() const { return !element && !bytes && !allocation && line.empty(); }
    friend bool operator==(const AccessSubject&, const AccessSubject&) = default;
};

/// Identifies an access of a lane in lists.
struct AccessKey {
    std::uint64_t request = 0;
    std::uint32_t lane = 0;
    std::uint32_t part = 0; ///< which of the entries of the access, if it is of several elements
    friend bool operator==(const AccessKey&, const AccessKey&) = default;
};

/// The accesses that are listed, and which of them is the current one.
struct AccessChoice {
    AccessSubject subject{};
    std::optional<AccessKey> current{};
    friend bool operator==(const AccessChoice&, const AccessChoice&) = default;
};

} // namespace hitmap
