#include "widgets/panes/incomplete_banner.h"

#include "core/geometry/mesh/coordinate_range.h"
#include "core/trace/import/import_advice.h"
#include "core/trace/model/launch_requests.h"
#include "core/trace/model/not_recorded.h"
#include "render/elements/prepared_scene.h"
#include "widgets/base/format.h"

#include <QtCore/QFileInfo>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolButton>

#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

namespace {

QString held_text(const OpenRecording& recording) {
    const RecordingInfo& info = recording.info();
    if (recording.file->blocks().empty())
        return IncompleteBanner::tr(
                   "%1 was interrupted before its first block was written: it holds no requests.")
            .arg(text_of(recording.name));
    return IncompleteBanner::tr("%1 was interrupted: it holds %2 requests, up to its last whole block.")
        .arg(text_of(recording.name), count_text(info.requests));
}

/// Returns the warnings about a mesh file or about the coordinates of a scene; empty if there are none.
QString mesh_text(const OpenRecording& recording) {
    for (const auto& [name, value] : recording.info().options)
        if (name == mesh_warning_option)
            return IncompleteBanner::tr("%1 was read with warnings: %2.")
                .arg(text_of(recording.info().source_name), text_of(value));
    if (recording.prepared == nullptr || !knows_vertex_positions(recording.info())) return {};
    QStringList warnings;
    for (const std::string& warning : coordinate_warnings(recording.prepared->bounds))
        warnings << text_of(warning);
    if (warnings.isEmpty()) return {};
    return IncompleteBanner::tr("The scene of %1: %2.")
        .arg(text_of(recording.name), warnings.join(QStringLiteral("; ")));
}

/// Returns what does not follow from sums in the place of requests; empty for a recording with requests.
QString sums_text(const OpenRecording& recording) {
    const RecordingInfo& info = recording.info();
    if (!info.has_sums()) return {};
    return IncompleteBanner::tr(
               "%1 has sums of hits for %2 frames, recorded by %3, and no requests: other caches cannot be "
               "simulated; how often and in which order elements were accessed is not known.")
        .arg(text_of(recording.name), count_text(info.sums.frames), text_of(info.producer));
}

/// Returns the anomalies that were tolerated in a file of another program, what they mean for the numbers and
/// what to do; empty if there were none.
QString import_text(const OpenRecording& recording) {
    std::vector<std::string> warnings;
    QStringList anomalies;
    for (const auto& [name, value] : recording.info().options) {
        if (name != import_warning_option) continue;
        warnings.push_back(value);
        anomalies << text_of(value);
    }
    if (anomalies.isEmpty()) return {};
    QString text = IncompleteBanner::tr("Tolerated while %1 was read: %2.")
                       .arg(text_of(recording.name), anomalies.join(QStringLiteral("; ")));
    for (const std::string_view sentence : import_advice(warnings))
        text += QLatin1Char(' ') + text_of(sentence);
    return text;
}

/// Returns what the recording of a program does not hold; empty if it says nothing.
QString not_recorded_text(const OpenRecording& recording) {
    QStringList texts;
    for (const std::string_view text : not_recorded(recording.info()))
        texts << text_of(std::string(text));
    if (texts.isEmpty()) return {};
    return IncompleteBanner::tr("Not everything was recorded in %1. Missing: %2.")
        .arg(text_of(recording.name), texts.join(QStringLiteral("; ")));
}

/// Returns what launches that ran at the same time mean for the models; empty if there are none.
QString interleaved_text(const OpenRecording& recording) {
    if (!recording.interleaved) return {};
    return QStringLiteral("%1: %2.").arg(text_of(recording.name),
                                         text_of(std::string(interleaved_launches_text)));
}

/// Returns which layout was found beside the recording and applied; empty if there was none.
QString layout_text(const OpenRecording& recording) {
    if (recording.layout.empty()) return {};
    return IncompleteBanner::tr("%1 is shown with the layout of %2.")
        .arg(text_of(recording.name), QFileInfo(QString::fromStdString(recording.layout)).fileName());
}

} // namespace

IncompleteBanner::IncompleteBanner(Pane& pane, QWidget* parent)
    : QFrame(parent), pane_(pane), text_(new QLabel) {
    setObjectName(QStringLiteral("incomplete_banner"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    auto* icon = new QLabel;
    icon->setPixmap(style()->standardIcon(QStyle::SP_MessageBoxWarning, nullptr, this).pixmap(size));
    text_->setObjectName(QStringLiteral("incomplete_text"));
    text_->setForegroundRole(QPalette::ToolTipText);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text_->setWordWrap(true);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* dismiss = new QToolButton;
    dismiss->setObjectName(QStringLiteral("dismiss_incomplete"));
    dismiss->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    dismiss->setAutoRaise(true);
    dismiss->setToolTip(tr("Hide this; the panel Recording still says so"));
    dismiss->setAccessibleName(tr("Dismiss"));
    auto* row = new QHBoxLayout(this);
    row->addWidget(icon, 0, Qt::AlignTop);
    row->addWidget(text_, 1);
    row->addWidget(dismiss, 0, Qt::AlignTop);
    connect(dismiss, &QToolButton::clicked, this, [this] {
        dismissed_ = pane_.recording();
        show_state();
    });
    connect(&pane, &Pane::recording_changed, this, &IncompleteBanner::show_state);
    show_state();
}

void IncompleteBanner::show_state() {
    const auto recording = pane_.recording();
    QStringList lacks;
    if (recording != nullptr && recording->file->incomplete()) lacks << held_text(*recording);
    if (recording != nullptr)
        lacks << layout_text(*recording) << mesh_text(*recording) << import_text(*recording)
              << sums_text(*recording) << not_recorded_text(*recording) << interleaved_text(*recording);
    lacks.removeAll({});
    text_->setText(lacks.join(QLatin1Char('\n')));
    setVisible(!lacks.isEmpty() && dismissed_.lock() != recording);
}

} // namespace hitmap
