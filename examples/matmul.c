/* Multiplies two square matrices, and names its buffers for `hitmap import`. docs/import.md takes a
   recording of its memory accesses by Valgrind to the hit rates of its source lines.

   Usage: matmul [SIZE]   (default: 64) */

#include <stdio.h>
#include <stdlib.h>

static void multiply(size_t n, const double* left, const double* right, double* product) {
    for (size_t row = 0; row < n; ++row) {
        for (size_t column = 0; column < n; ++column) {
            double sum = 0;
            for (size_t k = 0; k < n; ++k) {
                const double in_row = left[row * n + k];
                const double in_column = right[k * n + column]; /* a new cache line each time */
                sum += in_row * in_column;
            }
            product[row * n + column] = sum;
        }
    }
}

static double* matrix(size_t n, const char* name) {
    double* elements = calloc(n * n, sizeof *elements);
    if (elements == NULL) exit(1);
    fprintf(stderr, "#buf %s %p %zu %zu\n", name, (void*)elements, n * n * sizeof *elements,
            sizeof *elements);
    return elements;
}

int main(int argc, char** argv) {
    const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 64;
    double* left = matrix(n, "left");
    double* right = matrix(n, "right");
    double* product = matrix(n, "product");
    for (size_t i = 0; i < n * n; ++i) {
        left[i] = (double)(i % 7);
        right[i] = (double)(i % 5);
    }
    multiply(n, left, right, product);
    double trace = 0;
    for (size_t i = 0; i < n; ++i)
        trace += product[i * n + i];
    printf("trace %g\n", trace);
    free(left);
    free(right);
    free(product);
    return 0;
}
