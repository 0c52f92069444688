#pragma once

#include "tests/widgets/window_fixture.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtWidgets/QDialog>

#include <stdexcept>
#include <string>

namespace hitmap {

/// A picture of the window, or of a part of it, for the README or the manual.
class WindowPictures : public WindowFixture {
protected:
    static constexpr QSize manual_size{1080, 720};
    template <class Condition>
    static bool wait_long(Condition condition) {
        constexpr int half_an_hour_ms = 1'800'000; // for large scenes on busy machines without a GPU
        return QTest::qWaitFor(condition, half_an_hour_ms);
    }
    /// Waits until every pane shows the requested values and the layout is final.
    bool drawn() {
        const auto shown = [this] {
            Session& session = window_->session();
            for (std::size_t i = 0; i < session.pane_count(); ++i) {
                Pane& each = session.pane(i);
                if (each.work().running() || each.values() == nullptr ||
                    each.config() != each.wanted_config() || each.values()->frames != each.choices().frames)
                    return false;
            }
            for (const MeshView* view : window_->findChildren<MeshView*>()) {
                if (view->isVisible() && !view->complete()) return false;
            }
            return true;
        };

    } // namespace hitmap
