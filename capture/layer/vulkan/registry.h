#pragma once

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>

namespace hitmap::capture {

/// Objects by their handle. All functions may be called by several threads at once.
template <class Handle, class Object>
class Registry {
public:
    /// Returns null if the handle is not known.
    [[nodiscard]] std::shared_ptr<Object> find(Handle handle) const {
        const std::shared_lock lock(mutex_);
        const auto found = objects_.find(handle);
        return found == objects_.end() ? nullptr : found->second;
    }
    void put(Handle handle, std::shared_ptr<Object> object) {
        const std::unique_lock lock(mutex_);
        objects_[handle] = std::move(object);
    }
    std::shared_ptr<Object> take(Handle handle) {
        const std::unique_lock lock(mutex_);
        const auto found = objects_.find(handle);
        if (found == objects_.end()) return nullptr;
        auto object = std::move(found->second);
        objects_.erase(found);
        return object;
    }
    /// Removes all objects that `is_gone` is true for.
    template <class Predicate>
    void remove(const Predicate& is_gone) {
        const std::unique_lock lock(mutex_);
        std::erase_if(objects_, [&](const auto& entry) { return is_gone(entry.first, *entry.second); });
    }
    /// The handle of an object; null if it is not known any more.
    [[nodiscard]] Handle handle_of(const Object& object) const {
        const std::shared_lock lock(mutex_);
        for (const auto& [handle, other] : objects_)
            if (other.get() == &object) return handle;
        return Handle{};
    }
    template <class Visit>
    void for_each(const Visit& visit) const {
        const std::shared_lock lock(mutex_);
        for (const auto& [handle, object] : objects_)
            visit(handle, *object);
    }

private:
    mutable std::shared_mutex mutex_;
    std::unordered_map<Handle, std::shared_ptr<Object>> objects_;
};

} // namespace hitmap::capture
