#include "core/replay/driver/driver_walk.h"

#include <array>
#include <limits>

namespace hitmap {

namespace {

class Walker {
public:
    Walker(const DriverTree& tree, const Ray& ray, const DriverJudge& judge, DriverWalk& walk)
        : tree_(tree),
          ray_(ray),
          judge_(judge),
          walk_(walk),
          world_(ray.origin, ray.direction),
          here_(world_),
          tmax_(ray.tmax) {}

    void run() {
        current_ = {DriverTarget::Kind::node, 0};
        while (!ended_ && take_next()) {
            const DriverTarget target = current_;
            current_ = {};
            if (target.kind == DriverTarget::Kind::node)
                visit_node(target.index);
            else
                visit_leaf(target.index);
        }
    }

private:
    [[nodiscard]] const DriverStructure& structure() const { return tree_.structures[structure_]; }
    void visit(DriverVisit::Kind kind, std::uint32_t index) {
        walk_.visits.push_back({kind, structure_, index});
    }

    /// Takes a target from the stack if there is none. Behind the last one of an instance, the ray is in the
    /// world again. @return whether there is one
    bool take_next() {
        if (current_.kind != DriverTarget::Kind::none) return true;
        if (stack_.empty()) return false;
        if (stack_base_ >= stack_.size()) {
            stack_base_ = 0; // the stack of the world is never empty here
            structure_ = 0;
            here_ = world_;
        }
        current_ = stack_.back();
        stack_.pop_back();
        return true;
    }

    void visit_node(std::uint32_t index) {
        visit(DriverVisit::Kind::node, index);
        const DriverNode& node = structure().nodes[index];
        std::array<DriverTarget, 2> entered{};
        std::array<float, 2> entry{};
        for (std::size_t i = 0; i < 2; ++i) {
            entry[i] = entry_of(here_, node.boxes[i], tmax_);
            if (entry[i] != meets_nothing) entered[i] = node.children[i];
        }
        if (entry[1] < entry[0]) std::swap(entered[0], entered[1]);
        current_ = entered[0];
        if (entered[1].kind != DriverTarget::Kind::none) stack_.push_back(entered[1]);
    }

    void visit_leaf(std::uint32_t index) {
        switch (structure().leaves) {
        case DriverStructure::Leaves::triangles:
            return visit_triangle(index);
        case DriverStructure::Leaves::boxes:
            return visit_box(index);
        case DriverStructure::Leaves::instances:
            return enter(index);
        }
    }

    void enter(std::uint32_t index) {
        visit(DriverVisit::Kind::instance, index);
        const DriverInstance& instance = structure().instances[index];
        if ((instance.mask & ray_.mask) == 0) return;
        instance_ = &instance;
        stack_base_ = stack_.size();
        structure_ = instance.structure;
        here_ = in_space(instance.world_to_object, world_);
        current_ = {DriverTarget::Kind::node, 0};
    }

    [[nodiscard]] bool has(std::uint32_t flag) const { return (ray_.flags & flag) != 0; }
    [[nodiscard]] bool is_opaque(const DriverPrimitive& primitive) const {
        if (has(ray_no_opaque)) return false;
        if (has(ray_opaque)) return true;
        return (primitive.is_opaque || instance_->makes_opaque) && !instance_->makes_not_opaque;
    }
    [[nodiscard]] bool culls(bool opaque) const {
        return has(opaque ? ray_culls_opaque : ray_culls_no_opaque);
    }
    [[nodiscard]] RayHit element(HitShape shape, const DriverPrimitive& primitive) const {
        RayHit hit;
        hit.shape = shape;
        hit.instance = instance_->number;
        hit.geometry = primitive.geometry;
        hit.primitive = primitive.primitive;
        return hit;
    }

    void visit_triangle(std::uint32_t index) {
        const DriverTriangle& triangle = structure().triangles[index];
        const DriverMeeting met = meeting_of(here_, triangle.corners);
        const bool is_front = met.is_front != instance_->flips_facing;
        const bool culled = has(ray_skips_triangles) ||
                            (has(is_front ? ray_culls_front : ray_culls_back) && !instance_->culls_nothing);
        const bool is_met = met.t < tmax_ && ray_.tmin < met.t && !culled;
        visit(is_met ? DriverVisit::Kind::tested_triangle : DriverVisit::Kind::triangle, index);
        if (!is_met) return;
        const bool opaque = is_opaque(triangle);
        if (culls(opaque)) return;
        RayHit hit = element(HitShape::triangle, triangle);
        hit.t = met.t;
        if (!opaque) return decide(hit);
        accept(hit);
        ended_ = has(ray_ends_at_first_hit);
    }

    void visit_box(std::uint32_t index) {
        visit(DriverVisit::Kind::box, index);
        const DriverBox& box = structure().boxes[index];
        if (culls(is_opaque(box)) || has(ray_skips_boxes)) return;
        decide(element(HitShape::box, box));
    }

    void decide(RayHit candidate) {
        walk_.candidates.push_back(candidate);
        const DriverDecision decision = judge_(candidate);
        if (decision.accepted) {
            candidate.t = *decision.accepted;
            accept(candidate);
        }
        ended_ = decision.ends || (decision.accepted && has(ray_ends_at_first_hit));
    }
    void accept(const RayHit& hit) {
        walk_.hit = hit;
        tmax_ = hit.t;
    }

    const DriverTree& tree_;
    const Ray& ray_;
    const DriverJudge& judge_;
    DriverWalk& walk_;
    DriverRay world_;
    DriverRay here_; ///< in the space of the current structure
    float tmax_;
    const DriverInstance* instance_ = nullptr; ///< not null below the top level
    std::uint32_t structure_ = 0;
    DriverTarget current_;
    std::vector<DriverTarget> stack_;
    std::size_t stack_base_ = 0; ///< the size of the stack when the current instance was entered
    bool ended_ = false;
};

} // namespace

void DriverWalk::clear() {
    visits.clear();
    candidates.clear();
    hit.reset();
}

void walk_tree(const DriverTree& tree, const Ray& ray, const DriverJudge& judge, DriverWalk& walk) {
    walk.clear();
    Walker(tree, ray, judge, walk).run();
}

} // namespace hitmap
