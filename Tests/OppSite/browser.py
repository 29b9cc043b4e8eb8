"""The site in headless Chromium: nothing overflows, contrast and names are right, search and the embedded playground work.

    python3 Tests/OppSite/browser.py SITE [--all] [--shots FOLDER]

A sample of the pages is shown at 360 and 1,280 pixels in both themes, with --all every page. The site is served below a
path, since it has to work there as well. With --shots the pictures are kept, to be looked at. Without a playground
(play/) what is about it is left out.
"""

import functools
import gzip
import http.server
import json
import os
import shutil
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "Reports"))
from chromium import Browser, CHECK  # noqa: E402

SAMPLE = ["", "manual/", "tour/", "manual/questions/", "manual/truth/", "manual/opps/", "manual/cookbook/", "manual/cookbook/leave-now/",
          "manual/functionindex/", "manual/messages/", "manual/openmeteoconnector/", "lint/", "lint/never-true/",
          "diagnostics/", "diagnostics/missing-unit/"]
PREFIX = "/some/where"

# The size of a page with its style on the wire, in bytes: what a server sends that compresses.
LIMIT = 25_000


class Server(http.server.ThreadingHTTPServer):
    """The site below a path, on a port that is free."""

    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.server_port}"
        self.root = f"{self.origin}{PREFIX}/"

    def handle_error(self, *_):
        """A browser that has seen enough closes its connections."""


class Handler(http.server.SimpleHTTPRequestHandler):
    def translate_path(self, path):
        if not path.startswith(PREFIX + "/"):
            return os.path.join(self.directory, "nowhere")
        return super().translate_path(path[len(PREFIX):])

    def log_message(self, *_):
        pass


class Pages(Browser):
    def visit(self, url, width=1280, theme="light"):
        """Shows a page; what it has said on the console, and its requests to other origins"""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.send("Emulation.setEmulatedMedia", media="screen",
                  features=[{"name": "prefers-color-scheme", "value": theme}])
        self.events = []
        self.send("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())
        return self.said(url)

    def said(self, url):
        origin = "/".join(url.split("/")[:3])
        said = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Log.entryAdded":
                said.append(parameters["entry"]["text"])
            elif method == "Runtime.exceptionThrown":
                said.append(parameters["exceptionDetails"].get("exception", {}).get("description", "exception"))
            elif method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith(origin):
                said.append(f"requests {parameters['request']['url']}")
        return said

    def key(self, key, text=None):
        """Presses a key"""
        kind = "keyDown" if text else "rawKeyDown"
        codes = {"Enter": 13, "ArrowDown": 40, "ArrowUp": 38, "Escape": 27}
        more = {"windowsVirtualKeyCode": codes[key]} if key in codes else {}
        if key == "Enter":
            kind, more["text"] = "keyDown", "\r"
        self.send("Input.dispatchKeyEvent", type=kind, key=key, **more, **({"text": text} if text else {}))
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, **more)

    def until(self, expression):
        """Waits until an expression is true in the page"""
        found = self.send("Runtime.evaluate", awaitPromise=True, returnByValue=True, expression=f"""
            new Promise((resolve) => {{
              const end = Date.now() + 10000;
              const look = () => {{
                if ({expression}) resolve(true); else if (Date.now() > end) resolve(false); else setTimeout(look, 20);
              }};
              look();
            }})""")
        return found["result"].get("value") is True


def appearance(browser, server, paths, shots):
    """What is wrong with the looks of pages"""
    wrong = []
    for path in paths:
        for width in [360, 1280]:
            for theme in ["light", "dark"]:
                found = browser.visit(server.root + path, width, theme)
                # Pages of the site have a script, a style and an icon, which reports have not.
                found += [one for one in browser.evaluate(CHECK)
                          if not (one in ("<script>", "<link>", "<iframe>"))]
                found += [f"a {role} without a name" for role in browser.unnamed()]
                wrong += [f"{path or 'the first page'} at {width}, {theme}: {one}" for one in found]
                if shots:
                    name = (path.strip("/").replace("/", "-") or "landing") + f"-{width}-{theme}.png"
                    browser.shot(os.path.join(shots, name))
    return wrong


def search(browser, server):
    """What is wrong with the search"""
    wrong = []
    browser.visit(server.root + "manual/truth/")
    if not browser.until("!document.querySelector('button.find').hidden"):
        return ["the search does not begin"]
    browser.key("/", "/")
    if not browser.until("document.querySelector('dialog[open] input') === document.activeElement"):
        return ["`/` does not open the search"]
    for letter in "reading counts":
        browser.key(letter, letter)
    if not browser.until("document.querySelectorAll('[role=option]').length > 0"):
        return ["the search finds nothing"]
    first = browser.evaluate("document.querySelector('[role=option] b').textContent")
    if first != "True, false and unknown: When a reading counts":
        wrong.append(f"the first result is {first}")
    browser.key("ArrowDown")
    if browser.evaluate("[...document.querySelectorAll('[role=option]')].findIndex(e => e.ariaSelected === 'true')") != 1:
        wrong.append("an arrow does not move")
    browser.key("ArrowUp")
    browser.key("Enter")
    if not browser.until("location.hash === '#When-a-reading-counts' && !document.querySelector('dialog[open]')"):
        wrong.append("Enter does not open the first result")
    return wrong + browser.said(server.root)


def without_script(browser, server, paths):
    """What is missing where a browser runs no script"""
    wrong = []
    browser.send("Emulation.setScriptExecutionDisabled", value=True)
    for path in paths:
        browser.visit(server.root + path)
        document = browser.send("DOM.getDocument")["root"]["nodeId"]
        main = browser.send("DOM.querySelector", nodeId=document, selector="main")["nodeId"]
        text = browser.send("DOM.getOuterHTML", nodeId=main)["outerHTML"] if main else ""
        if len(text) < 400:
            wrong.append(f"{path}: no text without a script")
        button = browser.send("DOM.querySelector", nodeId=document, selector="button.find[hidden]")["nodeId"]
        if not button:
            wrong.append(f"{path}: a button that does nothing")
    browser.send("Emulation.setScriptExecutionDisabled", value=False)
    return wrong


def first_screen(browser, server):
    """What is missing in the first screen of the first page"""
    wrong = []
    seen = {
        390: ["h1", ".subline", ".call", ".about", ".hero pre", ".hero .lane"],
        1280: ["h1", ".subline", ".call", ".hero pre", ".hero .day", ".card", "#day"],
        1920: ["h1", ".call", ".hero .day", ".card", "#day", ".days .day"],
    }
    for width, height in [(390, 844), (1280, 800), (1920, 1080)]:
        browser.visit(server.root, width)
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        for selector in seen[width]:
            # Of a picture at the edge its beginning is enough.
            edge = "top" if selector == ".hero .lane" else "bottom"
            place = browser.evaluate(f"document.querySelector('{selector}').getBoundingClientRect().{edge}")
            if place > height:
                wrong.append(f"{selector} ends at {place}, below the first screen of {width} x {height}")
        if browser.evaluate("document.querySelectorAll('.call').length") != 1:
            wrong.append("there is not one main button")
        if browser.evaluate("[...document.querySelectorAll('.hero pre')].some(e => e.scrollWidth > e.clientWidth)"):
            wrong.append(f"the rule is cut at {width}")
    return wrong


def keyboard(browser, server, paths):
    """Blocks of code and tables that scroll and are not reached by Tab, and those that are reached and do not"""
    wrong = []
    for path in paths:
        browser.visit(server.root + path, 390)
        bad = browser.evaluate("""[...document.querySelectorAll('pre, .scroll')].filter((e) =>
            (e.scrollWidth > e.clientWidth) !== (e.tabIndex === 0 && e.getAttribute('role') === 'region'
            && !!e.getAttribute('aria-label'))).length""")
        if bad:
            wrong.append(f"{path}: {bad} blocks are wrong for the keyboard")
    return wrong


def playground(browser, server, site):
    """What is wrong with the way into the playground"""
    if not os.path.exists(os.path.join(site, "play/index.html")):
        return []
    browser.visit(server.root)
    requests = [event["params"]["request"]["url"] for event in browser.events
                if event.get("method") == "Network.requestWillBeSent"]
    wrong = [f"{url} is fetched before it is wanted" for url in requests if "/play/" in url]
    browser.visit(browser.evaluate("document.querySelector('a.call').href"))
    if not browser.until("document.querySelector('#lesson-number')?.textContent.startsWith('Lesson 1 of ')"):
        wrong.append("the tour does not begin")
    browser.visit(server.root + "manual/messages/")
    link = browser.evaluate("document.querySelector('a.try').href")
    code = browser.evaluate("document.querySelector('a.try').previousElementSibling.textContent")
    browser.visit(link)
    if not browser.until(f"[...document.querySelectorAll('textarea')].some(e => e.value.trim() === {json.dumps(code)})"):
        wrong.append("a snippet does not open in the playground")
    return wrong


def sizes(site):
    """Pages that are too large"""
    style = len(gzip.compress(open(os.path.join(site, "site.css"), "rb").read()))
    wrong = []
    for folder, _, files in os.walk(site):
        if "play" in os.path.relpath(folder, site).split(os.sep) or "index.html" not in files:
            continue
        size = style + len(gzip.compress(open(os.path.join(folder, "index.html"), "rb").read()))
        if size > LIMIT:
            wrong.append(f"{folder} is {size} bytes with its style")
    return wrong


def main():
    arguments = sys.argv[1:]
    shots = None
    if "--shots" in arguments:
        place = arguments.index("--shots")
        shots = arguments[place + 1]
        del arguments[place:place + 2]
        os.makedirs(shots, exist_ok=True)
    everything = "--all" in arguments
    site = os.path.abspath([one for one in arguments if one != "--all"][0])
    wrong = sizes(site)
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        print("Chromium is not there: the site is not looked at")
        sys.exit(bool(wrong))
    paths = SAMPLE
    if everything:
        paths = sorted(os.path.relpath(folder, site).replace(os.sep, "/") + "/" for folder, _, files in os.walk(site)
                       if "index.html" in files and "play" not in os.path.relpath(folder, site).split(os.sep))
        paths = ["" if path == "./" else path for path in paths]
    server = Server(site)
    browser = Pages(program)
    try:
        browser.open()
        browser.send("DOM.enable")
        wrong += appearance(browser, server, paths, shots)
        wrong += search(browser, server)
        wrong += without_script(browser, server, SAMPLE)
        wrong += first_screen(browser, server)
        wrong += keyboard(browser, server, SAMPLE)
        wrong += playground(browser, server, site)
    finally:
        browser.close()
        server.shutdown()
    for one in wrong:
        print(one)
    print(f"{len(paths)} pages: {len(wrong)} faults")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
