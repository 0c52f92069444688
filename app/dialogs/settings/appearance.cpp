#include "app/dialogs/settings/appearance.h"

#include <QtCore/QSettings>
#include <QtGui/QPalette>
#include <QtWidgets/QApplication>

namespace hitmap {

namespace {

QString settings_key() {
    return QStringLiteral("appearance");
}

QPalette made_palette(const QColor& window, const QColor& base, const QColor& text, const QColor& faint,
                      const QColor& accent) {
    QPalette palette(window.lighter(window.lightness() < 128 ? 130 : 100), window);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, window);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, text);
        palette.setColor(QPalette::Disabled, role, faint);
    }
    palette.setColor(QPalette::ToolTipBase,
                     window.lightness() < 128 ? QColor(0x4a, 0x42, 0x20) : QColor(0xff, 0xf6, 0xcf));
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::PlaceholderText, faint);
    return palette;
}

QPalette dark_palette() {
    return made_palette({0x36, 0x36, 0x36}, {0x1c, 0x1c, 0x1c}, {0xe6, 0xe6, 0xe6}, {0x8c, 0x8c, 0x8c},
                        {0x3d, 0x7e, 0xc8});
}

QPalette light_palette() {
    return made_palette({0xef, 0xef, 0xef}, Qt::white, {0x1e, 0x1e, 0x1e}, {0x8c, 0x8c, 0x8c},
                        {0x2a, 0x6f, 0xbe});
}

} // namespace

Appearance stored_appearance() {
    const int value = QSettings().value(settings_key(), 0).toInt();
    return value == 1 ? Appearance::light : value == 2 ? Appearance::dark : Appearance::system;
}

void choose_appearance(Appearance appearance) {
    QSettings().setValue(settings_key(), static_cast<int>(appearance));
    apply_appearance(appearance);
}

void apply_appearance(Appearance appearance) {
    switch (appearance) {
    case Appearance::system:
        QApplication::setPalette(QPalette()); // Qt then uses the palette of the desktop
        break;
    case Appearance::light:
        QApplication::setPalette(light_palette());
        break;
    case Appearance::dark:
        QApplication::setPalette(dark_palette());
        break;
    }
}

} // namespace hitmap
