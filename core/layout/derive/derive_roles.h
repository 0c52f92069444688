#pragma once

#include "core/layout/derive/buffer_use.h"
#include "core/trace/model/recording.h"

#include <vector>

namespace hitmap {

/// Derives what each buffer holds from how it is accessed (von Buelow et al. 2022, section 4.1):
///
/// - local memory is the stack;
/// - the framebuffer is written only. If there are several such buffers, it is the largest one;
/// - faces are read, and after each of them three vertices, by the same lane. Where several buffers are read
/// like
///   this, the one that is read most often has the faces; the others have indices of vertex attributes;
/// - nodes are read directly before the first face of a leaf, and boxes directly after nodes;
/// - other buffers that are read by threes have vertex attributes, too.
///
/// Everything else, also what is not accessed, has the role `other`.
[[nodiscard]] std::vector<Role> derive_roles(const std::vector<BufferUse>& uses, const BufferLinks& links);

} // namespace hitmap
