"""The scenarios of .ci/test-homes: `homes.py ENVIRONMENT OPP`. It has aiohttp from Home Assistant's own environment."""

import asyncio
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

import aiohttp

ENVIRONMENT, OPP = pathlib.Path(sys.argv[1]), os.path.abspath(sys.argv[2])
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="opp-homes-"))
CONFIG = FOLDER / "config"

RULES = """
source sensor { kitchen: Temperature  kichen: Number }
source input_boolean { door: Bool }
connect sensor, input_boolean to homeassistant("URL", token: env("HA_TOKEN"), lost: 60s)
connect notifications to homeassistant("URL", token: env("HA_TOKEN"), notify: "persistent_notification")
connect notifications("level") to homeassistant("URL", token: env("HA_TOKEN"), call: "input_number.set_value", entity: "input_number.level")
opp "Hot" when kitchen > 25C notify "{kitchen}"
opp "Level" when door notify "set" to "level" with { value: 42 }
opp "Kichen" when kichen > 1
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


PORT = free_port()
URL = f"http://127.0.0.1:{PORT}"
CONFIGURATION = f"""
homeassistant: {{name: Test, latitude: 52.5, longitude: 13.4, unit_system: metric, time_zone: Europe/Berlin}}
http: {{server_host: 127.0.0.1, server_port: {PORT}}}
api:
websocket_api:
auth:
config:
recorder: {{commit_interval: 1}}
history:
mobile_app:
input_boolean: {{door: {{name: Door}}}}
input_number: {{level: {{min: 0, max: 100}}}}
"""


async def until(text, condition, seconds=30):
    """Waits for a condition, which may be a coroutine."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if asyncio.iscoroutine(found):
            found = await found
        if found:
            print("ok  ", text)
            return
        await asyncio.sleep(0.2)
    sys.exit(f"failed: {text}")


class Home:
    """A Home Assistant of its own, with an administrator."""

    def __init__(self):
        (CONFIG / ".storage").mkdir(parents=True)
        (CONFIG / "configuration.yaml").write_text(CONFIGURATION)
        (CONFIG / ".storage/onboarding").write_text(json.dumps({
            "version": 4, "minor_version": 1, "key": "onboarding",
            "data": {"done": ["user", "core_config", "analytics", "integration"]}}))
        subprocess.run(
            [ENVIRONMENT / "bin/hass", "--script", "auth", "-c", CONFIG, "add", "ada", "secretpw"],
            check=True, stdout=subprocess.DEVNULL)
        self.process, self.token = None, None

    def start(self):
        self.process = subprocess.Popen(
            [ENVIRONMENT / "bin/hass", "-c", CONFIG, "--log-file", CONFIG / "hass.log"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=FOLDER)

    def kill(self):
        self.process.kill()
        self.process.wait()

    async def log_in(self, web):
        async def flow(path, body):
            async with web.post(URL + path, json=body) as response:
                return await response.json()

        begun = await flow("/auth/login_flow", {
            "client_id": URL + "/", "handler": ["homeassistant", None], "redirect_uri": URL + "/"})
        code = (await flow("/auth/login_flow/" + begun["flow_id"], {
            "client_id": URL + "/", "username": "ada", "password": "secretpw"}))["result"]
        form = {"grant_type": "authorization_code", "code": code, "client_id": URL + "/"}
        async with web.post(URL + "/auth/token", data=form) as response:
            self.token = (await response.json())["access_token"]

    async def command(self, web, **members):
        async with web.ws_connect(URL + "/api/websocket") as socket:
            await socket.receive_json()
            await socket.send_json({"type": "auth", "access_token": self.token})
            await socket.receive_json()
            await socket.send_json({"id": 1, **members})
            return (await socket.receive_json()).get("result")

    async def long_lived(self, web, name):
        return await self.command(
            web, type="auth/long_lived_access_token", client_name=name, lifespan=10)

    async def withdraw(self, web, name):
        for token in await self.command(web, type="auth/refresh_tokens"):
            if token.get("client_name") == name:
                await self.command(
                    web, type="auth/delete_refresh_token", refresh_token_id=token["id"])

    async def post(self, web, path, body):
        headers = {"Authorization": "Bearer " + self.token}
        async with web.post(URL + path, json=body, headers=headers) as response:
            assert response.status < 300, await response.text()

    async def state(self, web, entity):
        headers = {"Authorization": "Bearer " + self.token}
        async with web.get(URL + "/api/states/" + entity, headers=headers) as response:
            return (await response.json()).get("state")

    async def set(self, web, state, unit="°F"):
        await self.post(web, "/api/states/sensor.kitchen", {
            "state": state, "attributes": {"unit_of_measurement": unit}})


async def is_running(web, home):
    try:
        async with web.get(URL + "/auth/providers") as response:
            if response.status != 200:
                return False
        if home.token is None:
            await home.log_in(web)
        headers = {"Authorization": "Bearer " + home.token}
        async with web.get(URL + "/api/config", headers=headers) as response:
            return (await response.json()).get("state") == "RUNNING"
    except (aiohttp.ClientError, KeyError, ValueError):
        return False


async def main():
    home = Home()
    home.start()
    rules, token_file = FOLDER / "house.opp", FOLDER / "token"
    rules.write_text(RULES.replace("URL", URL))
    store = ["--store", FOLDER / "store.sqlite"]
    environment = {**os.environ, "HA_TOKEN_FILE": str(token_file)}
    environment.pop("HA_TOKEN", None)

    def opp(*words):
        return subprocess.run(
            [OPP, *words], capture_output=True, text=True, env=environment, cwd=FOLDER)

    async with aiohttp.ClientSession() as web:
        # The first start installs what it needs.
        await until("Home Assistant runs", lambda: is_running(web, home), 600)
        token_file.write_text(await home.long_lived(web, "first"))
        await home.set(web, "60")
        await home.post(web, "/api/states/sensor.kitchen_2", {"state": "1"})
        begins = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        output = open(FOLDER / "run.txt", "w")
        run = subprocess.Popen([OPP, "run", rules, *store], stdout=output, stderr=output, env=environment)
        printed = lambda: (FOLDER / "run.txt").read_text()
        fired = lambda: [json.loads(line) for line in opp("history", *store, "--format", "json").stdout.splitlines()]
        hot = lambda: [firing for firing in fired() if firing["opp"] == "Hot"]
        try:
            await asyncio.sleep(3)
            await home.set(web, "80")
            await until("80 °F is more than 25 °C, once", lambda: [h["text"] for h in hot()] == ["26.7°C"])
            await home.post(web, "/api/services/input_boolean/turn_on", {"entity_id": "input_boolean.door"})

            async def is_set():
                return await home.state(web, "input_number.level") == "42.0"

            await until("a call sets a number", is_set)
            await home.post(web, "/api/events/mobile_app_notification_action", {"action": "opp:done " + hot()[0]["id"]})
            await until("a button is an answer", lambda: hot()[0].get("answer") == "done", 5)
            await until("the misspelt entity is said", lambda: "Home Assistant has no `sensor.kichen`" in printed(), 60)

            before = printed()
            home.kill()
            home.start()
            await until("Home Assistant runs again", lambda: is_running(web, home), 120)
            await home.set(web, "81")
            await asyncio.sleep(5)
            assert printed() == before and len(hot()) == 1, printed()
            print("ok   a restart is not noticed")

            await home.withdraw(web, "first")
            await until("a token that is withdrawn is said", lambda: "refuses the token" in printed())
            await asyncio.sleep(3)
            assert printed().count("refuses the token") == 1, printed()
            print("ok   once, of both sources")
            token_file.write_text(await home.long_lived(web, "second"))
            again = lambda: printed().count("works again") + printed().count("work again")
            await until("a token that is renewed in its file works", lambda: again() == 1)
            await asyncio.sleep(2)
            assert again() == 1, printed()
            await home.set(web, "60")
            await asyncio.sleep(2)
            await home.set(web, "90")
            await until("rules go on", lambda: len(hot()) == 2)
            await asyncio.sleep(3)

            imported = opp("import", "homeassistant", "--url", URL, "--into", "imported")
            assert imported.returncode == 0, imported.stderr
            assert "kitchen: Temperature" in (FOLDER / "imported/house.opp").read_text()
            assert opp("lint", "--strict", "imported").returncode == 0
            again = opp("import", "homeassistant", "--url", URL, "--into", "imported")
            assert again.stdout == "" and "nothing is new" in again.stderr, again
            print("ok   the import passes the linter, and has nothing new")

            recorded = opp("record", rules, "--to", "past", "--from", begins, "--zone", "UTC")
            assert recorded.returncode == 0, recorded.stderr
            replayed = [line for line in opp("eval", rules, "--data", "past").stdout.splitlines() if "Hot" in line]
            assert len(replayed) == 2, replayed
            print("ok   the history fires what fired")
        finally:
            run.terminate()
            run.wait()
            home.kill()


if __name__ == "__main__":
    asyncio.run(main())
