"""Arrays that nobody counts.

Compiled code counts who holds an array, with atomic instructions. In a recursion over small sets that takes
more than half of the time. A borrowed array is not counted; whoever lends it keeps it until the work is done.
"""

from __future__ import annotations

from typing import Any

from numba.extending import intrinsic, overload


def borrowed(array):
    """The same array, uncounted in compiled code."""
    return array


@overload(borrowed)
def _borrowed(array):
    def implementation(array):
        return _uncounted(array)

    return implementation


@intrinsic
def _uncounted(typing, array):
    def codegen(context: Any, b: Any, signature: Any, args: Any) -> Any:
        made = context.make_array(signature.return_type)(context, b, value=args[0])
        made.meminfo = made.meminfo.type(None)
        made.parent = made.parent.type(None)
        return made._getvalue()

    return array(array), codegen
