#pragma once

#include "core/raytracer/options/trace_options.h"

#include <sstream>
#include <string>

namespace hitmap::test {

/// Returns the tracer options of a command line "hitmap trace SCENE --NAME VALUE ... -o FILE".
inline TraceOptions options_of_command(const std::string& command) {
    TraceOptions options;
    std::istringstream words(command);
    std::string word;
    std::string value;
    while (words >> word) {
        if (word.starts_with("--") && words >> value) trace_option(word.substr(2)).set(options, value);
    }
    return options;
}

} // namespace hitmap::test
