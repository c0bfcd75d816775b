/* Feedback as in kernels/simd.py, then one code counted after the other: the yardstick that benchmarks/run.py compiles. */
#include <stdint.h>
#include <string.h>
#include <time.h>

#define BLOCK 2048
#define LANES 32

typedef uint8_t lanes __attribute__((vector_size(LANES), aligned(1)));

static void partition(const uint8_t *table, long stride, long n, const uint8_t *probe, int pegs, int32_t *sizes) {
    uint8_t heard[BLOCK];
    const uint8_t *colors = probe + 1, *hues = colors + pegs, *held = hues + pegs;
    memset(sizes, 0, sizeof(int32_t) * 4 * (pegs + 1) * (pegs + 1));
    for (long first = 0; first < n; first += BLOCK) {
        long count = n - first < BLOCK ? n - first : BLOCK;
        for (long i = 0; i < count; i += LANES) {
            lanes total = {0};
            for (int p = 0; p < pegs; p++) {
                lanes row = *(const lanes *)(table + p * stride + first + i);
                total += (lanes)(row == colors[p]) & (uint8_t)pegs;
            }
            for (int k = 0; k < probe[0]; k++) {
                lanes row = *(const lanes *)(table + (pegs + hues[k]) * stride + first + i);
                lanes have = row - row + held[k];
                lanes less = (lanes)(row < have);
                total += (row & less) | (have & ~less);
            }
            *(lanes *)(heard + i) = total;
        }
        long i = 0;
        for (; i + 3 < count; i += 4) {
            sizes[4 * heard[i]]++;
            sizes[4 * heard[i + 1] + 1]++;
            sizes[4 * heard[i + 2] + 2]++;
            sizes[4 * heard[i + 3] + 3]++;
        }
        for (; i < count; i++) sizes[4 * heard[i]]++;
    }
}

double seconds(const uint8_t *table, long stride, long n, const uint8_t *probes, long guesses, int pegs, long times) {
    int32_t sizes[4 * 16 * 16];
    volatile int32_t sink = 0;
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (long t = 0; t < times; t++)
        for (long g = 0; g < guesses; g++) {
            partition(table, stride, n, probes + g * (3 * pegs + 1), pegs, sizes);
            sink += sizes[0];
        }
    clock_gettime(CLOCK_MONOTONIC, &b);
    return (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec);
}
