#include "widgets/table/table_csv.h"

#include "core/base/error.h"
#include "core/jobs/output_files.h"
#include "core/jobs/write_error.h"
#include "core/trace/io/write_file.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFile>

#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

std::span<const std::byte> bytes_of(const QByteArray& text) {
    return std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size())));
}

void save(const ShownRows& shown, const std::string& name, const QByteArray& provenance,
          const JobContext& job) {
    OutputFiles outputs; // removes what was not published
    const auto out = create_whole_file(name, &outputs);
    write_csv(
        shown, [&](const QByteArray& text) { out->write(bytes_of(text)); }, job);
    out->commit();
    std::error_code missing; // the new file appears at the end
    const bool is_special = std::filesystem::is_other(name, missing);
    if (!provenance.isEmpty() && !is_special) write_file(name + ".json", bytes_of(provenance), &outputs);
    job.check();
    outputs.conclude();
}

} // namespace

std::size_t ShownRows::size() const {
    if (source == nullptr) return rows.size();
    return order ? order->size() : source->size();
}

TableCell ShownRows::cell(std::size_t row, std::size_t column) const {
    if (source == nullptr) return rows[row][column];
    return source->cell(order ? (*order)[row] : row, column);
}

ShownRows shown_rows(const SortedTable& table, const TableModel& model) {
    ShownRows shown;
    for (const TableColumn& column : model.columns())
        shown.names.append(column.csv_name);
    if (model.source() != nullptr) {
        shown.source = model.source();
        shown.order = model.order();
        return shown;
    }
    for (int row = 0; row < table.rowCount(); ++row)
        shown.rows.push_back(table.shown_row(row));
    return shown;
}

void write_csv(const ShownRows& shown, const std::function<void(const QByteArray&)>& put,
               const JobContext& job) {
    constexpr std::size_t rows_at_once = 256; // some ten kilobytes
    job.begin("writing the table", shown.size(), "rows");
    QString text = shown.names.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (std::size_t row = 0; row < shown.size(); ++row) {
        QStringList fields;
        for (int column = 0; column < shown.names.size(); ++column)
            fields.append(csv_field(shown.cell(row, static_cast<std::size_t>(column))));
        text += fields.join(QLatin1Char(',')) + QLatin1Char('\n');
        if ((row + 1) % rows_at_once != 0) continue;
        put(std::exchange(text, {}).toUtf8());
        job.add(rows_at_once);
        job.check();
    }
    put(text.toUtf8());
}

QString csv_of(const SortedTable& table, const TableModel& model) {
    QByteArray text;
    write_csv(shown_rows(table, model), [&](const QByteArray& piece) { text += piece; });
    return QString::fromUtf8(text);
}

void save_csv_file(const ShownRows& shown, const QString& file, const QByteArray& provenance,
                   const JobContext& job) {
    try {
        save(shown, QFile::encodeName(file).toStdString(), provenance, job);
    } catch (const WriteError& error) {
        throw Error(QCoreApplication::translate("DataTable", "%1 cannot be saved: %2")
                        .arg(file, QString::fromStdString(error.reason()))
                        .toStdString());
    }
}

} // namespace hitmap
