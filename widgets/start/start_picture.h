#pragma once

#include <QtCore/QRectF>
#include <QtCore/QString>
#include <QtGui/QImage>

#include <cstdint>

class QPainter;
class QPalette;

namespace hitmap {

/// What the text of a spec names. Nothing looks into a file for it.
enum class SpecKind : std::uint8_t { recording, session, other_file, scene, trace, part };
[[nodiscard]] SpecKind spec_kind(const QString& spec);

/// Says what a spec names and where it is: "Recording in /home/me", "Part of a file
/// in /home/me", "Traced scene".
[[nodiscard]] QString line_about(const QString& spec);

/// Draws what stands in the place of a picture that is not known: a sheet with the ending of the file, or
/// triangles for a scene.
void draw_placeholder(QPainter& painter, const QRectF& area, const QString& spec, const QPalette& palette);

/// Returns the picture of "builtin:NAME", which is a resource of the program. Null: there is none, since the
/// spec names something else, or the scene with options.
[[nodiscard]] QImage builtin_picture(const QString& spec);

} // namespace hitmap
