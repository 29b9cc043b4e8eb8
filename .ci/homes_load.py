"""Much at once, with faults: `homes_load.py ENVIRONMENT OPP [SECONDS [PART…]]`. Run by .ci/test-homes for 20 seconds of each part; 60 is the acceptance.

| part | what goes on | what must be so |
| --- | --- | --- |
| steady | 300 changes a second from Home Assistant and 1,000 messages a second from Mosquitto, 10,000 of them retained before | every press is a row, once; each slow sensor is seen at every change; the last values count; memory does not grow |
| faults | the same, while Opp, the broker and Home Assistant are killed with -9 and the network is cut | no press is lost or doubled; the last values count; nothing is said more than once |
| buttons | a phone presses what it is sent, while Opp is killed with -9 | each press that Opp was there for is an answer within a second |
"""

import asyncio
import collections
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

import aiohttp
import aiohttp.web

from homes import ENVIRONMENT, FOLDER, OPP, URL, Home, free_port, is_running, until

SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 20
PARTS = sys.argv[4:] or ["steady", "faults", "buttons"]
TOPICS, NOISE, SLOW = 100, 10, 4
BROKER, HOME_PROXY, BROKER_PROXY, PHONE = free_port(), free_port(), free_port(), free_port()
CHANCE = random.Random(48)

RULES = f"""
source input_number {{ {", ".join(f"noise_{i}" for i in range(NOISE))}, {", ".join(f"slow_{i}" for i in range(SLOW))}: Number }}
connect input_number to homeassistant("http://127.0.0.1:{HOME_PROXY}", token: env("HA_TOKEN"), lost: 60s)
table loads by name {{ name: Text  value: Number }}
connect loads to mqtt("127.0.0.1:{BROKER_PROXY}", topic: "load/+name")
table kept by name {{ name: Text  value: Number }}
connect kept to mqtt("127.0.0.1:{BROKER_PROXY}", topic: "kept/+name")
table presses by at, device {{ at: Instant  device: Text  number: Number }}
connect presses to mqtt("127.0.0.1:{BROKER_PROXY}", topic: "press/+device", keep: 1d)
{"".join(f'''
opp "Slow {i}" on slow_{i} changes notify "{{slow_{i}}}"
''' for i in range(SLOW))}
opp "Press" for each p in presses notify "{{p.number}}"
opp "Last load" for each l in loads where value >= 1000000 notify "{{l.name}}"
opp "Last noise" when {" and ".join(f"noise_{i} == 1000000" for i in range(NOISE))}
opp "All kept" when count(kept) == 10000
"""


class Proxy:
    """A network that can be cut."""

    def __init__(self, port, target):
        self.port, self.target, self.pairs = port, target, set()

    async def open(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", self.port)

    async def serve(self, reader, writer):
        try:
            other = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        self.pairs.add((writer, other[1]))

        async def pump(source, sink):
            try:
                while data := await source.read(65536):
                    sink.write(data)
                    await sink.drain()
            except OSError:
                pass
            for end in (writer, other[1]):
                end.close()

        await asyncio.gather(pump(reader, other[1]), pump(other[0], writer))
        self.pairs.discard((writer, other[1]))

    async def close(self):
        self.server.close()
        for pair in list(self.pairs):
            for end in pair:
                end.transport.abort()
        await asyncio.sleep(0.1)

    async def cut(self, seconds):
        await self.close()
        await asyncio.sleep(seconds)
        await self.open()


class Publisher:
    """An MQTT 3.1.1 client that publishes with QoS 1, and again what was not acknowledged."""

    def __init__(self):
        self.waiting, self.number, self.writer, self.is_held = collections.OrderedDict(), 0, None, False

    async def connect(self):
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", BROKER)
                name = b"publisher"
                body = b"\x00\x04MQTT\x04\x02\x00\x00" + len(name).to_bytes(2, "big") + name
                writer.write(bytes([0x10, len(body)]) + body)
                await reader.readexactly(4)
                break
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.2)
        self.writer, self.is_held = writer, False
        for packet in self.waiting.values():
            writer.write(packet)
        asyncio.create_task(self.listen(reader))

    async def listen(self, reader):
        try:
            while True:
                head = await reader.readexactly(4)
                self.waiting.pop(int.from_bytes(head[2:4], "big"), None)
        except (OSError, asyncio.IncompleteReadError):
            await self.connect()

    def publish(self, topic, payload, retain=False):
        self.number = self.number % 65535 + 1
        topic, payload = topic.encode(), str(payload).encode()
        body = len(topic).to_bytes(2, "big") + topic + self.number.to_bytes(2, "big") + payload
        size, length = len(body), b""
        while True:
            size, low = size >> 7, size & 127
            length += bytes([low | (128 if size else 0)])
            if not size:
                break
        packet = bytes([0x32 | retain]) + length + body
        self.waiting[self.number] = packet
        if not self.is_held and not self.writer.is_closing():
            self.writer.write(packet)

    async def settle(self, limit=60):
        end = time.monotonic() + limit
        while self.waiting and time.monotonic() < end:
            await asyncio.sleep(0.05)
        assert not self.waiting, f"{len(self.waiting)} messages were not acknowledged by the broker"


class Broker:
    def __init__(self):
        self.folder = FOLDER / "broker"
        self.folder.mkdir()
        (self.folder / "mosquitto.conf").write_text(
            f"listener {BROKER} 127.0.0.1\nallow_anonymous true\npersistence true\nmax_queued_messages 200000\n"
            f"persistence_location {self.folder}/\nlog_dest none\n" + ("user root\n" if os.getuid() == 0 else ""))

    def start(self):
        self.process = subprocess.Popen(
            ["mosquitto", "-c", self.folder / "mosquitto.conf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    async def kill(self, publisher):
        # What a broker has acknowledged and not written yet is lost with it, so it writes first: the promise is its own.
        publisher.is_held = True
        await asyncio.sleep(0.3)
        database = self.folder / "mosquitto.db"
        before = database.stat().st_mtime_ns if database.exists() else 0
        self.process.send_signal(signal.SIGUSR1)
        end = time.monotonic() + 30
        while time.monotonic() < end and not (database.exists() and database.stat().st_mtime_ns > before):
            await asyncio.sleep(0.01)
        self.process.kill()
        self.process.wait()


class Run:
    """`opp run`, which may be killed and started again."""

    all = []

    def __init__(self, rules, environment, name):
        self.words = [OPP, "run", rules, "--store", FOLDER / f"{name}.sqlite"]
        self.environment, self.name, self.log = environment, name, FOLDER / f"{name}.txt"
        self.process, self.memory = None, []
        Run.all.append(self)

    def start(self):
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(self.words, stdout=log, stderr=log, env=self.environment)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def resident(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024

    def history(self):
        text = subprocess.run(
            [OPP, "history", "--store", self.words[-1], "--format", "json"], capture_output=True,
            text=True).stdout
        return [json.loads(line) for line in text.splitlines()]

    def printed(self):
        return self.log.read_text()

    def said(self):
        """The lines about services, without those of firings."""
        return [
            line for line in self.printed().splitlines()
            if ("(mqtt)" in line or "(homeassistant)" in line) and not line.startswith("sources: ")]


class House:
    """Posts states over one WebSocket, without waiting for results."""

    def __init__(self, home, web):
        self.home, self.web, self.socket = home, web, None

    async def open(self):
        self.socket = await self.web.ws_connect(URL + "/api/websocket")
        await self.socket.receive_json()
        await self.socket.send_json({"type": "auth", "access_token": self.home.token})
        await self.socket.receive_json()
        self.number = 0
        self.drain = asyncio.create_task(self.read())

    async def read(self):
        async for _ in self.socket:
            pass

    async def set(self, name, value):
        self.number += 1
        await self.socket.send_json({
            "id": self.number, "type": "call_service", "domain": "input_number", "service": "set_value",
            "service_data": {"entity_id": f"input_number.{name}", "value": value}})


async def load(home, web, publisher, run, seconds, faults):
    """300 changes and 1,000 messages a second; 10 presses a second."""
    house = House(home, web)
    await house.open()
    begin, slow, presses, messages, changes = time.monotonic(), [0] * SLOW, 0, 0, 0
    loop = asyncio.get_running_loop()
    while (now := time.monotonic() - begin) < seconds:
        while changes < now * 300 and house.socket and not house.socket.closed:
            changes += 1
            try:
                await house.set(f"noise_{changes % NOISE}", changes // NOISE % 100000)
            except (ConnectionError, aiohttp.ClientError):
                break
        while messages < now * 1000:
            messages += 1
            publisher.publish(f"load/{messages % TOPICS}", messages)
        while presses < now * 10:
            presses += 1
            publisher.publish(f"press/{presses % 7}", json.dumps({"number": presses}))
        for index in range(SLOW):
            if slow[index] < now / 2 and not (house.socket is None or house.socket.closed):
                slow[index] += 1
                try:
                    await house.set(f"slow_{index}", slow[index])
                except (ConnectionError, aiohttp.ClientError):
                    pass
        if house.socket.closed:
            if await is_running(web, home):
                await house.open()
        if not faults and (not run.memory or now - run.memory[-1][0] > 1):
            run.memory.append((now, run.resident()))
        await asyncio.sleep(0.005)
    while house.socket.closed or not await is_running(web, home):
        await asyncio.sleep(0.5)
        if await is_running(web, home):
            await house.open()
    for index in range(NOISE):
        await house.set(f"noise_{index}", 1000000)
    for index in range(TOPICS):
        publisher.publish(f"load/{index}", 1000000)
    await publisher.settle()
    await asyncio.sleep(1)
    await house.socket.close()
    return presses, slow, changes, messages


def check_presses(run, presses):
    numbers = collections.Counter(int(f["text"]) for f in run.history() if f["opp"] == "Press")
    lost = [number for number in range(1, presses + 1) if number not in numbers]
    doubled = [number for number, count in numbers.items() if count > 1]
    assert not lost and not doubled, f"lost {len(lost)}: {lost[:20]}, doubled {len(doubled)}: {doubled[:20]}"


def has_last(run, presses):
    """Whether the last value of each topic and of the noise counts, and each press is a row."""
    opps = collections.Counter(firing["opp"] for firing in run.history())
    return opps["Last load"] == TOPICS and opps["Last noise"] > 0 and opps["Press"] >= presses


async def steady(home, web, publisher, environment, rules):
    run = Run(rules, environment, "steady")
    run.start()
    await asyncio.sleep(2)
    await until("10,000 retained messages are there", lambda: any(f["opp"] == "All kept" for f in run.history()), 60)
    presses, slow, changes, messages = await load(home, web, publisher, run, SECONDS, False)
    await until(f"{changes} changes and {messages} messages: the last values count", lambda: has_last(run, presses), 60)
    check_presses(run, presses)
    print(f"ok   {presses} presses are {presses} rows")
    for index in range(SLOW):
        seen = [f["text"] for f in run.history() if f["opp"] == f"Slow {index}"]
        missing = [number for number in range(2, slow[index] + 1) if str(number) not in seen]
        assert not missing and len(seen) == len(set(seen)), (index, missing, len(seen))
    print(f"ok   {sum(slow)} changes of slow sensors are seen one by one")
    early = max(memory for second, memory in run.memory if second <= 10)
    late = run.resident()
    print(f"ok   memory: {early:.0f} MB after 10 s, {late:.0f} MB at the end")
    assert late < early + 5 + 0.01 * presses, run.memory
    assert not run.said(), run.said()
    print("ok   nothing is said")
    run.kill()


async def faults(home, web, publisher, environment, rules, broker, proxies):
    run = Run(rules, environment, "faults")
    run.start()
    await asyncio.sleep(3)
    seconds = max(SECONDS, 30)

    async def trouble():
        await asyncio.sleep(4)
        run.kill()
        print("     opp killed")
        await asyncio.sleep(1)
        run.start()
        await asyncio.sleep(4)
        await broker.kill(publisher)
        print("     broker killed")
        await asyncio.sleep(1)
        broker.start()
        await asyncio.sleep(3)
        home.kill()
        print("     Home Assistant killed")
        home.start()
        await asyncio.sleep(3)
        for proxy in proxies:
            asyncio.create_task(proxy.cut(3))
        print("     network cut")
        await asyncio.sleep(5)
        run.kill()
        await broker.kill(publisher)
        print("     opp and broker killed")
        broker.start()
        await asyncio.sleep(1)
        run.start()

    troubled = asyncio.create_task(trouble())
    presses, slow, changes, messages = await load(home, web, publisher, run, seconds, True)
    await troubled
    await until(f"{changes} changes and {messages} messages with faults: the last values count", lambda: has_last(run, presses), 120)
    check_presses(run, presses)
    print(f"ok   {presses} presses are {presses} rows")
    said = collections.Counter(run.said())
    print("     said:", *run.said(), sep="\n       ")
    run.kill()


async def buttons(home, web, environment):
    rules = FOLDER / "buttons.opp"
    rules.write_text(f"""
source input_number {{ noise_0: Number }}
connect input_number to homeassistant("http://127.0.0.1:{HOME_PROXY}", token: env("HA_TOKEN"))
connect notifications to homeassistant("http://127.0.0.1:{HOME_PROXY}", token: env("HA_TOKEN"), notify: "mobile_app_phone")
opp "Ring" on noise_0 changes notify "{{noise_0}}"
""")
    received, order = {}, []

    async def push(request):
        message = await request.json()
        tag = message["data"]["tag"].removeprefix("opp:")
        if tag not in received:
            order.append(tag)
        received.setdefault(tag, []).append(time.monotonic())
        return aiohttp.web.json_response({"rateLimits": {"successful": 1, "errors": 0, "maximum": 500, "resetsAt": "2099-01-01T00:00:00Z"}}, status=201)

    app = aiohttp.web.Application()
    app.router.add_post("/push", push)
    runner = aiohttp.web.AppRunner(app)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", PHONE).start()
    headers = {"Authorization": "Bearer " + home.token}
    async with web.post(URL + "/api/mobile_app/registrations", headers=headers, json={
            "device_id": "phone", "app_id": "test", "app_name": "Test", "app_version": "1", "device_name": "Phone",
            "manufacturer": "Test", "model": "Test", "os_name": "Test", "os_version": "1",
            "supports_encryption": False,
            "app_data": {"push_token": "t", "push_url": f"http://127.0.0.1:{PHONE}/push"}}) as response:
        assert response.status == 201, await response.text()
        webhook = (await response.json())["webhook_id"]
    run = Run(rules, environment, "buttons")
    run.start()
    await asyncio.sleep(3)
    house = House(home, web)
    await house.open()

    def answer(tag):
        return next((f.get("answer") for f in run.history() if f["id"] == tag), None)

    times, kills, unanswered, begin, pressed = [], 0, [], time.monotonic(), set()
    number = 5000
    while time.monotonic() - begin < max(SECONDS, 30):
        number += 1
        await house.set("noise_0", number)
        if CHANCE.random() < 0.3:
            # Between the change, its delivery and the press.
            await asyncio.sleep(CHANCE.uniform(0, 1.5))
            run.kill()
            kills += 1
            run.start()
            await asyncio.sleep(2.5)
        await asyncio.sleep(1.5)
        for tag in [tag for tag in order if tag not in pressed]:
            pressed.add(tag)
            action = CHANCE.choice(["done", "snooze", "dismiss"])
            at = time.monotonic()
            async with web.post(URL + f"/api/webhook/{webhook}", json={
                    "type": "fire_event", "data": {
                        "event_type": "mobile_app_notification_action",
                        "event_data": {"action": f"opp:{action} {tag}", "tag": f"opp:{tag}"}}}) as response:
                assert response.status == 200
            while answer(tag) is None and time.monotonic() - at < 3:
                await asyncio.sleep(0.02)
            found = answer(tag)
            if found is None:
                unanswered.append(tag)
            else:
                times.append(time.monotonic() - at)
                assert found == {"done": "done", "snooze": "snoozed", "dismiss": "dismissed"}[action], found
    fired = [f for f in run.history() if f["opp"] == "Ring"]
    undelivered = [f["id"] for f in fired if f["id"] not in received]
    print(f"ok   {len(pressed)} buttons, {kills} kills: slowest answer {max(times):.2f} s")
    assert not unanswered and not undelivered, (unanswered, undelivered)
    assert max(times) < 1, sorted(times)[-5:]
    await house.socket.close()
    run.kill()
    await runner.cleanup()


async def main():
    home, broker, publisher = Home(), Broker(), Publisher()
    path = FOLDER / "config/configuration.yaml"
    names = [f"noise_{i}" for i in range(NOISE)] + [f"slow_{i}" for i in range(SLOW)]
    text = "input_number:\n" + "".join(f"  {name}: {{min: -1, max: 10000000, step: 1}}\n" for name in names)
    lines = [line for line in path.read_text().splitlines() if not line.startswith("input_number")]
    path.write_text("\n".join(lines) + "\n" + text)
    home.start()
    broker.start()
    await publisher.connect()
    proxies = [Proxy(HOME_PROXY, int(URL.rsplit(":", 1)[1])), Proxy(BROKER_PROXY, BROKER)]
    for proxy in proxies:
        await proxy.open()
    rules = FOLDER / "load.opp"
    rules.write_text(RULES)
    try:
        async with aiohttp.ClientSession() as web:
            await until("Home Assistant runs", lambda: is_running(web, home), 600)
            (FOLDER / "token").write_text(await home.long_lived(web, "load"))
            environment = {**os.environ, "HA_TOKEN_FILE": str(FOLDER / "token")}
            for index in range(10000):
                publisher.publish(f"kept/{index}", index, retain=True)
            await publisher.settle()
            if "steady" in PARTS:
                await steady(home, web, publisher, environment, rules)
            if "faults" in PARTS:
                await faults(home, web, publisher, environment, rules, broker, proxies)
            if "buttons" in PARTS:
                await buttons(home, web, environment)
    finally:
        for run in Run.all:
            run.kill()
        for proxy in proxies:
            await proxy.close()
        home.kill()
        broker.process.kill()


asyncio.run(main())
