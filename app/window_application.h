#pragma once

#include <QtWidgets/QApplication>

#include <exception>

namespace hitmap {

/// The application object of the window. What a handler of an event throws, above all because memory is
/// short, becomes a message; the program goes on without what the event asked for.
class WindowApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;
};

/// Returns what a user is told about an exception that no other place handles, as sentences.
[[nodiscard]] QString unexpected_text(const std::exception& error);

} // namespace hitmap
