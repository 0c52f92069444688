#include "widgets/controls/steady_label.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap {

SteadyLabel::SteadyLabel(QStringList texts, QWidget* parent) : QLabel(parent), texts_(std::move(texts)) {
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int SteadyLabel::heightForWidth(int width) const {
    int height = QLabel::heightForWidth(width);
    const QRect wide(0, 0, width - 2 * margin(), std::numeric_limits<int>::max() / 2);
    for (const QString& text : texts_)
        height = std::max(height, fontMetrics().boundingRect(wide, Qt::TextWordWrap, text).height());
    return height;
}

} // namespace hitmap
