#include "core/relayout/model/relayout_options.h"

namespace hitmap {

std::string_view name_of(ClusterOrder /*order*/) {
    return "clustered";
}

} // namespace hitmap
