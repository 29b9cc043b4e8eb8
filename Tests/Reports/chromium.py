"""Reports in headless Chromium: nothing overflows, nothing is said on the console, names and contrast are right.

    python3 Tests/Reports/chromium.py PATH-TO-OPP [EXAMPLE …] [--shots FOLDER]

Each report is shown at 360, 800 and 1,600 pixels in both themes. With --shots the pictures are kept, to be looked at.
The browser is driven over pipes (--remote-debugging-pipe), so that nothing but Python's library is needed.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile

EXAMPLES = ["trips", "flat", "planner", "reminders", "opportunity", "live", "units-and-time"]
WIDTHS = [360, 800, 1600]

# What is wrong with a page, as sentences. Colours are read as they are computed; of an element without a background, that
# of the nearest one around it counts.
CHECK = r"""
(() => {
  const wrong = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) wrong.push(
    `the page is ${document.documentElement.scrollWidth} wide, in a window of ${width}`);
  const parse = text => {
    const parts = text.match(/[\d.]+/g).map(Number);
    return {rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1};
  };
  const channel = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = rgb => 0.2126 * channel(rgb[0]) + 0.7152 * channel(rgb[1]) + 0.0722 * channel(rgb[2]);
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const background = element => {
    for (let e = element; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour.alpha > 0.99) return colour.rgb;
    }
    return [255, 255, 255];
  };
  const isShown = element => element.checkVisibility() && element.getClientRects().length > 0;
  for (const details of document.querySelectorAll("details")) details.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || seen.has(element) || !isShown(element)) continue;
    seen.add(element);
    const style = getComputedStyle(element);
    const isDrawn = element instanceof SVGElement;
    const colour = parse(isDrawn ? style.fill : style.color).rgb;
    const found = ratio(colour, background(element));
    if (found < 4.5) wrong.push(`"${element.textContent.slice(0, 30)}" has a contrast of ${found.toFixed(2)}`);
    const box = element.getBoundingClientRect();
    if (!isDrawn && !element.closest(".scroll, pre") && box.right > width + 1)
      wrong.push(`"${element.textContent.slice(0, 30)}" ends at ${box.right} of ${width}`);
    if (!isDrawn && parseFloat(style.fontSize) < 11.5)
      wrong.push(`"${element.textContent.slice(0, 30)}" is ${style.fontSize} high`);
  }
  for (const path of document.querySelectorAll("path.t, path.a, path.b, path.f")) {
    const style = getComputedStyle(path);
    const paint = style.stroke !== "none" ? style.stroke : style.fill;
    const found = ratio(parse(paint).rgb, background(path.closest("svg").parentElement));
    if (found < 3) wrong.push(`a drawing in ${paint} has a contrast of ${found.toFixed(2)}`);
  }
  let level = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    const next = Number(heading.localName[1]);
    if (next > level + 1) wrong.push(`h${next} follows h${level}`);
    level = next;
  }
  if (document.querySelectorAll("main").length !== 1 || document.querySelectorAll("h1").length !== 1)
    wrong.push("there is not one main and one h1");
  const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
  if (new Set(ids).size !== ids.length) wrong.push("an id is there twice");
  for (const link of document.querySelectorAll("a[href^='#']"))
    if (!document.getElementById(link.hash.slice(1))) wrong.push(`${link.hash} is nowhere`);
  for (const image of document.querySelectorAll("svg"))
    if (image.getAttribute("role") === "img" ? !image.getAttribute("aria-label") : !image.closest("[aria-hidden]") && image.getAttribute("aria-hidden") !== "true")
      wrong.push("a drawing has no name");
  for (const element of document.querySelectorAll("script, link, img, iframe"))
    wrong.push(`<${element.localName}>`);
  return wrong;
})()
"""


class Browser:
    """A Chromium that takes commands over pipes, a JSON object and a zero byte each."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="opp-chromium-")
        read_commands, self.commands = os.pipe()
        self.answers, write_answers = os.pipe()

        def connect():
            # The browser reads from 3 and writes to 4. The pipes are moved away first, for one may be there already.
            read, write = os.dup(read_commands), os.dup(write_answers)
            read, write = os.dup2(read, 30), os.dup2(write, 31)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder}", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read_commands)
        os.close(write_answers)
        self.number = 0
        self.rest = b""
        self.events = []
        self.session = None

    def send(self, method, **parameters):
        """The result of a command"""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self):
        """The next message"""
        while b"\0" not in self.rest:
            piece = os.read(self.answers, 1 << 16)
            if not piece:
                raise RuntimeError("Chromium has ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def open(self):
        """Opens a page of its own"""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.send(f"{domain}.enable")

    def show(self, path, width, theme):
        """Shows a file; what it has said on the console, and what it has requested besides itself"""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.send("Emulation.setEmulatedMedia", media="screen",
                  features=[{"name": "prefers-color-scheme", "value": theme}])
        self.events = []
        self.send("Page.navigate", url=f"file://{path}")
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())
        said = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Log.entryAdded":
                said.append(parameters["entry"]["text"])
            elif method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown"):
                said.append(json.dumps(parameters)[:200])
            elif method == "Network.requestWillBeSent" and parameters["request"]["url"] != f"file://{path}":
                said.append(f"requests {parameters['request']['url']}")
        return said

    def evaluate(self, text):
        """The value of an expression in the page"""
        result = self.send("Runtime.evaluate", expression=text, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"].get("description", "?"))
        return result["result"].get("value")

    def shot(self, path):
        """Keeps a picture of the whole page"""
        image = self.send("Page.captureScreenshot", captureBeyondViewport=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(image["data"]))

    def unnamed(self):
        """The roles of what the accessibility tree has without a name, though it needs one"""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        found = []
        for node in nodes:
            role = node.get("role", {}).get("value")
            if role in ("image", "link", "heading", "article") and not node.get("ignored"):
                if not node.get("name", {}).get("value"):
                    found.append(role)
        return found

    def close(self):
        try:
            self.session = None
            self.send("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)


def main(arguments):
    shots = None
    if "--shots" in arguments:
        index = arguments.index("--shots")
        shots = os.path.abspath(arguments[index + 1])
        os.makedirs(shots, exist_ok=True)
        del arguments[index:index + 2]
    opp, examples = os.path.abspath(arguments[0]), arguments[1:] or EXAMPLES
    program = next((shutil.which(name) for name in ["chromium", "chromium-browser", "google-chrome"]
                    if shutil.which(name)), None)
    if not program:
        print("Chromium is not to be had: reports are not looked at")
        return 0
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(program)
        try:
            browser.open()
            for example in examples:
                path = os.path.join(folder, f"{example}.html")
                subprocess.run([opp, "report", f"examples/{example}", "-o", path], cwd=root, check=True)
                for width in WIDTHS:
                    for theme in ["light", "dark"]:
                        wrong = browser.show(path, width, theme)
                        if shots:
                            browser.shot(os.path.join(shots, f"{example}-{width}-{theme}.png"))
                        wrong += browser.evaluate(CHECK)
                        wrong += [f"{role} without a name" for role in browser.unnamed()]
                        for sentence in sorted(set(wrong))[:20]:
                            print(f"{example}, {width} pixels, {theme}: {sentence}")
                        failures += len(wrong)
                picture = os.path.join(folder, f"{example}.svg")
                subprocess.run([opp, "report", f"examples/{example}", "-o", picture], cwd=root, check=True)
                for sentence in browser.show(picture, 900, "light"):
                    print(f"{example}, picture: {sentence}")
                    failures += 1
                print(f"{example}: looked at")
        finally:
            browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
