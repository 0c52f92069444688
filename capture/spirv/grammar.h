#pragma once

/// The names and numbers of SPIR-V, and which instructions have results, from SPIRV-Headers.
#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.hpp11>
