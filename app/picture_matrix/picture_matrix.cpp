#include "app/picture_matrix/picture_matrix.h"

#include "app/figure/figure_edit.h"
#include "app/figure/panel_json.h"
#include "core/base/json_node.h"
#include "core/profile/models/headline.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

FigurePanel matrix_panel(const FigureConfiguration& configuration, Metric metric) {
    FigurePanel panel;
    panel.source = configuration.source;
    panel.aspect = configuration.aspect;
    panel.has_letter = false;
    auto view = JsonNode::Json::parse(configuration.view);
    view["metric"] = info_of(metric).name;
    panel.view = view.dump();
    return panel;
}

FigurePanel matrix_text(const std::string& text, FigureSource source = {}) {
    FigurePanel panel;
    panel.kind = FigurePanelKind::text;
    panel.source = source;
    panel.text = text;
    return panel;
}

/// Makes the rows of a matrix of pictures.
class MatrixRows {
public:
    MatrixRows(Figure& figure, const FigureMatrix& matrix)
        : figure_(figure), matrix_(matrix), last_(matrix.configurations.size()) {
        bar_.kind = FigurePanelKind::colour_bar;
        for (const FigureConfiguration& configuration : matrix.configurations)
            figure.columns.push_back({configuration.name, {}});
        figure.columns.push_back({"", bar_column_mm});
        is_beside_ = matrix.beside && last_ == 2 && std::ranges::any_of(matrix.metrics, [&](Metric metric) {
                         return has_difference(metric);
                     });
        if (!is_beside_) return;
        figure.columns.push_back({"difference", {}});
        figure.columns.push_back({"", bar_column_mm});
    }

    void add(Metric metric) {
        if (std::ranges::none_of(matrix_.configurations, [&](const auto& one) { return has(one, metric); }))
            return;
        figure_.rows.push_back({std::string(info_of(metric).title), {}});
        for (std::size_t i = 0; i < last_; ++i)
            if (has(matrix_.configurations[i], metric))
                put(matrix_panel(matrix_.configurations[i], metric), i);
        put(bar_, last_);
        if (!has_difference(metric)) return;
        if (is_beside_) {
            put(difference(matrix_.configurations.back(), metric), last_ + 1);
            put(bar_, last_ + 2);
            return;
        }
        figure_.rows.push_back({fmt::format("{}, difference", info_of(metric).title), {}});
        put(matrix_text("base"), 0);
        for (std::size_t i = 1; i < last_; ++i)
            if (is_other(matrix_.configurations[i], metric))
                put(difference(matrix_.configurations[i], metric), i);
        put(bar_, last_);
    }

    void put(FigurePanel panel, std::size_t column) {
        panel.row = figure_.rows.size() - 1;
        panel.column = column;
        figure_.panels.push_back(std::move(panel));
    }

private:
    [[nodiscard]] const ModelConfig& model(FigureSource source) const {
        return figure_.caches[source.cache].model.config;
    }
    [[nodiscard]] bool has(const FigureConfiguration& one, Metric metric) const {
        return has_metric(model(one.source), metric);
    }
    /// Whether there is a difference of a configuration to the base.
    [[nodiscard]] bool is_other(const FigureConfiguration& one, Metric metric) const {
        const FigureConfiguration& base = matrix_.configurations.front();
        return one.comparable && one.source != base.source && has(one, metric) && has(base, metric) &&
               difference_refusal(metric, model(base.source), model(one.source)).empty();
    }
    [[nodiscard]] bool has_difference(Metric metric) const {
        return matrix_.differences && std::ranges::any_of(matrix_.configurations, [&](const auto& one) {
                   return is_other(one, metric);
               });
    }
    [[nodiscard]] FigurePanel difference(const FigureConfiguration& one, Metric metric) const {
        FigurePanel panel = matrix_panel(one, metric);
        panel.compare = panel.source;
        panel.source = matrix_.configurations.front().source;
        return panel;
    }

    Figure& figure_;
    const FigureMatrix& matrix_;
    std::size_t last_; ///< column of the colour bars
    bool is_beside_ = false;
    FigurePanel bar_;
};

} // namespace

double matrix_width(std::size_t configurations) {
    constexpr double mm_a_column = 42.0;
    return bar_column_mm + mm_a_column * static_cast<double>(configurations);
}

void set_matrix(Figure& figure, const FigureMatrix& matrix) {
    figure.panels.clear();
    figure.rows.clear();
    figure.columns.clear();
    MatrixRows rows(figure, matrix);
    for (const Metric metric : matrix.metrics)
        rows.add(metric);
    if (!matrix.rates) return;
    figure.rows.push_back({"all", {}}); // other than of the elements above
    for (std::size_t i = 0; i < matrix.configurations.size(); ++i)
        rows.put(matrix_text("L1 {l1-hit-rate}\nL2 {l2-hit-rate}", matrix.configurations[i].source), i);
}

} // namespace hitmap
