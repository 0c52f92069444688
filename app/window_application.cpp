#include "app/window_application.h"

#include "app/window/window.h"
#include "core/base/text/printable.h"
#include "core/jobs/memory.h"
#include "widgets/messages/message_bar.h"

#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>

namespace hitmap {

namespace {

/// The window that the user sees in front, else any; null if there is none.
Window* window_for_messages() {
    if (auto* window = qobject_cast<Window*>(QApplication::activeWindow())) return window;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<Window*>(widget)) return window;
    return nullptr;
}

void tell(const std::exception& error) noexcept {
    try {
        if (Window* const window = window_for_messages())
            return window->message_bar().show_fault(unexpected_text(error));
    } catch (const std::exception&) { // not even the message has memory
    }
    std::fprintf(stderr, "hitmap: %s\n", error.what());
}

bool is_lack_of_memory(const std::exception& error) {
    // A container whose length cannot be is one that there is no memory for either.
    return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
           dynamic_cast<const std::length_error*>(&error) != nullptr;
}

} // namespace

QString unexpected_text(const std::exception& error) {
    if (!is_lack_of_memory(error)) return QString::fromStdString(printable(error.what()));
    const std::string limit = address_space_limit_text();
    QString text = Window::tr("There is not enough memory for this.");
    if (!limit.empty())
        text += QLatin1Char(' ') + Window::tr("For this program, %1.").arg(QString::fromStdString(limit));
    return text;
}

bool WindowApplication::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::exception& error) {
        tell(error);
    }
    return true;
}

} // namespace hitmap
