#include "core/analysis/comparison/changed_recording.h"

#include "core/base/error.h"
#include "core/relayout/apply/relaid_source.h"

namespace hitmap {

std::vector<std::string> consume_in_layout(const HmtFile& file, const SourceMesh& mesh,
                                           const RelayoutOptions& options,
                                           const std::function<void(RequestSource&)>& consume,
                                           ThreadPool& pool, const JobContext& job) {
    RelaidSource source(file, options, mesh, request_source(file, pool), job);
    consume(source);
    return source.estimates();
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
