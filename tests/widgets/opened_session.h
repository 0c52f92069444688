#pragma once

#include "tests/widgets/common.h"
#include "tests/widgets/tiny_recording.h"
#include "widgets/session/state/session.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <gtest/gtest.h>

#include <string>

namespace hitmap {

/// A session with an open small recording.
class OpenedSession : public testing::Test {
protected:
    OpenedSession() {
        const std::string file = folder_.filePath(QStringLiteral("tiny.hmt")).toStdString();
        write_tiny_recording(file);
        pane().open(file);
        EXPECT_TRUE(wait_for([this] { return pane().values() != nullptr; }));
    }

    Pane& pane() { return session_.active(); }
    template <class Condition>
    static bool wait_for(Condition condition) {
        return QTest::qWaitFor(condition, patience_ms);
    }
    /// Returns the values of the chosen frames.
    bool settle() {
        return wait_for([this] {
            const PaneChoices& choices = pane().choices();
            return pane().values()->frames == choices.frames && pane().values()->metric == choices.metric;
        });
    }

    QTemporaryDir folder_;
    Session session_;
};

} // namespace hitmap
