#include "widgets/table/row_order.h"

#include <QtCore/QHash>

#include <algorithm>
#include <numeric>
#include <utility>

namespace hitmap {

namespace {

/// The value of a cell for sorting: numbers, then texts by their rank, then undefined ones.
struct SortKey {
    enum class Of : std::uint8_t { number, text, nothing };
    double value = 0.0;
    std::uint32_t row = 0;
    Of of = Of::nothing;
};

/// Replaces the numbers of texts, in the order of their discovery, by their ranks in the order of the locale.
void rank_texts(const QHash<QString, std::uint32_t>& found, std::vector<SortKey>& keys) {
    QStringList texts = found.keys();
    std::sort(texts.begin(), texts.end(),
              [](const QString& a, const QString& b) { return QString::localeAwareCompare(a, b) < 0; });
    std::vector<double> ranks(static_cast<std::size_t>(texts.size()));
    for (int rank = 0; rank < texts.size(); ++rank)
        ranks[found[texts[rank]]] = rank;
    for (SortKey& key : keys)
        if (key.of == SortKey::Of::text) key.value = ranks[static_cast<std::size_t>(key.value)];
}

std::vector<SortKey> sort_keys(const RowSource& source, const std::vector<std::uint32_t>& rows,
                               std::size_t column, const JobContext& job) {
    std::vector<SortKey> keys;
    keys.reserve(rows.size());
    QHash<QString, std::uint32_t> texts;
    for (const std::uint32_t row : rows) {
        if (keys.size() % 4096 == 0) job.check();
        const TableCell cell = source.cell(row, column);
        SortKey key{0.0, row, SortKey::Of::nothing};
        if (const auto number = cell_number(cell)) {
            key.of = SortKey::Of::number;
            key.value = *number;
        } else if (const auto* const text = std::get_if<QString>(&cell.value)) {
            key.of = SortKey::Of::text;
            auto at = texts.find(*text);
            if (at == texts.end()) at = texts.insert(*text, static_cast<std::uint32_t>(texts.size()));
            key.value = *at;
        }
        keys.push_back(key);
    }
    rank_texts(texts, keys);
    return keys;
}

void sort_rows(const RowSource& source, const RowOrder& order, std::vector<std::uint32_t>& rows,
               const JobContext& job) {
    std::vector<SortKey> keys = sort_keys(source, rows, *order.column, job);
    const bool falling = order.direction == Qt::DescendingOrder;
    const auto before = [falling](const SortKey& a, const SortKey& b) {
        const bool a_there = a.of != SortKey::Of::nothing;
        const bool b_there = b.of != SortKey::Of::nothing;
        if (a_there != b_there) return a_there;
        const SortKey& first = falling ? b : a;
        const SortKey& second = falling ? a : b;
        if (first.of != second.of) return first.of < second.of;
        return first.value < second.value;
    };
    // In pieces, so that the job can be stopped.
    constexpr std::size_t piece = 1U << 16U;
    for (std::size_t begin = 0; begin < keys.size(); begin += piece) {
        job.check();
        std::stable_sort(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                         keys.begin() + static_cast<std::ptrdiff_t>(std::min(begin + piece, keys.size())),
                         before);
    }
    for (std::size_t width = piece; width < keys.size(); width *= 2) {
        for (std::size_t begin = 0; begin + width < keys.size(); begin += 2 * width) {
            job.check();
            std::inplace_merge(
                keys.begin() + static_cast<std::ptrdiff_t>(begin),
                keys.begin() + static_cast<std::ptrdiff_t>(begin + width),
                keys.begin() + static_cast<std::ptrdiff_t>(std::min(begin + 2 * width, keys.size())), before);
        }
    }
    for (std::size_t i = 0; i < keys.size(); ++i)
        rows[i] = keys[i].row;
}

} // namespace

std::vector<std::uint32_t> ordered_rows(const RowSource& source, const QStringList& titles,
                                        const RowOrder& order, const JobContext& job) {
    std::vector<std::uint32_t> rows;
    if (order.query.empty()) {
        rows.resize(source.size());
        std::iota(rows.begin(), rows.end(), 0U);
    } else {
        job.begin("searching the table", source.size(), "rows");
        for (std::size_t row = 0; row < source.size(); ++row) {
            if (row % 256 == 255) job.add(256); // checks for cancellation
            if (order.query.matches(titles, [&](std::size_t column) { return source.cell(row, column); }))
                rows.push_back(static_cast<std::uint32_t>(row));
        }
    }
    if (order.column) sort_rows(source, order, rows, job);
    return rows;
}

} // namespace hitmap
