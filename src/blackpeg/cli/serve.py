"""`blackpeg serve`: starts the web app, which is imported only then."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import BlackpegError
from ..lab.missing_extra import install
from ..storage import data_folder


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 is everywhere.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--data", metavar="DIR", help="Where games are kept.  [default: $BLACKPEG_DATA, or the user's folder]")
@click.option("--root-path", default="", metavar="PATH", help="Where a proxy in front shows it, such as /mastermind.")
@click.option("--allow-origin", "origins", multiple=True, metavar="URL",
              help="A site whose pages may call the API, such as https://example.org; * is any.")  # fmt: skip
@click.option("--daily-key", metavar="FILE",
              help="Daily puzzles of this server's own: a file with their name and a key in two lines.")  # fmt: skip
@click.option("--host-name", "host_names", multiple=True, metavar="NAME",
              help="A name of this server, such as example.org; requests to other names are refused.")  # fmt: skip
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS",
              help="A proxy in front, such as 127.0.0.1 or 10.0.0.0/8, whose X-Forwarded-For counts.")  # fmt: skip
@click.option("--keep", "keep_days", type=click.IntRange(1), metavar="DAYS",
              help="Delete what nobody has touched for DAYS days.  [default: only unfinished games]")  # fmt: skip
@click.option("--quota", "quota_gb", type=click.FloatRange(0.001), default=10, show_default=True, metavar="GB",
              help="How large the file of games may grow before no new games are begun.")  # fmt: skip
@click.option("--monitor", "monitor_port", type=click.IntRange(0, 65535), metavar="PORT",
              help="Show /health and /metrics at this port of this machine only.")  # fmt: skip
@click.option("--log-requests", is_flag=True, help="Write a line for each request, without ids, codes and addresses.")
@click.option("--cluster", default="", metavar="ADDRESS",
              help="A Dask scheduler, such as tcp://10.0.0.5:8786, whose workers do heavy computations.")  # fmt: skip
def serve(
    host: str,
    port: int,
    data: str | None,
    root_path: str,
    origins: tuple[str, ...],
    daily_key: str | None,
    host_names: tuple[str, ...],
    proxies: tuple[str, ...],
    keep_days: int | None,
    quota_gb: float,
    monitor_port: int | None,
    log_requests: bool,
    cluster: str,
) -> int:
    """Start the web app.

    Play, be the codemaker, watch evolution, review games, look into the lab; and an API.

    \b
    blackpeg serve
    blackpeg serve --host 0.0.0.0 --port 9000 --data /srv/blackpeg
    """
    root = "/" + root_path.strip("/") if root_path.strip("/") else ""
    try:
        from ..web.app import run
        from ..web.operation.quota import Quota
        from ..web.operation.settings import Settings, is_loopback
    except ImportError as error:
        raise BlackpegError(f"the web app needs FastAPI and uvicorn ({error}): {install('web')}") from error
    from ..puzzles.daily import read_daily_key

    key = read_daily_key(Path(daily_key).expanduser()) if daily_key else None
    quota = Quota(max_bytes=int(quota_gb * 2**30))
    for_others = bool(root or origins or host_names or proxies) or not is_loopback(host)
    settings = Settings(
        proxies, host_names, keep_days, quota, monitor_port, log_requests, cluster, starts_studies=not for_others
    )
    return run(host, port, Path(data).expanduser() if data else data_folder(), root, origins, key, settings)
