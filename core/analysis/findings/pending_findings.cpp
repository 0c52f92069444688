#include "core/analysis/findings/pending_findings.h"

#include "core/trace/model/allocation_label.h"

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

bool are_of_the_same(const Finding& a, const Finding& b) {
    return a.what_kind == b.what_kind && a.what_name == b.what_name;
}

/// The names that options of single allocations have.
std::vector<std::string> names_in(const LayoutChange& layout) {
    std::vector<std::string> names;
    const auto add = [&](const auto& options) {
        for (const auto& option : options)
            names.push_back(option.first);
    };
    add(layout.element_orders);
    add(layout.strides);
    add(layout.splits);
    add(layout.quantised);
    add(layout.alignments);
    add(layout.bases);
    return names;
}

} // namespace

PendingFindings::PendingFindings(const RecordedTrial& recorded, const FindingFacts& facts)
    : recorded_(recorded), facts_(facts), costs_(costliest_findings(recorded, facts)) {
    for (const Finding& finding : costs_)
        list_.push_back({finding});
    count({});
}

void PendingFindings::expect(std::span<const Change> changes) {
    changes_ = changes;
    expects_ = true;
    count({});
}

std::vector<std::string> PendingFindings::aims_of(const Change& change) const {
    std::vector<std::string> aims;
    const std::vector<std::string>& labels = recorded_.sums.labels;
    const auto add_roles = [&](std::initializer_list<Role> roles) {
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (std::ranges::find(roles, facts_.info.allocations[i].role) != roles.end())
                aims.push_back(labels[i]);
    };
    if (const auto* const layout = std::get_if<LayoutChange>(&change.to)) {
        aims = names_in(*layout);
        if (layout->node_order) add_roles({Role::nodes, Role::boxes});
        if (layout->vertex_order || layout->vertex_layout)
            add_roles({Role::vertices, Role::vertex_attributes});
        if (layout->face_order) add_roles({Role::faces});
    } else if (const auto* const stack = std::get_if<StackChange>(&change.to)) {
        aims.push_back(labels[stack->allocation]);
    } else if (change.changes_stack_alone()) {
        add_roles({Role::stack});
    }
    return aims;
}

bool PendingFindings::is_meant_for(const Change& change, const Finding& finding) const {
    if (finding.what_kind == "sm") return false; // it has its gain from the beginning
    const std::vector<std::string> aims = aims_of(change);
    return aims.empty() || std::ranges::find(aims, finding.what_name) != aims.end();
}

std::vector<std::size_t> PendingFindings::order() const {
    std::vector<std::pair<std::size_t, bool>> keys; // the place of the finding, and whether it is for all
    for (const Change& change : changes_) {
        const bool is_for_all = aims_of(change).empty();
        const auto first = std::ranges::find_if(
            costs_, [&](const Finding& finding) { return is_meant_for(change, finding); });
        const auto place = static_cast<std::size_t>(first - costs_.begin()) + 1;
        keys.emplace_back(std::holds_alternative<CacheChange>(change.to) ? 0 : place, is_for_all);
    }
    std::vector<std::size_t> order(changes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return keys[i]; });
    return order;
}

void PendingFindings::update(std::span<const TriedChange> tried) {
    for (std::size_t i = 0; i < costs_.size(); ++i)
        list_[i].finding = costs_[i];
    for (Finding& found : findings_of(recorded_, tried, facts_)) {
        if (found.why == FindingWhy::nothing) continue; // which is only known in the end
        const auto place = std::ranges::find_if(
            list_, [&](const PendingFinding& row) { return are_of_the_same(row.finding, found); });
        if (place != list_.end())
            place->finding = std::move(found);
        else
            list_.push_back({std::move(found)});
    }
    count(tried);
}

void PendingFindings::count(std::span<const TriedChange> tried) {
    for (PendingFinding& row : list_) {
        row.tried = static_cast<std::size_t>(std::ranges::count_if(
            tried, [&](const TriedChange& one) { return is_meant_for(one.change, row.finding); }));
        if (expects_ || row.finding.what_kind == "sm")
            row.to_try = static_cast<std::size_t>(std::ranges::count_if(
                changes_, [&](const Change& change) { return is_meant_for(change, row.finding); }));
    }
}

} // namespace hitmap
