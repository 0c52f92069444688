// The pictures of the editor of figures and of the preview of colour vision, see window_pictures.cpp.

#include "app/dialogs/settings/appearance.h"
#include "app/figure_editor/figure_window.h"
#include "app/window/figure_adder.h"
#include "tests/widgets/window_pictures.h"

#include <QtWidgets/QAction>

namespace hitmap {
namespace {

class FigurePictures : public WindowPictures {
protected:
    ~FigurePictures() override { apply_appearance(Appearance::system); }

    FigureWindow& editor() { return window_->figure().editor(); }
    void trigger(const char* name) { find<QAction>(name).trigger(); }
    bool made() {
        QTest::qWait(1000);
        return wait_long([this] {
            return !editor().maker().picture_job().running() && editor().maker().picture().has_value();
        });
    }
    void open_statue() {
        open_panes(R"({"recording": "builtin:statue?triangles=50000"},
                      {"recording": "builtin:statue?triangles=50000", "l1": "8KiB:128:64"})",
                   QSize(1400, 880));
    }
};

TEST_F(FigurePictures, Editor) {
    open_statue();
    trigger("figure_from_panes");
    editor().resize(1100, 760);
    editor().document().select({0, 0});
    ASSERT_TRUE(made());
    save("figure", editor());
}

TEST_F(FigurePictures, DarkEditor) {
    apply_appearance(Appearance::dark);
    open_statue();
    for (const char* const view : {"add_shown", "add_framebuffer", "add_hit_rates", "add_elements"})
        trigger(view);
    editor().document().select({0, 0});
    editor().document().change_panel([](FigurePanel& panel) {
        panel.caption = "statue";
        panel.insets.push_back({panel.source, {0.4, 0.1, 0.2, 0.2}});
    });
    trigger("vision_deutan");
    editor().resize(1100, 760);
    editor().show_front();
    ASSERT_TRUE(made());
    save("figure-dark", editor());
    ASSERT_TRUE(drawn());
    save("vision-dark", *window_);
}

TEST_F(FigurePictures, Vision) {
    open_panes(
        R"({"recording": "builtin:statue"}, {"recording": "builtin:statue", "l1": "8KiB:128:64", "reference": 0})",
        QSize(1400, 880));
    trigger("vision_grey");
    ASSERT_TRUE(drawn());
    save("vision", *window_);
}

} // namespace
} // namespace hitmap
