"""Imported once by the process that workers are forked from, so that they start with the compiled kernels loaded.

Right after installation nothing is compiled yet; then workers start at once and compile what their jobs need.
"""

from .worker_jobs import compiled_marker, warm_up

marker = compiled_marker()
if marker is not None and marker.exists():
    warm_up()
