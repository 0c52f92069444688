#include "core/analysis/comparison/changed_recording.h"

#include "core/base/error.h"
#include "core/relayout/apply/relayout.h"
#include "core/trace/stream/request_stream.h"

namespace hitmap {

std::vector<std::string> consume_in_layout(const HmtFile& file, const SourceMesh& mesh,
                                           const RelayoutOptions& options,
                                           const std::function<void(RequestSource&)>& consume,
                                           ThreadPool& pool, const JobContext& job) {
    std::vector<std::string> estimates;
    stream_requests(
        [&](RecordingSink& sink) {
            estimates = relayout_recording(file, options, mesh, sink, pool, job).estimates;
        },
        consume, StreamedScene::for_models, job);
    return estimates;
}

std::string problem_of(const HmtFile& file, const std::function<void()>& change) {
    try {
        change();
    } catch (const FileError& error) {
        if (error.file() == file.name()) throw;
        return error.what();
    } catch (const UsageError&) {
        throw; // the caches
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace hitmap
