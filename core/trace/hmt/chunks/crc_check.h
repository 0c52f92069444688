#pragma once

namespace hitmap {

/// Whether a reader compares the check sums of a recording with its bytes. Fuzzing does not, because almost
/// every changed file would be refused at its first check sum.
enum class CrcCheck : bool { off, on };

} // namespace hitmap
