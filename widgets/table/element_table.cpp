#include "widgets/table/element_table.h"

#include "core/trace/elements/kind_names.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"

#include <QtCore/QLocale>
#include <QtCore/QStringList>

namespace hitmap {

namespace {

LevelSums level_of(const ElementSums& sums, std::size_t level) {
    return level == 0 ? sums.l1() : sums.l2();
}

/// The number of accesses; undefined if it is not known.
TableCell accesses_cell(const ElementSums& sums, bool counts_accesses) {
    return counts_accesses ? count_cell(sums.accesses) : TableCell{CellType::count, {}, {}};
}

TableCell share_of(double part, std::uint64_t whole, std::uint32_t accesses) {
    const bool defined = accesses != 0 && whole != 0;
    return number_cell(CellType::rate,
                       defined ? std::optional(part / static_cast<double>(whole)) : std::nullopt);
}

QString point_text(const glm::vec3& point) {
    const QLocale locale;
    return QStringLiteral("(%1, %2, %3)")
        .arg(locale.toString(point.x, 'g', 5), locale.toString(point.y, 'g', 5),
             locale.toString(point.z, 'g', 5));
}

/// Where the vertices are that an element names.
QStringList vertex_lines(const RecordedScene& scene, const Selection& element) {
    const ElementGeometry& geometry = *element_kinds()[element.kind].geometry;
    const auto vertices =
        geometry.vertices(scene, element.kind).subspan(element.element * geometry.corners, geometry.corners);
    QStringList lines;
    for (const std::uint32_t vertex : vertices)
        lines.append(tr("Vertex %1: %2").arg(count_text(vertex), point_text(scene.vertices[vertex])));
    return lines;
}

QStringList bounds_lines(const RecordedScene& scene, const Selection& element) {
    const Aabb bounds = element_kinds()[element.kind].geometry->bounds(scene, element.kind, element.element);
    return {tr("From %1").arg(point_text(bounds.lower)), tr("To %1").arg(point_text(bounds.upper))};
}

/// "faces, boxes and pixels"
QString all_plurals() {
    return text_of(list_of(all_kinds(), KindName::plural, "and"));
}

} // namespace

std::vector<TableColumn> element_columns() {
    return {{tr("Quantity"), QStringLiteral("quantity")},
            {tr("This frame"), QStringLiteral("this_frame")},
            {tr("Whole recording"), QStringLiteral("whole_recording")}};
}

std::vector<TableRow> element_rows(const ElementSummary& element, bool has_look_ups) {
    std::vector<TableRow> rows;
    const auto add = [&](const QString& name, const auto& cell_of) {
        rows.push_back({text_cell(name), cell_of(element.frame, element.frame_accesses),
                        cell_of(element.whole, element.whole_accesses)});
    };
    const ProfileCapabilities& known = element.known;
    add(tr("Accesses"),
        [&](const ElementSums& sums, std::uint64_t) { return accesses_cell(sums, known.counts_accesses); });
    add(tr("Access rate"), [&](const ElementSums& sums, std::uint64_t all) {
        return share_of(sums.accesses, all, known.counts_accesses ? sums.accesses : 0);
    });
    // Von Buelow et al. 2022, section 5.4: o = i_e / N_f.
    add(tr("Access order"), [&](const ElementSums& sums, std::uint64_t all) {
        return share_of(sums.last_access, all, known.knows_order ? sums.accesses : 0);
    });
    for (std::size_t level = 0; has_look_ups && level < 2; ++level) {
        const QString name = level == 0 ? QStringLiteral("L1") : QStringLiteral("L2");
        add(tr("%1 hit rate").arg(name),
            [level](const ElementSums& sums, std::uint64_t) { return rate_cell(level_of(sums, level)); });
        add(tr("%1 hits").arg(name), [level](const ElementSums& sums, std::uint64_t) {
            return number_cell(CellType::count, defined_hits(level_of(sums, level)));
        });
        add(tr("%1 look-ups").arg(name), [level](const ElementSums& sums, std::uint64_t) {
            return count_cell(level_of(sums, level).lookups);
        });
        add(tr("%1 misses").arg(name), [level](const ElementSums& sums, std::uint64_t) {
            return number_cell(CellType::count, defined_misses(level_of(sums, level)));
        });
    }
    return rows;
}

QString element_title(const ElementSources& sources, const Selection& element) {
    const ElementKind& kind = element_kinds()[element.kind];
    const auto source = sources.source(element.kind, element.element);
    const QString title = QStringLiteral("%1 %2").arg(capitalised(kind.name), count_text(element.element));
    if (!source) return title;
    return tr("%1 · source %2 %3").arg(title, text_of(kind.name), count_text(*source));
}

QString element_place(const RecordedScene& scene, const Selection& element) {
    const ElementKind& kind = element_kinds()[element.kind];
    if (kind.geometry) {
        if (element.element >= element_count(scene, element.kind)) return {};
        const bool names_vertices = kind.geometry->vertices != nullptr;
        if (names_vertices && is_padding(scene, element.kind, element.element)) return {};
        QStringList lines = names_vertices ? vertex_lines(scene, element) : bounds_lines(scene, element);
        const auto levels =
            kind.tree ? kind.tree->levels(scene, element.kind) : std::span<const std::uint16_t>();
        if (element.element < levels.size())
            lines.append(tr("Level %1 of the tree").arg(levels[element.element]));
        return lines.join(QLatin1Char('\n'));
    }
    if (scene.width == 0) return {};
    return tr("Column %1, row %2")
        .arg(count_text(element.element % scene.width), count_text(element.element / scene.width));
}

TableColumn share_column(std::size_t level) {
    return {tr("Of L%1 misses").arg(level + 1), QStringLiteral("share"), true,
            tr("Share of all misses of the level, of %1").arg(all_plurals())};
}

QString share_note(const LevelSums& all, std::size_t level, Counted counted, bool whole) {
    const QString text =
        whole ? tr("Shares are of the %1 L%2 misses of %3 in the whole recording, counted in %4.")
              : tr("Shares are of the %1 L%2 misses of %3 in these frames, counted in %4.");
    return text.arg(misses_text(all)).arg(level + 1).arg(all_plurals(), text_of(info_of(counted).title));
}

std::vector<TableColumn> worst_columns(std::size_t level) {
    return {
        {tr("Element"), QStringLiteral("element"), true, tr("Its number: its slot in its buffer")},
        {tr("Source"), QStringLiteral("source"), true,
         tr("The face of the mesh file, the box of the tree or the pixel behind it; nothing for padding")},
        {tr("Misses"), QStringLiteral("misses")},
        share_column(level),
        {tr("Hit rate"), QStringLiteral("hit_rate")},
        {tr("Hits"), QStringLiteral("hits"), true, {}, {}, 6},
        {tr("Look-ups"), QStringLiteral("lookups")},
        {tr("Accesses"), QStringLiteral("accesses")}};
}

std::vector<TableRow> worst_rows(const std::vector<WorstElement>& worst, const ElementSources& sources,
                                 ElementKindId kind, std::size_t level, bool counts_accesses) {
    std::vector<TableRow> rows;
    for (const WorstElement& element : worst) {
        const auto source = sources.source(kind, element.element);
        const LevelSums sums = level_of(element.sums, level);
        rows.push_back(
            {count_cell(element.element), source ? count_cell(*source) : TableCell{CellType::count, {}, {}},
             number_cell(CellType::count, element.misses), number_cell(CellType::rate, element.share),
             rate_cell(sums), number_cell(CellType::count, defined_hits(sums)), count_cell(sums.lookups),
             accesses_cell(element.sums, counts_accesses)});
    }
    align_decimals(rows);
    return rows;
}

} // namespace hitmap
