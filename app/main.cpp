#include "app/cli/commands/cli.h"
#include "app/run_window.h"

int main(int argc, char** argv) {
    return hitmap::run_cli(argc, argv, [argc, argv](const hitmap::ViewRequest& request) {
        return hitmap::run_window(argc, argv, request);
    });
}
