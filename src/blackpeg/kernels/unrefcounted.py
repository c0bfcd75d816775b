"""Array views without Numba's reference counting, which took half the time of recursive searches.

Compiled code counts the references to an array with atomic instructions, also when it takes an array out of a tuple. A
view without a count costs nothing to pass on; the caller must keep the array itself until the work is done.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.types.containers import BaseTuple
from numba.extending import intrinsic, overload


def unrefcounted(value):
    """Returns the same array, or tuple of arrays and tuples, without reference counts in compiled code."""
    return value


@overload(unrefcounted)
def _unrefcounted(value):
    def implementation(value):
        return _without_counts(value)

    return implementation


@intrinsic
def _without_counts(typing, value):
    def codegen(context: Any, b: Any, signature: Any, args: Any) -> Any:
        def strip(kind: Any, given: Any) -> Any:
            if isinstance(kind, BaseTuple):
                for k, member in enumerate(kind.types):
                    given = b.insert_value(given, strip(member, b.extract_value(given, k)), k)
                return given
            if not isinstance(kind, types.Array):
                return given
            array = context.make_array(kind)(context, b, value=given)
            array.meminfo = array.meminfo.type(None)
            array.parent = array.parent.type(None)
            return array._getvalue()

        return strip(signature.return_type, args[0])

    return value(value), codegen
