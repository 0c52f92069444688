#include "core/base/error.h"
#include "core/trace/hmt/chunks/info_codec.h"
#include "core/trace/hmt/file/hmt_file_impl.h"

#include <fmt/format.h>

#include <mutex>
#include <utility>

namespace hitmap {

using namespace hmt;

/// Reads the requests of launches that the writer has counted. Those of an incomplete recording are counted
/// when they are asked for: what the file says of them includes requests that are missing.
void HmtFile::Impl::read_launch_requests() {
    for (const ChunkEntry& entry : index->chunks) {
        if (entry.header.type != launch_requests_chunk || info.incomplete) continue;
        const BytesPlace place = entry.place(source->name());
        const ChunkBody body = read_chunk(*source, entry);
        ByteReader in(body.bytes(), place);
        if (launch_table->known) in.fail("expected one table of the requests of launches, found another");
        launch_table->known = decode_launch_requests(in, info.launches);
        launch_table->is_stored = true;
        in.expect_end();
        try {
            check_launch_requests(*launch_table->known, info.launches, info.requests);
        } catch (const Error& error) {
            in.fail(error.what());
        }
    }
}

void HmtFile::Impl::launches_in_chunk(std::size_t i, std::vector<std::uint32_t>& out,
                                      const std::stop_token& stop) const {
    const ChunkEntry& entry = *requests[i];
    const ChunkBody body = read_chunk(*source, entry);
    const BlockHead head = head_in_file(i);
    decode_launches(body.bytes(), head, limits_of(head), entry.place(source->name()), out, stop);
}

std::vector<LaunchRequests> HmtFile::Impl::count_launches(const JobContext& job) const {
    LaunchCounter counter;
    for (const Launch& launch : info.launches)
        counter.begin_launch(launch.first_request.value);
    std::vector<std::uint32_t> launches;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        job.check();
        launches_in_chunk(i, launches, job.stop);
        std::uint64_t request = head_in_file(i).first_request;
        for (const std::uint32_t launch : launches) {
            if (contains(request) && launch < info.launches.size())
                counter.add(launch, number_in_part(request));
            ++request;
        }
    }
    return counter.launches();
}

/// The requests of launches in a part without a gap, from those of the file. The launches must not
/// interleave.
std::vector<LaunchRequests> HmtFile::Impl::cut_launches(const std::vector<LaunchRequests>& of_file) const {
    std::vector<LaunchRequests> result;
    for (std::size_t i = 0; i < info.launches.size(); ++i) {
        const std::uint64_t first = number_in_part(of_file[i].first);
        const std::uint64_t end = number_in_part(of_file[i].end);
        const std::uint64_t begun = info.launches[i].first_request.value;
        result.push_back(first < end ? LaunchRequests{end - first, first, end}
                                     : LaunchRequests{0, begun, begun});
    }
    return result;
}

const std::vector<LaunchRequests>& HmtFile::Impl::launch_requests(const JobContext& job) const {
    const std::lock_guard lock(launch_table->mutex);
    if (launch_table->known) return *launch_table->known;
    if (info.launches.size() == 1 && info.requests != 0)
        launch_table->known = {{info.requests, 0, info.requests}};
    else if (launches_of_file != nullptr && !selection && !launches_interleave(*launches_of_file))
        launch_table->known = cut_launches(*launches_of_file);
    else
        launch_table->known = count_launches(job);
    return *launch_table->known;
}

void HmtFile::Impl::check_launch_counts(const JobContext& job) const {
    if (!launch_table->is_stored) return;
    const std::vector<LaunchRequests>& said = launch_requests(job);
    const std::vector<LaunchRequests> found = count_launches(job);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] != said[i])
            fail("requests of launches",
                 fmt::format("launch {}: expected {} requests from {} to {}, found {} from {} to {}", i,
                             said[i].count, said[i].first, said[i].end, found[i].count, found[i].first,
                             found[i].end));
}

/// The requests of a part of launches that run at the same time as others: those in the borders that have the
/// number of one of them.
std::shared_ptr<const RequestSelection> HmtFile::Impl::select_requests(const Borders& borders,
                                                                       const JobContext& job) const {
    auto selected = std::make_shared<RequestSelection>(number_in_file(borders.first_request),
                                                       number_in_file(borders.last_request));
    std::vector<std::uint32_t> launches;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        job.check();
        const BlockHead head = head_in_file(i);
        if (head.first_request + head.requests <= number_in_file(borders.first_request) ||
            head.first_request >= number_in_file(borders.last_request))
            continue;
        launches_in_chunk(i, launches, job.stop);
        std::uint64_t request = head.first_request;
        for (const std::uint32_t launch : launches) {
            const std::uint64_t number = number_in_part(request);
            if (contains(request) && number >= borders.first_request && number < borders.last_request &&
                launch >= borders.first_launch && launch < borders.last_launch)
                selected->add(request);
            ++request;
        }
    }
    return selected;
}

} // namespace hitmap
