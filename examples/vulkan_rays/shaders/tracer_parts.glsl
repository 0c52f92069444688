// What both ways of ray tracing share with the compute example.
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

#include "options.glsl"
#include "buffers.glsl"
#include "exact_sign.glsl"
#include "ray.glsl"
#include "shading.glsl"
#include "secondary_rays.glsl"
#include "driver_traversal.glsl"
#include "pixel_order.glsl"
#include "pixel_work.glsl"

void trace_pixel(uint item) {
    PixelWork work;
    work.pixel = pixel_of_item(item);
    begin_primary_rays(work);
    while (work.has_pixel)
        end_ray(work);
}
