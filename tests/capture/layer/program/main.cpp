#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

#include "tasks.h"

/// capture_program TASK: runs one task and prints what its buffers hold.
int main(int count, char** arguments) {
    try {
        for (const auto list :
             {program::tasks(), program::split_tasks(), program::object_tasks(), program::process_tasks()})
            for (const program::Task& task : list)
                if (count == 2 && std::string_view(arguments[1]) == task.name) {
                    task.run();
                    return EXIT_SUCCESS;
                }
        std::fprintf(stderr, "expected the name of a task\n");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
    return EXIT_FAILURE;
}
