#include "core/report/column/provenance_json.h"

namespace hitmap {

Json options_json(const RecordingInfo& info) {
    Json options = Json::object();
    for (const auto& [key, value] : info.options) {
        Json& option = options[key];
        if (option.is_null())
            option = value;
        else if (option.is_array())
            option.push_back(value);
        else
            option = Json::array({option, value});
    }
    return options;
}

Json provenance_json(const std::string& file, const std::filesystem::path& layout,
                     const RecordingInfo& info) {
    Json json{{"file", file},
              {"incomplete", info.incomplete},
              {"producer", info.producer},
              {"source", info.source_name}};
    if (!layout.empty()) json["layout"] = layout.string();
    for (const FieldOrigin& origin : info.origins)
        if (origin.origin != Origin::recorded && origin.field != "camera" && origin.field != "up axis")
            json["origin"][origin.field] = name_of(origin.origin);
    if (!info.options.empty()) json["options"] = options_json(info);
    return json;
}

} // namespace hitmap
