#pragma once

#include "core/cache/gpu/preset_library.h"
#include "tests/widgets/opened_session.h"

#include <stdexcept>
#include <string>

namespace hitmap {

/// A session with a small recording and the caches of a GPU, of which L1 is so small that it evicts lines.
class HierarchySession : public OpenedSession {
protected:
    HierarchySession() { use_gpu(); }

    void use_gpu() {
        const char* const preset = "turing-rtx2080ti";
        ModelChoice choice = choice_of(find_gpu_preset(preset), preset);
        choice.l1.capacity = 2048;
        choice.l1.ways = 4;
        pane().simulate(choice);
        EXPECT_TRUE(wait_for([&] { return pane().config() == choice; }));
    }
    const Simulation& simulation() { return *pane().simulation(); }
    const RecordingInfo& info() { return pane().recording()->info(); }
    const HierarchyConfig& hierarchy() { return std::get<HierarchyConfig>(simulation().model); }

    template <class T>
    static T& child(QWidget& panel, const char* name) {
        T* const widget = panel.findChild<T*>(QString::fromLatin1(name));
        if (widget == nullptr) throw std::runtime_error(std::string("no widget ") + name);
        return *widget;
    }
};

} // namespace hitmap
