#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Options of recordings whose thread blocks were dealt to another number of SMs (docs/cache-models.md): what
/// was done, and a reason for each way in which the recording is an estimate of what those SMs would do.
inline constexpr std::string_view deal_blocks_option = "deal-blocks";
inline constexpr std::string_view deal_blocks_estimate_option = "deal-blocks-estimate";

/// An option of recordings with the traversal of rays that another program traced (docs/capture.md): how many
/// rays end as they did in that program.
inline constexpr std::string_view replay_option = "replay";

/// The field whose origin says where a traversal comes from. That of a tree that is not the driver's is
/// assumed, however many rays agree; that of the driver's is derived if all do.
inline constexpr std::string_view traversal_field = "traversal";

/// The value of deal_blocks_option, "128 SMs, recorded on 68"; empty: the blocks are where they were.
[[nodiscard]] std::string_view dealing_text(const RecordingInfo& info);
/// The number of SMs that a recording was made for, also if its blocks were dealt to others; 0: not known.
[[nodiscard]] std::uint32_t recorded_sms(const RecordingInfo& info);

/// Why a recording that this program changed is an estimate, as parts of a sentence: "by relayout: the faces
/// of a leaf were tested in the order that they had in memory". Empty if it is none.
[[nodiscard]] std::vector<std::string> change_estimates(const RecordingInfo& info);
/// Why what is simulated for a recording is an estimate: change_estimates(), and what the models need and the
/// recording does not know: "because the SMs on which blocks ran are assumed". Empty if it is none: what the
/// models need was recorded, or follows exactly from what was.
[[nodiscard]] std::vector<std::string> estimate_reasons(const RecordingInfo& info);
/// "Estimate, by relayout: ...; because ...", without a full stop; empty if there are no reasons.
[[nodiscard]] std::string estimate_text(const RecordingInfo& info);

/// Which caches the numbers of a recording with sums in the place of requests are of: "as recorded", or "as
/// recorded, with caches that are not known".
[[nodiscard]] std::string_view recorded_caches_text(const RecordingInfo& info);

} // namespace hitmap
