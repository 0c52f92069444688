#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "capture/spirv/module.h"

namespace hitmap::capture {

/// Names and decorations of ids and of members of structures.
class Decorations {
public:
    explicit Decorations(const Module& module);

    /// The literal of a decoration; 0 for one without literals; nothing if the id does not have it.
    [[nodiscard]] std::optional<std::uint32_t> find(std::uint32_t id, spv::Decoration decoration) const;
    std::optional<std::uint32_t> find_member(std::uint32_t structure, std::uint32_t member,
                                             spv::Decoration decoration) const;
    [[nodiscard]] bool has(std::uint32_t id, spv::Decoration decoration) const {
        return find(id, decoration).has_value();
    }
    [[nodiscard]] bool is_decorated(std::uint32_t id) const { return decorated_.contains(id); }

    /// OpName; empty if there is none.
    [[nodiscard]] const std::string& name(std::uint32_t id) const;
    [[nodiscard]] const std::string& member_name(std::uint32_t structure, std::uint32_t member) const;

private:
    struct Key {
        std::uint32_t id;
        std::uint32_t member;
        std::uint32_t what;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        [[nodiscard]] std::size_t operator()(const Key& key) const;
    };

    void read(const Instruction& instruction);
    void set(std::uint32_t id, std::uint32_t member, std::uint32_t decoration, std::uint32_t literal);

    std::unordered_map<Key, std::uint32_t, Hash> literals_;
    std::unordered_map<Key, std::string, Hash> names_;
    std::unordered_set<std::uint32_t> decorated_;
    // Decorations of OpDecorationGroup, by the id of the group.
    std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> groups_;
};

} // namespace hitmap::capture
