#include "app/cli/cli.h"

#include <cstdio>

int main(int argc, char** argv) {
    return hitmap::run_cli(argc, argv, [](const hitmap::ViewRequest&) {
        std::fputs("hitmap: this build has no window\n", stderr);
        return 1;
    });
}
