#pragma once

#include "core/base/json_node.h"
#include "core/mesh_reader/formats/mapped_file.h"
#include "core/mesh_reader/formats/mesh_folder.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The two parts of a glTF 2.0 file: its JSON and, in a binary container, the bytes of its first buffer.
struct GltfParts {
    std::string_view json;
    std::string_view binary; ///< empty if the file has none
};
/// Splits a binary container into its parts; any other file is JSON as a whole. Throws FileError that names
/// `file`.
[[nodiscard]] GltfParts gltf_parts(std::string_view bytes, const std::string& file);

/// The elements of an accessor, already checked to lie within their buffer.
class GltfAccessor {
public:
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] unsigned components() const { return components_; }
    /// Component c < components() of element i < count(), normalised to 0..1 or -1..1 if the file says so.
    [[nodiscard]] float real(std::uint64_t i, unsigned c) const;
    /// Element i of an accessor of whole numbers.
    [[nodiscard]] std::uint32_t whole(std::uint64_t i) const;
    [[nodiscard]] bool is_whole() const { return type_ != 5126; }

private:
    friend class GltfBuffers;
    const char* begin_ = nullptr;
    std::uint64_t count_ = 0;
    std::uint64_t stride_ = 0;
    unsigned type_ = 5126; ///< component type as in the file: 5120 to 5123, 5125, 5126
    unsigned components_ = 1;
    bool normalised_ = false;
};

/// Resolves accessors, buffer views and buffers, whose data is in the binary container, in data URIs, or in
/// files of the folder.
class GltfBuffers {
public:
    /// All arguments must outlive this object.
    GltfBuffers(const JsonNode& root, std::string_view binary, MeshFolder& folder)
        : root_(root), binary_(binary), folder_(folder) {}

    /// Throws FileError if there is no such accessor, if it is sparse or has no data, and if it
    /// exceeds its data.
    [[nodiscard]] GltfAccessor accessor(std::uint64_t number);

private:
    std::string_view view(const JsonNode& view, std::uint64_t& stride);
    std::string_view buffer(std::uint64_t number);
    std::string_view load(const JsonNode& buffer, std::uint64_t number);

    const JsonNode& root_;
    std::string_view binary_;
    MeshFolder& folder_;
    std::map<std::uint64_t, std::string_view> loaded_;
    std::vector<std::unique_ptr<std::string>> decoded_;
    std::vector<std::unique_ptr<MappedFile>> mapped_;
};

/// Item `number` of the array `key` of the root. Throws FileError if it does not exist.
[[nodiscard]] JsonNode gltf_item(const JsonNode& root, const std::string& key, std::uint64_t number);
/// The whole number `key` of `node`, or `otherwise` if it is missing.
[[nodiscard]] std::uint64_t gltf_number(const JsonNode& node, const std::string& key,
                                        std::uint64_t otherwise);

} // namespace hitmap
