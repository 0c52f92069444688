#include "core/profile/models/tree_terms.h"

#include <utility>

namespace hitmap {

namespace {

class TreeTerms final : public BoxTerms {
public:
    explicit TreeTerms(std::shared_ptr<TreeOnce> tree) : tree_(std::move(tree)) {}

    [[nodiscard]] Values of(BoxTerm term, const JobContext& job) const override {
        const auto shape = tree_->get(job); // `tree_` keeps it
        const bool sah = term == BoxTerm::sah_cost;
        return {sah ? shape->costs.sah : shape->costs.overlap, sah ? shape->sah : shape->overlap,
                shape->uncertain_faces()};
    }

private:
    std::shared_ptr<TreeOnce> tree_;
};

} // namespace

std::shared_ptr<const BoxTerms> tree_terms(std::shared_ptr<TreeOnce> tree) {
    return std::make_shared<const TreeTerms>(std::move(tree));
}

} // namespace hitmap
