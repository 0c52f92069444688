#include <QtCore/QCoreApplication>
#include <gtest/gtest.h>

// Qt's libraries are not instrumented, so that ThreadSanitizer cannot see how they pass an event from one
// thread to another. Our code is still checked.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the sanitizer requires this name
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() { // NOLINT(bugprone-reserved-identifier)
    return "ignore_noninstrumented_modules=1";
}

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const QCoreApplication application(argc, argv);
    return RUN_ALL_TESTS();
}
