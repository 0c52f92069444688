#include "widgets/table/pin_offer.h"

#include "widgets/base/tr.h"
#include "widgets/table/data_table.h"

namespace hitmap {

void offer_pin(DataTable& table, Pane& pane,
               const std::function<std::optional<CurveSubject>(int row)>& subject) {
    table.offer(
        tr("&Pin in Time"), QKeySequence(QStringLiteral("Ctrl+P")),
        [subject](int row) { return subject(row).has_value(); },
        [&pane, subject](int row) {
            if (const auto of = subject(row)) pane.pin_curve(*of);
        });
}

} // namespace hitmap
