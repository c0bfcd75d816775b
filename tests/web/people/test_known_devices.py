"""Devices that are remembered: whose they are is right after every change."""

import pytest
from web.in_process import Site


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path)
    yield site
    site.close()


def test_a_joined_device_has_the_other_ones_games_at_once(site):
    first, second = site.visitor(), site.visitor()
    game = first.begin(game="4x6")
    own = second.begin(game="4x6")
    code = first.post("/api/device-links").json()["code"]
    assert second.post("/api/devices", code=code).status_code == 201
    assert {one["id"] for one in second.get("/api/games").json()} == {game["id"], own["id"]}
    first.post("/api/forget")
    assert second.get("/api/games").json() == []


def test_what_is_read_while_a_device_is_joined_is_not_remembered(site):
    """The database is asked for the visitor of a device, and before it answers, the device is joined to another."""
    known, devices = site.context.known_devices, site.context.devices

    async def join_meanwhile():
        code = await known.change(devices.make_link, "somebody")
        real = site.context.threads.read

        async def read_and_join(function, *arguments):
            found = await real(function, *arguments)
            site.context.threads.read = real
            await known.change(devices.join_device, code, "device")
            return found

        site.context.threads.read = read_and_join
        assert await known.visitor("device") == "device"  # it was asked before
        return await known.visitor("device"), await known.visitor("device")

    assert site.run(join_meanwhile()) == ("somebody", "somebody")
