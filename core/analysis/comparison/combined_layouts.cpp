// Combinations of the values that are best alone.
#include "core/analysis/comparison/layout_ranking.h"
#include "core/relayout/model/relayout_settings.h"

#include <queue>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// What a layout changes: "node-order", "elements of boxes". Of layouts that change the same, one can be
/// chosen: strides, alignments and splits of one allocation say all how its elements are stored.
std::string changed_by(const RelayoutOptions& options) {
    constexpr const char* storage = "elements of ";
    if (!options.strides.empty()) return storage + options.strides.front().first;
    if (!options.splits.empty()) return storage + options.splits.front().first;
    if (!options.alignments.empty()) return storage + options.alignments.front().first;
    if (!options.element_orders.empty()) return "order " + options.element_orders.front().first;
    for (const RelayoutSetting& setting : relayout_settings())
        if (!setting.get(options).empty()) return setting.name;
    return {};
}

template <class Value>
void append(std::vector<Value>& values, const std::vector<Value>& more) {
    values.insert(values.end(), more.begin(), more.end());
}

void join(RelayoutOptions& options, const RelayoutOptions& more) {
    if (more.node_order) options.node_order = more.node_order;
    if (more.vertex_order) options.vertex_order = more.vertex_order;
    if (more.vertex_layout) options.vertex_layout = more.vertex_layout;
    if (more.face_order) options.face_order = more.face_order;
    if (more.seed) options.seed = more.seed;
    append(options.element_orders, more.element_orders);
    append(options.strides, more.strides);
    append(options.splits, more.splits);
    append(options.alignments, more.alignments);
    append(options.quantised, more.quantised);
    append(options.bases, more.bases);
}

/// A value of an option that saves misses.
struct BetterValue {
    const TriedLayout* layout;
    double saved = 0.0; ///< misses
};

/// Removes values that make the result an estimate: all of them, or those that save hardly more than an exact
/// one.
void prefer_exact(std::vector<BetterValue>& values, const TriedLayout& recorded, CombinedValues wanted,
                  double least) {
    const auto is_exact = [&](const BetterValue& value) {
        return value.layout->estimates.size() <= recorded.estimates.size();
    };
    const auto exact = std::ranges::find_if(values, is_exact); // the best of them
    const double enough = exact != values.end() ? exact->saved + least : 0.0;
    std::erase_if(values, [&](const BetterValue& value) {
        return !is_exact(value) && (wanted == CombinedValues::exact || value.saved < enough);
    });
}

/// The values of one option that save misses, the best first.
struct OptionValues {
    std::vector<const RelayoutOptions*> values;
    std::vector<double> saved; ///< [values + 1] misses; the last entry leaves the option out
};

std::vector<OptionValues> better_values(const std::vector<TriedLayout>& tried, std::size_t level,
                                        const TriedLayout& recorded, CombinedValues wanted) {
    const double misses = printed_misses(recorded, level);
    const double least = least_saved_share * misses;
    std::map<std::string, std::vector<BetterValue>> by_name; // in the same order for both levels
    for (const std::size_t i : ranked_by_misses(tried, level)) {
        const TriedLayout& layout = tried[i];
        if (!layout.is_possible() || layout.is_recorded() || layout.is_tree()) continue;
        const double saved = misses - printed_misses(layout, level);
        if (saved > 0.0 && saved >= least) by_name[changed_by(layout.options)].push_back({&layout, saved});
    }
    std::vector<OptionValues> options;
    for (auto& [name, values] : by_name) {
        prefer_exact(values, recorded, wanted, least);
        if (values.empty()) continue;
        OptionValues& option = options.emplace_back();
        for (const BetterValue& value : values) {
            option.values.push_back(&value.layout->options);
            option.saved.push_back(value.saved);
        }
        option.saved.push_back(0.0);
    }
    return options;
}

/// A choice of a value for each option.
struct Combination {
    double saved = 0.0;              ///< sum of what the values save alone
    std::vector<std::size_t> chosen; ///< [options] in OptionValues::saved
    /// For std::priority_queue, which takes the greatest.
    friend bool operator<(const Combination& a, const Combination& b) {
        return std::tie(a.saved, b.chosen) < std::tie(b.saved, a.chosen);
    }
};

/// Goes through all combinations by what they save, the most first.
class BestFirst {
public:
    explicit BestFirst(const std::vector<OptionValues>& options) : options_(options) {
        add(std::vector<std::size_t>(options.size(), 0));
    }
    [[nodiscard]] bool is_done() const { return waiting_.empty(); }
    std::vector<std::size_t> next() {
        const Combination best = waiting_.top();
        waiting_.pop();
        for (std::size_t i = 0; i < options_.size(); ++i) {
            std::vector<std::size_t> chosen = best.chosen;
            if (++chosen[i] < options_[i].saved.size()) add(std::move(chosen));
        }
        return best.chosen;
    }

private:
    void add(std::vector<std::size_t> chosen) {
        if (!known_.insert(chosen).second) return;
        double saved = 0.0;
        for (std::size_t i = 0; i < options_.size(); ++i)
            saved += options_[i].saved[chosen[i]];
        waiting_.push({saved, std::move(chosen)});
    }

    const std::vector<OptionValues>& options_;
    std::priority_queue<Combination> waiting_;
    std::set<std::vector<std::size_t>> known_;
};

} // namespace

std::vector<RelayoutOptions> combined_layouts(const std::vector<TriedLayout>& tried, std::size_t level,
                                              CombinedValues values) {
    std::vector<RelayoutOptions> combined;
    const auto recorded = std::ranges::find_if(tried, &TriedLayout::is_recorded);
    if (recorded == tried.end()) return combined;
    const auto options = better_values(tried, level, *recorded, values);
    if (options.size() < 2) return combined;
    BestFirst best(options);
    constexpr std::size_t most_steps = 64 * most_combinations; // most may be single options
    for (std::size_t step = 0; step < most_steps && !best.is_done(); ++step) {
        RelayoutOptions joined;
        std::size_t parts = 0;
        const std::vector<std::size_t> chosen = best.next();
        for (std::size_t i = 0; i < options.size(); ++i) {
            if (chosen[i] == options[i].values.size()) continue;
            join(joined, *options[i].values[chosen[i]]);
            ++parts;
        }
        if (parts >= 2) combined.push_back(std::move(joined));
        if (combined.size() == most_combinations) break;
    }
    return combined;
}

} // namespace hitmap
