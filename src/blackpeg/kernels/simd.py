"""The one loop everything stands on: a code against 32 codes at a time.

A set of codes is held as a *table* of bytes, one column a code: row p is the color at peg p, row
pegs + c how often color c occurs. The feedback to a code is then a sum over rows,

    black * (pegs + 1) + white  =  pegs * black + (black + white)
                                =  sum over pegs of pegs * (row == color)
                                 + sum over its colors of min(row, how often it has the color),

and sums of bytes are what vector units do best. Written in vector instructions because the automatic
vectorizer leaves short sets, which are the majority, to scalar code (5 to 10 times slower).
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

LANES = 32  # codes at a time; tables and feedbacks are padded to a multiple of this


def probe_feedbacks_into(out, table, first, count, probes, which, weight):
    """Write into `out` the feedback of `count` codes of `table`, from the `first` on, to the probe number `which`.

    A probe is a guess prepared for this, a row of bytes: how many different colors it has, its colors peg by peg,
    the different colors, and how often it has each. `weight` is what a black peg adds to the feedback. `count` is
    rounded up to whole lanes. This is the definition; compiled code uses the vector form below.
    """
    probe = probes[which]
    pegs = len(probe) // 3
    for j in range(-(-count // LANES) * LANES):
        feedback = 0
        for p in range(pegs):
            if table[p, first + j] == probe[1 + p]:
                feedback += weight
        for k in range(probe[0]):
            feedback += min(int(table[pegs + probe[1 + pegs + k], first + j]), int(probe[1 + 2 * pegs + k]))
        out[j] = feedback


@overload(probe_feedbacks_into)
def _vectorized(out, table, first, count, probes, which, weight):
    def implementation(out, table, first, count, probes, which, weight):
        _lanes(out, table, first, count, probes, which, weight)

    return implementation


@intrinsic
def _lanes(typing, out, table, first, count, probes, which, weight):
    int64 = types.int64
    signature = types.void(out, table, int64, int64, probes, int64, int64)
    element = ir.IntType(out.dtype.bitwidth)
    byte, index = ir.IntType(8), ir.IntType(64)
    bytes_, sums = ir.VectorType(byte, LANES), ir.VectorType(element, LANES)

    def codegen(context: Any, b: Any, signature: Any, args: Any) -> Any:
        def array(k: int) -> Any:
            return context.make_array(signature.args[k])(context, b, args[k])

        def number(value: int) -> Any:
            return ir.Constant(index, value)

        def splat(value: Any, vector: Any) -> Any:
            one = b.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
            zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
            return b.shuffle_vector(one, ir.Constant(vector, ir.Undefined), zeros)

        def load(base: Any, offset: Any) -> Any:
            return b.load(b.bitcast(b.gep(base, [offset]), bytes_.as_pointer()), align=1)

        first, count, which = args[2], args[3], args[5]
        table_array, probe_array = array(1), array(4)
        data, out_data = table_array.data, array(0).data
        stride = cgutils.unpack_tuple(b, table_array.shape)[1]
        width = cgutils.unpack_tuple(b, probe_array.shape)[1]
        pegs = b.udiv(width, number(3))
        probe = b.gep(probe_array.data, [b.mul(which, width)])
        colors = b.gep(probe, [number(1)])
        hues = b.gep(colors, [pegs])
        held = b.gep(hues, [pegs])
        distinct = b.zext(b.load(probe), index)
        black = splat(b.trunc(args[6], element), sums)
        none = ir.Constant(sums, [0] * LANES)
        total = cgutils.alloca_once(b, sums)
        blocks = b.udiv(b.add(count, number(LANES - 1)), number(LANES))
        with cgutils.for_range(b, blocks) as block:
            offset = b.mul(block.index, number(LANES))
            start = b.add(first, offset)
            b.store(none, total)
            with cgutils.for_range(b, pegs) as peg:
                row = load(data, b.add(start, b.mul(peg.index, stride)))
                same = b.icmp_unsigned("==", row, splat(b.load(b.gep(colors, [peg.index])), bytes_))
                b.store(b.add(b.load(total), b.select(same, black, none)), total)
            with cgutils.for_range(b, distinct) as hue:
                color = b.zext(b.load(b.gep(hues, [hue.index])), index)
                row = load(data, b.add(start, b.mul(b.add(pegs, color), stride)))
                have = splat(b.load(b.gep(held, [hue.index])), bytes_)
                least = b.select(b.icmp_unsigned("<", row, have), row, have)
                least = least if element == byte else b.zext(least, sums)
                b.store(b.add(b.load(total), least), total)
            b.store(b.load(total), b.bitcast(b.gep(out_data, [offset]), sums.as_pointer()), align=1)
        return context.get_dummy_value()

    return signature, codegen


def count_bits(word):
    """How many bits of a 64-bit word are set."""
    return int(word).bit_count()


@overload(count_bits)
def _count_bits(word):
    def implementation(word):
        return _popcount(word)

    return implementation


@intrinsic
def _popcount(typing, word):
    return types.uint64(types.uint64), lambda context, b, signature, args: b.ctpop(args[0])
