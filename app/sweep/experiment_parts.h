#pragma once

#include "app/sweep/experiment.h"
#include "core/base/json_node.h"

#include <string>

namespace hitmap {

/// Parts of JSON files that experiments and figures have in common. All throw FileError with the file and the
/// place of the error.

/// Throws if a name is invalid. Names must not contain '_', which separates them in file names, so that no
/// two runs have the same file.
void check_experiment_name(const std::string& name, const JsonNode& node);
/// @param file  path of the JSON file; paths of meshes in it are relative to its folder
[[nodiscard]] ExperimentScene parse_experiment_scene(const std::string& name, const JsonNode& node,
                                                     const std::string& file);
/// Sets the options of an object whose keys are those of trace_option_table().
void set_trace_options(const JsonNode& node, TraceOptions& options);
/// Reads the preset that it names.
/// @param models  choices for settings that the object leaves out
[[nodiscard]] ExperimentCache parse_experiment_cache(const std::string& name, const JsonNode& node,
                                                     const std::string& file, const ModelTexts& models);

} // namespace hitmap
