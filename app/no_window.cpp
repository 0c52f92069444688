#include "app/run_window.h"

#include <cstdio>

namespace hitmap {

int run_window(int /*argc*/, char** /*argv*/, const ViewRequest& /*request*/) {
    std::fputs("hitmap: this build has no window; `hitmap render` makes pictures without one\n", stderr);
    return 1;
}

} // namespace hitmap
