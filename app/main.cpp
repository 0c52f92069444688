#include "app/cli/commands/cli.h"
#include "app/commit.h"
#include "app/run_window.h"

int main(int argc, char** argv) {
    const auto view = [argc, argv](const hitmap::ViewRequest& request) {
        return hitmap::run_window(argc, argv, request);
    };
    return hitmap::run_cli(argc, argv, view, hitmap::program_commit);
}
