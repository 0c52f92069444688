#pragma once

#include "shaders/bindings.glsl"
