#include "app/sweep/run_result.h"

#include "core/base/error.h"
#include "core/base/path_query.h"
#include "core/store/content_hash.h"
#include "core/trace/io/read_text.h"
#include "core/trace/io/write_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string_view>
#include <utility>

namespace hitmap {

namespace {

using Json = nlohmann::ordered_json;

Json level_sums_json(const LevelSums& sums) {
    return Json::array({sums.hits, sums.lookups, sums.cold, sums.distance_sum});
}

LevelSums level_sums(const Json& json) {
    return {json.at(0).get<std::uint64_t>(), json.at(1).get<std::uint64_t>(), json.at(2).get<std::uint64_t>(),
            json.at(3).get<std::uint64_t>()};
}

Json to_json(const RunResult& result) {
    Json json{
        {"fingerprint", result.fingerprint}, {"triangles", result.triangles},         {"rays", result.rays},
        {"requests", result.requests},       {"lane_accesses", result.lane_accesses}, {"depth", result.depth},
        {"sah_cost", result.sah_cost}};
    json["end_point_overlap"] = result.end_point_overlap;
    json["kinds"] = Json::array();
    for (const KindSums& kind : result.kinds)
        json["kinds"].push_back({{"accesses", kind.accesses},
                                 {"elements_accessed", kind.elements_accessed},
                                 {"l1", level_sums_json(kind.l1)},
                                 {"l2", level_sums_json(kind.l2)}});
    json["pictures"] = Json::array();
    for (const RunPicture& picture : result.pictures)
        json["pictures"].push_back({{"picture", picture.picture},
                                    {"caption", picture.caption},
                                    {"file", picture.file},
                                    {"hash", picture.hash}});
    if (result.traffic) {
        json["traffic"] = {{"explains_misses", result.explains_misses}, {"sums", Json::array()}};
        for (const std::uint64_t* number : numbers_of(*result.traffic))
            json["traffic"]["sums"].push_back(*number);
    }
    if (result.time)
        json["time"] = {{"seconds", result.time->seconds},
                        {"launch_seconds", result.time->launch_seconds},
                        {"launch_processor_seconds", result.time->launch_processor_seconds}};
    if (result.recording)
        json["recording"] = {{"bytes", result.recording->bytes},
                             {"request_bytes", result.recording->request_bytes}};
    return json;
}

RunResult from_json(const Json& json) {
    RunResult result;
    json.at("fingerprint").get_to(result.fingerprint);
    json.at("triangles").get_to(result.triangles);
    json.at("rays").get_to(result.rays);
    json.at("requests").get_to(result.requests);
    json.at("lane_accesses").get_to(result.lane_accesses);
    json.at("depth").get_to(result.depth);
    json.at("sah_cost").get_to(result.sah_cost);
    json.at("end_point_overlap").get_to(result.end_point_overlap);
    for (const Json& kind : json.at("kinds"))
        result.kinds.push_back({kind.at("accesses").get<std::uint64_t>(),
                                kind.at("elements_accessed").get<std::uint64_t>(), level_sums(kind.at("l1")),
                                level_sums(kind.at("l2"))});
    for (const Json& picture : json.at("pictures"))
        result.pictures.push_back(
            {picture.at("picture").get<std::string>(), picture.at("caption").get<std::string>(),
             picture.at("file").get<std::string>(), picture.at("hash").get<std::string>()});
    if (const auto traffic = json.find("traffic"); traffic != json.end()) {
        traffic->at("explains_misses").get_to(result.explains_misses);
        std::size_t number = 0;
        for (std::uint64_t* sum : numbers_of(result.traffic.emplace()))
            traffic->at("sums").at(number++).get_to(*sum);
    }
    if (const auto time = json.find("time"); time != json.end())
        result.time = {time->at("seconds").get<double>(), time->at("launch_seconds").get<double>(),
                       time->at("launch_processor_seconds").get<double>()};
    if (const auto recording = json.find("recording"); recording != json.end())
        result.recording = {recording->at("bytes").get<std::uint64_t>(),
                            recording->at("request_bytes").get<std::uint64_t>()};
    return result;
}

constexpr const char* hash_key = "hash";
/// Stands in the text for its hash while that is computed.
constexpr std::string_view no_hash = "00000000000000000000000000000000";

/// Returns the hash of a text in which `hash` stands for its hash.
std::string hash_of(std::string text, std::string_view hash) {
    text.replace(text.rfind(hash), hash.size(), no_hash);
    return to_text(content_hash(text));
}

/// Throws FileError if a picture is missing or has changed.
void check_pictures(const RunResult& result, const std::filesystem::path& folder) {
    for (const RunPicture& picture : result.pictures) {
        const std::filesystem::path path = folder / picture.file;
        const std::string found = to_text(content_hash(*open_file(path)));
        if (found != picture.hash)
            throw FileError(
                path.string(), "",
                fmt::format("expected the hash {} of its contents, found {}", picture.hash, found));
    }
}

} // namespace

void save_result(const RunResult& result, const std::filesystem::path& file, const JobContext& job) {
    Json json = to_json(result);
    json[hash_key] = no_hash;
    std::string text = json.dump(2) + "\n";
    text.replace(text.rfind(no_hash), no_hash.size(), hash_of(text, no_hash));
    write_file(file, text, job.outputs);
}

StoredResult load_result(const std::filesystem::path& file, const std::filesystem::path& folder,
                         std::uint64_t fingerprint) {
    const auto damaged = [&](std::string_view message) {
        return StoredResult{{}, FileError(file.string(), "", message).what()};
    };
    try {
        constexpr std::uint64_t most_bytes = std::uint64_t{1} << 26U;
        if (!path_exists(file)) return {};
        const std::string text = read_text(file, most_bytes);
        const Json json = Json::parse(text);
        const std::string expected = json.value(hash_key, "");
        if (text.rfind(expected) == std::string::npos || expected.empty())
            return damaged("expected a hash of its contents, found none");
        if (const std::string found = hash_of(text, expected); found != expected)
            return damaged(fmt::format("expected the hash {} of its contents, found {}", expected, found));
        RunResult result = from_json(json);
        if (result.fingerprint != fingerprint || result.kinds.size() != element_kinds().size()) return {};
        check_pictures(result, folder);
        return {std::move(result), {}};
    } catch (const FileError& error) {
        return {{}, error.what()};
    } catch (const Json::exception&) {
        return damaged("expected the result of a run, found something else");
    }
}

} // namespace hitmap
