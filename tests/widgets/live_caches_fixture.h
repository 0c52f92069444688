#pragma once

#include "core/profile/models/cache_model.h"
#include "core/profile/sums/sm_table.h"
#include "tests/widgets/drag_slider.h"
#include "tests/widgets/opened_session.h"
#include "widgets/model/cache_level_edit.h"
#include "widgets/model/cache_panel.h"
#include "widgets/model/cache_slider.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// The form of the caches alone in a window, driven by events.
class LiveCachesTest : public OpenedSession {
protected:
    LiveCachesTest() : panel_(pane()) {
        panel_.resize(420, 760);
        panel_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel_, patience_ms));
        panel_.activateWindow();
    }

    template <class T>
    T& part(const char* name) {
        return *panel_.findChild<T*>(QString::fromLatin1(name));
    }
    CacheSlider& slider(const char* name) { return part<CacheSlider>(name); }
    std::string text(const char* name) { return part<QLabel>(name).text().toStdString(); }
    /// What the field of a number says.
    std::string number(const char* name) { return part<QLineEdit>(name).text().toStdString(); }
    /// The L1 as the command line takes it.
    std::string l1_text() { return part<CacheLevelEdit>("l1_level").text().toStdString(); }

    /// Waits for the preview of what the sliders say.
    bool previewed() {
        return wait_for([this] {
            return pane().live().shown() &&
                   pane().config().l1.capacity == slider("l1_capacity_slider").number() * 128;
        });
    }
    bool simulated() {
        return wait_for([this] {
            return !pane().work().running() && !pane().live().shown() &&
                   pane().config() == pane().wanted_config();
        });
    }
    /// Drags the slider of the L1 capacity to a share of its width, lets it go, and waits for the simulation.
    bool move_capacity(double share) {
        CacheSlider& capacity = slider("l1_capacity_slider");
        grab(capacity);
        drag_to(capacity, share);
        const bool followed = previewed();
        let_go(capacity);
        return simulated() && followed;
    }
    /// The bits of floats, so that undefined values are equal to themselves.
    static std::vector<std::uint32_t> bits_of(const std::vector<float>& values) {
        std::vector<std::uint32_t> bits;
        for (const float value : values)
            bits.push_back(std::bit_cast<std::uint32_t>(value));
        return bits;
    }
    /// What is shown equals another simulation.
    void expect_simulation_of(const ModelChoice& config) {
        ThreadPool pool(1);
        const auto fresh = simulate(pane().recording(), config, pool, {});
        const FrameValues& shown = *pane().values();
        EXPECT_EQ(shown.simulation->totals, fresh->totals);
        const auto sms = pane().profile()->sm_table();
        ASSERT_NE(sms, nullptr);
        for (std::size_t sm = 0; sm < sms->sms(); ++sm)
            EXPECT_EQ(sms->sum(sm, shown.window), fresh->profile->sm_table()->sum(sm, shown.window)) << sm;
        EXPECT_EQ(pane().profile()->allocations(shown.window).allocations,
                  fresh->profile->allocations(shown.window).allocations);
        for (const ElementKindId kind : {face_kind, box_kind}) {
            std::vector<float> values;
            fresh->profile->values(shown.window, kind, shown.metric, values);
            EXPECT_TRUE(bits_of(*shown.kinds[kind].values) == bits_of(values));
            EXPECT_EQ(shown.kinds[kind].totals, fresh->profile->totals(shown.window)[kind]);
        }
    }

    CachePanel panel_;
};

} // namespace hitmap
