#pragma once

// The headers that the source of a kernel needs.
#include "core/simt/code.h"
#include "core/simt/lanes.h"
#include "core/simt/memory.h"
#include "core/simt/registers.h"
#include "core/simt/warp.h"
