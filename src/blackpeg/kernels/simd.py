"""Loops in vector instructions, 32 codes at a time; first the one everything stands on: a code against many.

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

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

LANES = 32  # codes at a time; tables and feedbacks are padded to a multiple of this
UNROLLED = 2  # vectors of codes that are compared with a probe in one go
WORDS_AT_A_TIME = 16  # words of `LANES` bits that `have_common_bit` compares in one go
COUNTED_TOGETHER = 7  # values that `count_values_into` counts in one go: as many as there are registers for

BYTE, INDEX = ir.IntType(8), ir.IntType(64)
BYTES = ir.VectorType(BYTE, LANES)


def _number(value: int) -> Any:
    return ir.Constant(INDEX, value)


def _all_lanes(value: int, vector: Any) -> Any:
    """A vector of one constant."""
    return ir.Constant(vector, [value] * vector.count)


def _splat(b: Any, value: Any, vector: Any) -> Any:
    """A vector of one value."""
    empty = ir.Constant(vector, ir.Undefined)
    one = b.insert_element(empty, value, ir.Constant(ir.IntType(32), 0))
    return b.shuffle_vector(one, empty, _all_lanes(0, ir.VectorType(ir.IntType(32), LANES)))


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
    sums = ir.VectorType(element, LANES)

    def codegen(context: Any, b: Any, signature: Any, args: Any) -> Any:
        def array(k: int) -> Any:
            return context.make_array(signature.args[k])(context, b, args[k])

        def load(base: Any, offset: Any) -> Any:
            return b.load(b.bitcast(b.gep(base, [offset]), BYTES.as_pointer()), align=1)

        first, count, which = args[2], args[3], args[5]
        table_array, probe_array = array(1), array(4)
        data, out_data = table_array.data, array(0).data
        stride = cgutils.unpack_tuple(b, table_array.shape)[1]
        width = cgutils.unpack_tuple(b, probe_array.shape)[1]
        pegs = b.udiv(width, _number(3))
        probe = b.gep(probe_array.data, [b.mul(which, width)])
        colors = b.gep(probe, [_number(1)])
        hues = b.gep(colors, [pegs])
        held = b.gep(hues, [pegs])
        distinct = b.zext(b.load(probe), INDEX)
        black = _splat(b, b.trunc(args[6], element), sums)
        none = _all_lanes(0, sums)
        totals = [cgutils.alloca_once(b, sums) for _ in range(UNROLLED)]

        def compare(offset: Any, many: int) -> None:
            """The feedbacks of this many vectors of codes from an offset on."""
            starts = [b.add(first, b.add(offset, _number(k * LANES))) for k in range(many)]
            for total in totals[:many]:
                b.store(none, total)
            with cgutils.for_range(b, pegs) as peg:
                color = _splat(b, b.load(b.gep(colors, [peg.index])), BYTES)
                base = b.gep(data, [b.mul(peg.index, stride)])
                for start, total in zip(starts, totals, strict=False):
                    same = b.icmp_unsigned("==", load(base, start), color)
                    b.store(b.add(b.load(total), b.select(same, black, none)), total)
            with cgutils.for_range(b, distinct) as hue:
                color = b.zext(b.load(b.gep(hues, [hue.index])), INDEX)
                have = _splat(b, b.load(b.gep(held, [hue.index])), BYTES)
                base = b.gep(data, [b.mul(b.add(pegs, color), stride)])
                for start, total in zip(starts, totals, strict=False):
                    row = load(base, start)
                    least = b.select(b.icmp_unsigned("<", row, have), row, have)
                    least = least if element == BYTE else b.zext(least, sums)
                    b.store(b.add(b.load(total), least), total)
            for k, total in enumerate(totals[:many]):
                at = b.gep(out_data, [b.add(offset, _number(k * LANES))])
                b.store(b.load(total), b.bitcast(at, sums.as_pointer()), align=1)

        blocks = b.udiv(b.add(count, _number(LANES - 1)), _number(LANES))
        groups = b.udiv(blocks, _number(UNROLLED))
        done = b.mul(groups, _number(UNROLLED))
        with cgutils.for_range(b, groups) as group:
            compare(b.mul(group.index, _number(UNROLLED * LANES)), UNROLLED)
        with cgutils.for_range(b, b.sub(blocks, done)) as block:
            compare(b.mul(b.add(done, block.index), _number(LANES)), 1)
        return context.get_dummy_value()

    return signature, codegen


def count_values_into(sizes, given, count, values):
    """Add to sizes[v] how often v stands in given[:count], for each of some different bytes v.

    `count` is rounded up to whole lanes, at most 255 of them. This is the definition; compiled code uses the vector
    form below.
    """
    found = given[: -(-count // LANES) * LANES]
    for value in values:
        sizes[value] += np.count_nonzero(found == value)


@overload(count_values_into)
def _count_values_into(sizes, given, count, values):
    def implementation(sizes, given, count, values):
        _count_lanes(sizes, given, count, values)

    return implementation


@intrinsic
def _count_lanes(typing, sizes, given, count, values):
    signature = types.void(sizes, given, types.int64, values)
    size, words = ir.IntType(sizes.dtype.bitwidth), ir.VectorType(INDEX, LANES // 8)

    def codegen(context: Any, b: Any, signature: Any, args: Any) -> Any:
        def array(k: int) -> Any:
            return context.make_array(signature.args[k])(context, b, args[k])

        add_up = cgutils.get_or_insert_function(
            b.module, ir.FunctionType(INDEX, [words]), f"llvm.vector.reduce.add.v{LANES // 8}i64"
        )
        low_bytes, eight = _all_lanes(0x00FF00FF00FF00FF, words), _all_lanes(8, words)

        def sum_of(lanes: Any) -> Any:
            """The sum of all bytes, by way of sums of 16 bits."""
            pairs = b.bitcast(lanes, words)
            sums = b.add(b.and_(pairs, low_bytes), b.and_(b.lshr(pairs, eight), low_bytes))
            return b.lshr(b.mul(b.call(add_up, [sums]), _number(0x0001000100010001)), _number(48))

        out, data, values_array = array(0).data, array(1).data, array(3)
        many = cgutils.unpack_tuple(b, values_array.shape)[0]
        blocks = b.udiv(b.add(args[2], _number(LANES - 1)), _number(LANES))
        groups = b.udiv(b.add(many, _number(COUNTED_TOGETHER - 1)), _number(COUNTED_TOGETHER))
        counts = [cgutils.alloca_once(b, BYTES) for _ in range(COUNTED_TOGETHER)]
        with cgutils.for_range(b, groups) as group:
            first = b.mul(group.index, _number(COUNTED_TOGETHER))
            numbers = [b.add(first, _number(k)) for k in range(COUNTED_TOGETHER)]
            are_there = [b.icmp_unsigned("<", number, many) for number in numbers]
            each = [
                b.load(b.gep(values_array.data, [b.select(is_there, number, first)]))
                for number, is_there in zip(numbers, are_there, strict=True)
            ]
            wanted = [_splat(b, b.trunc(value, BYTE), BYTES) for value in each]
            for found in counts:
                b.store(_all_lanes(0, BYTES), found)
            with cgutils.for_range(b, blocks) as block:
                at = b.gep(data, [b.mul(block.index, _number(LANES))])
                row = b.load(b.bitcast(at, BYTES.as_pointer()), align=1)
                for value, found in zip(wanted, counts, strict=True):
                    b.store(b.sub(b.load(found), b.sext(b.icmp_unsigned("==", row, value), BYTES)), found)
            for value, found, is_there in zip(each, counts, are_there, strict=True):
                total = b.select(is_there, b.trunc(sum_of(b.load(found)), size), ir.Constant(size, 0))
                at = b.gep(out, [value])
                b.store(b.add(b.load(at), total), at)
        return context.get_dummy_value()

    return signature, codegen


def score_guesses(scores, table, codes, first, count, win, below, word):
    """Write how many parts each of `count` guesses makes of some codes, and one more if the guess may win.

    The guesses are those from number `first` on. table[code, guess] is the feedback: its number in a table of bytes, or
    the bit of that number in one of 16 bits. `win` is the number of the feedback that solves, `word` any number of a
    type that has a bit for each feedback. A guess that makes only one part has a score of 0. Returns the greatest score
    that is less than `below`. `scores` is filled up to whole lanes with zeros, and `table` has memory for as many lanes
    behind its end. This is the definition; compiled code uses the vector form below.
    """
    scores[count : -(-count // LANES) * LANES] = 0
    for j in range(count):
        given = {int(one) if table.dtype == np.uint16 else 1 << int(one) for one in table[codes, first + j]}
        scores[j] = len(given) + (1 << win in given) if len(given) > 1 else 0
    return max((int(score) for score in scores[:count] if score < below), default=0)


@overload(score_guesses)
def _score_guesses(scores, table, codes, first, count, win, below, word):
    def implementation(scores, table, codes, first, count, win, below, word):
        return _score_lanes(scores, table, codes, first, count, win, below, word)

    return implementation


@intrinsic
def _score_lanes(typing, scores, table, codes, first, count, win, below, word):
    int64 = types.int64
    signature = int64(scores, table, codes, int64, int64, int64, int64, word)
    are_bits = table.dtype.bitwidth == 16
    word = ir.IntType(word.bitwidth)
    words, numbers = ir.VectorType(word, LANES), ir.VectorType(ir.IntType(table.dtype.bitwidth), LANES)
    indices = ir.VectorType(INDEX, LANES)

    def codegen(context: Any, b: Any, signature: Any, args: Any) -> Any:
        def array(k: int) -> Any:
            return context.make_array(signature.args[k])(context, b, args[k])

        count_bits_of = cgutils.get_or_insert_function(
            b.module, ir.FunctionType(words, [words]), f"llvm.ctpop.v{LANES}i{word.width}"
        )
        first, count, win, below = args[3:7]
        out, codes_array, table_array = array(0).data, array(2), array(1)
        stride = cgutils.unpack_tuple(b, table_array.shape)[1]
        many = cgutils.unpack_tuple(b, codes_array.shape)[0]
        winning = _splat(b, b.trunc(win, word), words)
        limit = _splat(b, b.trunc(below, BYTE), BYTES)
        lanes = ir.Constant(indices, list(range(LANES)))
        bits, top = cgutils.alloca_once(b, words), cgutils.alloca_once(b, BYTES)
        b.store(_all_lanes(0, BYTES), top)
        blocks = b.udiv(b.add(count, _number(LANES - 1)), _number(LANES))
        with cgutils.for_range(b, blocks) as block:
            offset = b.mul(block.index, _number(LANES))
            start = b.gep(table_array.data, [b.add(first, offset)])
            b.store(_all_lanes(0, words), bits)
            with cgutils.for_range(b, many) as one:
                code = b.zext(b.load(b.gep(codes_array.data, [one.index])), INDEX)
                row = b.load(
                    b.bitcast(b.gep(start, [b.mul(code, stride)]), numbers.as_pointer()),
                    align=table.dtype.bitwidth // 8,
                )
                bit = row if are_bits else b.shl(_all_lanes(1, words), b.zext(row, words))
                b.store(b.or_(b.load(bits), bit), bits)
            found = b.load(bits)
            parts = b.call(count_bits_of, [found])
            wins = b.and_(b.lshr(found, winning), _all_lanes(1, words))
            score = b.select(
                b.icmp_unsigned(">", parts, _all_lanes(1, words)), b.add(parts, wins), _all_lanes(0, words)
            )
            score = b.trunc(score, BYTES)
            inside = b.icmp_unsigned(
                "<", lanes, _splat(b, b.sub(count, offset), indices)
            )  # lanes behind the last guess hold nothing
            score = b.select(inside, score, _all_lanes(0, BYTES))
            b.store(score, b.bitcast(b.gep(out, [offset]), BYTES.as_pointer()), align=1)
            counts = b.select(b.icmp_unsigned("<", score, limit), score, _all_lanes(0, BYTES))
            old = b.load(top)
            b.store(b.select(b.icmp_unsigned(">", counts, old), counts, old), top)
        greatest = cgutils.get_or_insert_function(
            b.module, ir.FunctionType(BYTE, [BYTES]), f"llvm.vector.reduce.umax.v{LANES}i8"
        )
        return b.zext(b.call(greatest, [b.load(top)]), INDEX)

    return signature, codegen


def between(scores, first, above, below):
    """The scores of the lanes from number `first` on that lie between two limits, as bits of a word."""
    return sum(1 << j for j, score in enumerate(scores[first : first + LANES]) if above < score < below)


@overload(between)
def _between(scores, first, above, below):
    def implementation(scores, first, above, below):
        return _between_lanes(scores, first, above, below)

    return implementation


@intrinsic
def _between_lanes(typing, scores, first, above, below):
    signature = types.uint64(scores, types.int64, types.int64, types.int64)

    def codegen(context: Any, b: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, b, args[0]).data
        row = b.load(b.bitcast(b.gep(data, [args[1]]), BYTES.as_pointer()), align=1)
        enough = b.icmp_unsigned(">", row, _splat(b, b.trunc(args[2], BYTE), BYTES))
        few = b.icmp_unsigned("<", row, _splat(b, b.trunc(args[3], BYTE), BYTES))
        return b.zext(b.bitcast(b.and_(enough, few), ir.IntType(LANES)), INDEX)

    return signature, codegen


def lowest_bit(word):
    """The number of the lowest bit that is set in a 64-bit word that is not 0."""
    return (int(word) & -int(word)).bit_length() - 1


@overload(lowest_bit)
def _lowest_bit(word):
    def implementation(word):
        return _trailing_zeros(word)

    return implementation


@intrinsic
def _trailing_zeros(typing, word):
    return types.int64(types.uint64), lambda context, b, signature, args: b.cttz(args[0], ir.Constant(ir.IntType(1), 1))


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


def note_differences(words, row, table, first, second, count):
    """Note as bits of words[row] which of the first `count` columns of `table` differ in two of its rows.

    The last word is filled up with bits that are 0. `table` has memory for as many lanes behind its end. This is the
    definition; compiled code uses the vector form below.
    """
    for k in range(-(-count // LANES)):
        columns = range(k * LANES, min(count, (k + 1) * LANES))
        words[row, k] = sum(1 << j for j, c in enumerate(columns) if table[first, c] != table[second, c])


@overload(note_differences)
def _note_differences(words, row, table, first, second, count):
    def implementation(words, row, table, first, second, count):
        _difference_lanes(words, row, table, first, second, count)

    return implementation


@intrinsic
def _difference_lanes(typing, words, row, table, first, second, count):
    int64 = types.int64
    signature = types.void(words, int64, table, int64, int64, int64)
    word, lanes = ir.IntType(LANES), ir.VectorType(INDEX, LANES)

    def codegen(context: Any, b: Any, signature: Any, args: Any) -> Any:
        def row_of(k: int, number: Any) -> Any:
            array = context.make_array(signature.args[k])(context, b, args[k])
            return b.gep(array.data, [b.mul(number, cgutils.unpack_tuple(b, array.shape)[1])])

        def load(base: Any, offset: Any) -> Any:
            return b.load(b.bitcast(b.gep(base, [offset]), BYTES.as_pointer()), align=1)

        out, one, other, count = row_of(0, args[1]), row_of(2, args[3]), row_of(2, args[4]), args[5]
        numbers = ir.Constant(lanes, list(range(LANES)))
        with cgutils.for_range(b, b.udiv(b.add(count, _number(LANES - 1)), _number(LANES))) as block:
            offset = b.mul(block.index, _number(LANES))
            differ = b.icmp_unsigned("!=", load(one, offset), load(other, offset))
            inside = b.icmp_unsigned("<", numbers, _splat(b, b.sub(count, offset), lanes))
            b.store(b.bitcast(b.and_(differ, inside), word), b.gep(out, [block.index]))
        return context.get_dummy_value()

    return signature, codegen


def have_common_bit(words, rows, count):
    """Checks whether a bit is set in all of the first `count` of these rows of words.

    The length of a row is a multiple of `WORDS_AT_A_TIME`. This is the definition; compiled code uses the vector form
    below.
    """
    return bool(np.bitwise_and.reduce(words[rows[:count]]).any())


@overload(have_common_bit)
def _have_common_bit(words, rows, count):
    def implementation(words, rows, count):
        return _common_bit_lanes(words, rows, count)

    return implementation


@intrinsic
def _common_bit_lanes(typing, words, rows, count):
    signature = types.boolean(words, rows, types.int64)
    word = ir.IntType(LANES)
    vector = ir.VectorType(word, WORDS_AT_A_TIME)

    def codegen(context: Any, b: Any, signature: Any, args: Any) -> Any:
        def array(k: int) -> Any:
            return context.make_array(signature.args[k])(context, b, args[k])

        words, rows, count = array(0), array(1).data, args[2]
        stride = cgutils.unpack_tuple(b, words.shape)[1]
        any_bit = cgutils.get_or_insert_function(
            b.module, ir.FunctionType(word, [vector]), f"llvm.vector.reduce.or.v{WORDS_AT_A_TIME}i{LANES}"
        )
        common, found = cgutils.alloca_once(b, vector), cgutils.alloca_once(b, ir.IntType(1))
        b.store(ir.Constant(ir.IntType(1), 0), found)
        with cgutils.for_range(b, b.udiv(stride, _number(WORDS_AT_A_TIME))) as block:
            start = b.gep(words.data, [b.mul(block.index, _number(WORDS_AT_A_TIME))])
            b.store(ir.Constant(vector, [2**LANES - 1] * WORDS_AT_A_TIME), common)
            with cgutils.for_range(b, count) as one:
                row = b.zext(b.load(b.gep(rows, [one.index])), INDEX)
                at = b.gep(start, [b.mul(row, stride)])
                here = b.load(b.bitcast(at, vector.as_pointer()), align=4)
                b.store(b.and_(b.load(common), here), common)
            is_there = b.icmp_unsigned("!=", b.call(any_bit, [b.load(common)]), ir.Constant(word, 0))
            b.store(b.or_(b.load(found), is_there), found)
            with b.if_then(is_there):
                block.do_break()
        return b.load(found)

    return signature, codegen
