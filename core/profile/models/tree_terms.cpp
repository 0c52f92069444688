#include "core/profile/models/tree_terms.h"

#include <utility>

namespace hitmap {

namespace {

class TreeTerms final : public ElementTerms {
public:
    explicit TreeTerms(std::shared_ptr<TreeOnce> tree) : tree_(std::move(tree)) {}

    [[nodiscard]] EnumSet<ElementTerm> known() const override {
        return {ElementTerm::sah_cost, ElementTerm::end_point_overlap};
    }
    [[nodiscard]] Values of(ElementTerm term, const JobContext& job) const override {
        const auto shape = tree_->get(job); // `tree_` keeps it
        const bool sah = term == ElementTerm::sah_cost;
        return {sah ? shape->costs.sah : shape->costs.overlap, sah ? shape->sah : shape->overlap,
                shape->uncertain_faces()};
    }

private:
    std::shared_ptr<TreeOnce> tree_;
};

} // namespace

std::shared_ptr<const ElementTerms> tree_terms(std::shared_ptr<TreeOnce> tree) {
    return std::make_shared<const TreeTerms>(std::move(tree));
}

} // namespace hitmap
