#include "core/store/entry_store.h"

#include "core/base/error.h"
#include "core/jobs/part_file.h"
#include "core/store/content_hash.h"
#include "core/store/entry_file.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view entry_ending = ".entry";
constexpr std::string_view part_ending = ".part";
constexpr std::size_t hash_digits = 2 * ContentHash().size();

/// A part that was not written to for this long was left by a program that was killed.
constexpr auto part_lifetime = std::chrono::hours(24);

struct StoredEntry {
    fs::path path;
    std::uint64_t bytes = 0;
    fs::file_time_type used;
    bool is_part = false; ///< is being written
};

bool consists_of(std::string_view text, std::string_view characters) {
    return text.find_first_not_of(characters) == std::string_view::npos;
}

/// Whether a file, without the ending of a part, has the name that path_of() gives.
bool is_entry_name(std::string_view name) {
    if (!name.ends_with(entry_ending)) return false;
    name.remove_suffix(entry_ending.size());
    const auto dash = name.find('-');
    return dash != std::string_view::npos && dash > 0 && name.size() - dash - 1 == hash_digits &&
           consists_of(name.substr(0, dash), "abcdefghijklmnopqrstuvwxyz") &&
           consists_of(name.substr(dash + 1), "0123456789abcdef");
}

/// The name without the ending of a part, which is ".part" or ".2.part" and so on (PartFile).
std::string_view without_part_ending(std::string_view name) {
    name.remove_suffix(part_ending.size());
    const auto dot = name.rfind('.');
    if (dot != std::string_view::npos && dot + 1 < name.size() &&
        consists_of(name.substr(dot + 1), "0123456789"))
        name.remove_suffix(name.size() - dot);
    return name;
}

std::vector<StoredEntry> entries_in(const fs::path& folder) {
    std::vector<StoredEntry> entries;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        StoredEntry entry;
        entry.path = at->path();
        const std::string name = entry.path.filename().string();
        entry.is_part = name.ends_with(part_ending);
        if (!is_entry_name(entry.is_part ? without_part_ending(name) : std::string_view(name))) continue;
        std::error_code gone; // another program may remove it at any moment
        entry.bytes = fs::file_size(entry.path, gone);
        if (!gone) entry.used = fs::last_write_time(entry.path, gone);
        if (!gone) entries.push_back(std::move(entry));
    }
    return entries;
}

void remove_file(const fs::path& file) {
    std::error_code ignored;
    fs::remove(file, ignored);
}

void make_folder(const fs::path& folder) {
    std::error_code ignored; // writing the entry reports it
    if (fs::create_directories(folder, ignored))
        fs::permissions(folder, fs::perms::owner_all, ignored); // recordings can be private
}

} // namespace

EntryStore::EntryStore(fs::path folder, std::uint64_t limit) : folder_(std::move(folder)), limit_(limit) {}

fs::path EntryStore::path_of(const EntryKey& key) const {
    return folder_ / (key.kind + "-" + to_text(content_hash(key.text)) + std::string(entry_ending));
}

void EntryStore::set_limit(std::uint64_t bytes) {
    limit_ = bytes;
    remove_beyond_limit();
}

std::unique_ptr<ByteSource> EntryStore::find(const EntryKey& key, const JobContext& job,
                                             const std::string& name) const {
    if (folder_.empty() || limit_ == 0) return nullptr;
    const fs::path path = path_of(key);
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return nullptr;
    try {
        auto contents = entry_contents(open_file(path), key.text, name.empty() ? path.string() : name, job);
        fs::last_write_time(path, fs::file_time_type::clock::now(), error);
        return contents;
    } catch (const Cancelled&) {
        throw;
    } catch (const Error&) {
        remove_file(path);
        return nullptr;
    }
}

bool EntryStore::keep(const EntryKey& key, const std::function<void(ByteSink&)>& write) const {
    if (folder_.empty() || limit_ == 0) return false;
    make_folder(folder_);
    try {
        const fs::path path = path_of(key);
        PartFile file(path, path.string());
        try {
            EntryWriter writer(file, key.text, limit_);
            write(writer);
            writer.commit();
            file.take_place();
        } catch (...) {
            file.remove();
            throw;
        }
    } catch (const Cancelled&) {
        throw;
    } catch (const Error&) {
        return false;
    }
    remove_beyond_limit();
    return true;
}

void EntryStore::remove(const EntryKey& key) const {
    if (!folder_.empty()) remove_file(path_of(key));
}

void EntryStore::clear() const {
    for (const StoredEntry& entry : entries_in(folder_))
        remove_file(entry.path);
}

std::uint64_t EntryStore::bytes() const {
    std::uint64_t sum = 0;
    for (const StoredEntry& entry : entries_in(folder_))
        sum += entry.bytes;
    return sum;
}

void EntryStore::remove_beyond_limit() const {
    std::vector<StoredEntry> entries = entries_in(folder_);
    const auto abandoned = fs::file_time_type::clock::now() - part_lifetime;
    std::erase_if(entries, [&](const StoredEntry& entry) {
        if (entry.is_part && entry.used < abandoned) remove_file(entry.path);
        return entry.is_part;
    });
    std::sort(entries.begin(), entries.end(), [](const StoredEntry& a, const StoredEntry& b) {
        return std::pair(a.used, a.path) < std::pair(b.used, b.path);
    });
    std::uint64_t sum = 0;
    for (const StoredEntry& entry : entries)
        sum += entry.bytes;
    for (const StoredEntry& entry : entries) {
        if (sum <= limit_) return;
        remove_file(entry.path);
        sum -= entry.bytes;
    }
}

} // namespace hitmap
