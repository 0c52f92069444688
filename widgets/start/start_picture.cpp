#include "widgets/start/start_picture.h"

#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "widgets/base/format.h"
#include "widgets/base/path_text.h"
#include "widgets/base/tr.h"
#include "widgets/controls/contrast_style.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QFileInfo>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtGui/QPalette>

#include <algorithm>

namespace hitmap {

namespace {

constexpr int longest_ending = 6;

QLatin1String scene_prefix() {
    return QLatin1String("builtin:");
}

/// The ending that a sheet has, without a dot. That of a compressed file is the one before.
QString ending_of(const QString& file) {
    QFileInfo name(file);
    if (name.suffix() == QLatin1String("gz")) name.setFile(name.completeBaseName());
    return name.suffix().left(longest_ending);
}

void draw_sheet(QPainter& painter, const QRectF& area, const QString& ending, const QColor& ink) {
    const qreal height = area.height() * 0.6;
    QRectF sheet(0, 0, height * 0.78, height);
    sheet.moveCenter(area.center());
    const qreal fold = sheet.width() * 0.28;
    QPainterPath outline(sheet.topLeft());
    outline.lineTo(sheet.right() - fold, sheet.top());
    outline.lineTo(sheet.right(), sheet.top() + fold);
    outline.lineTo(sheet.bottomRight());
    outline.lineTo(sheet.bottomLeft());
    outline.closeSubpath();
    painter.drawPath(outline);
    painter.drawPolyline(QPolygonF({{sheet.right() - fold, sheet.top()},
                                    {sheet.right() - fold, sheet.top() + fold},
                                    {sheet.right(), sheet.top() + fold}}));
    QFont font = painter.font();
    font.setPixelSize(std::max(6, static_cast<int>(height * 0.22)));
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(sheet.adjusted(0, fold, 0, 0), Qt::AlignCenter, ending);
}

void draw_triangles(QPainter& painter, const QRectF& area) {
    const qreal half = area.height() * 0.28;
    const QPointF c = area.center();
    const QPolygonF outline({{c.x() - half * 1.5, c.y() + half},
                             {c.x() - half * 0.5, c.y() - half},
                             {c.x() + half * 0.5, c.y() + half},
                             {c.x() + half * 1.5, c.y() - half}});
    painter.drawPolyline(outline);
    painter.drawLine(outline[0], outline[2]);
    painter.drawLine(outline[1], outline[3]);
}

/// The file of which a spec names a part. Empty: it is part of a scene, or the text is none of a spec.
QString file_of_part(const QString& spec) {
    try {
        const RecordingSpec named(path_bytes(spec));
        return named.file() != nullptr ? path_text(*named.file()) : QString();
    } catch (const UsageError&) {
        return {};
    }
}

} // namespace

SpecKind spec_kind(const QString& spec) {
    if (spec.startsWith(QLatin1String("part:"))) return SpecKind::part;
    if (spec.startsWith(scene_prefix())) return SpecKind::scene;
    if (spec.startsWith(QLatin1String("trace:"))) return SpecKind::trace;
    if (spec.endsWith(QLatin1String(".hitmap"))) return SpecKind::session;
    return names_recording(path_bytes(spec)) ? SpecKind::recording : SpecKind::other_file;
}

QString line_about(const QString& spec) {
    const QString folder = QFileInfo(spec).path();
    switch (spec_kind(spec)) {
    case SpecKind::recording:
        return tr("Recording in %1").arg(folder);
    case SpecKind::session:
        return tr("Session in %1").arg(folder);
    case SpecKind::other_file:
        return tr("File in %1").arg(folder);
    case SpecKind::scene:
        return tr("Built-in scene");
    case SpecKind::part:
        if (const QString file = file_of_part(spec); !file.isEmpty())
            return tr("Part of a file in %1").arg(QFileInfo(file).path());
        return tr("Part of a traced scene");
    case SpecKind::trace:
        break;
    }
    return tr("Traced scene");
}

void draw_placeholder(QPainter& painter, const QRectF& area, const QString& spec, const QPalette& palette) {
    const QColor ground = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, blended(ground, text, 0.06));
    const QColor ink = blended(ground, text, 0.75);
    painter.setPen({ink, std::max(1.5, area.height() * 0.015)});
    const SpecKind kind = spec_kind(spec);
    const QString file = kind == SpecKind::part ? file_of_part(spec) : spec;
    if (kind == SpecKind::scene || kind == SpecKind::trace || file.isEmpty())
        draw_triangles(painter, area);
    else
        draw_sheet(painter, area, ending_of(file), ink);
    painter.restore();
}

QImage builtin_picture(const QString& spec) {
    const auto& scenes = builtin_scenes();
    const bool is_plain = std::any_of(scenes.begin(), scenes.end(), [&](const BuiltinScene& scene) {
        return spec == scene_prefix() + text_of(scene.name);
    });
    if (!is_plain) return {};
    return QImage(QStringLiteral(":/scenes/%1.png").arg(spec.mid(scene_prefix().size())));
}

} // namespace hitmap
