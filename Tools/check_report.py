"""Tests the pages of `navstore report` in a headless Chromium; `check-report` makes the pages and runs this file.

Controls the browser with the DevTools protocol (https://chromedevtools.github.io/devtools-protocol/) over pipes,
which needs only Python's standard library.
"""

import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time


class Browser:
    """A Chromium process. The messages to and from it are JSON, and each ends with a zero byte."""

    def __init__(self, path):
        (read_commands, self.commands), (self.answers, write_answers) = os.pipe(), os.pipe()

        def give_pipes():
            # Chromium reads commands from descriptor 3 and writes answers to descriptor 4.
            commands, answers = os.dup(read_commands), os.dup(write_answers)
            os.dup2(commands, 3)
            os.dup2(answers, 4)

        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            [path, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--no-first-run", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}"],
            preexec_fn=give_pipes, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(read_commands)
        os.close(write_answers)
        self.number, self.rest, self.events, self.session = 0, b"", [], None

    def send(self, method, **parameters):
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
        while b"\0" not in self.rest:
            block = os.read(self.answers, 1 << 20)
            if not block:
                raise RuntimeError("The browser has gone.")
            self.rest += block
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def close(self):
        try:
            self.session = None
            self.send("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait(timeout=20)
        self.profile.cleanup()


class Page:
    """A page of `navstore report` in a browser window of a given size."""

    def __init__(self, browser, file, width, height, dark, touch, address=""):
        self.browser = browser
        target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        browser.session = browser.send(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.events.clear()
        for domain in ["Page", "Runtime", "Log"]:
            browser.send(f"{domain}.enable")
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=2 if touch else 1, mobile=touch)
        browser.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        start = time.monotonic()
        browser.send("Page.navigate", url=file.as_uri() + address)
        self.wait("document.documentElement?.dataset.ready === 'yes'")
        self.settle()
        self.seconds = time.monotonic() - start

    def run(self, script):
        result = self.browser.send("Runtime.evaluate", expression=script, returnByValue=True,
                                   awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not self.run(condition):
            if time.monotonic() > end:
                raise RuntimeError(f"Never came true: {condition}")
            time.sleep(0.05)

    def settle(self):
        """Waits until the browser has drawn two frames."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def click(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            self.browser.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                              buttons=1 if kind == "mousePressed" else 0, clickCount=1)
        self.settle()

    def center(self, selector):
        return self.run(f"""(() => {{
          const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2]; }})()""")

    def type(self, text):
        self.browser.send("Input.insertText", text=text)

    def key(self, name, code):
        for kind in ["keyDown", "keyUp"]:
            self.browser.send("Input.dispatchKeyEvent", type=kind, key=name, code=name,
                              windowsVirtualKeyCode=code)
        self.settle()

    def picture(self, path):
        data = self.browser.send("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))

    def complaints(self):
        """Returns the errors and messages in the browser's console. A test fails if there is one."""
        self.run("0")
        found = []
        for event in self.browser.events:
            if event.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled"):
                found.append(json.dumps(event["params"])[:600])
            if event.get("method") == "Log.entryAdded":
                found.append(json.dumps(event["params"]["entry"])[:600])
        return found

    def close(self):
        session, self.browser.session = self.browser.session, None
        self.browser.send("Target.closeTarget", targetId=self.target)
        del session


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def try_tree(page):
    """Checks that a click on a visit selects it and shows its details, and that arrow keys keep a selection."""
    visit = page.run("""(() => {
      const box = document.getElementById('branches').getBoundingClientRect();
      for (let visit = report.visitCount - 1; visit >= 0; visit--) {
        const { x, y } = report.placeOf(visit);
        if (x > 10 && y > 60 && x < box.width - 10 && y < box.height * 0.4) {
          return [visit, x + box.x, y + box.y];
        }
      }
    })()""")
    expect(visit, "no visit is in sight")
    page.click(visit[1], visit[2])
    expect(page.run("report.selected") == visit[0], "the click did not select the visit")
    shown = page.run("document.querySelector('#details h2').textContent")
    expect(shown == page.run(f"report.visitName({visit[0]})"), "the details are of another visit")
    page.key("ArrowRight", 39)
    page.key("ArrowLeft", 37)
    page.key("ArrowDown", 40)
    expect(page.run("report.selected") >= 0, "walking by keys lost the selection")


def try_search(page, text):
    page.click(*page.center("#query"))
    page.type(text)
    page.wait("report.hitCount > 0")
    page.key("Enter", 13)
    expect(page.run("report.selected") >= 0, "Enter did not go to the first match")
    expect(" of " in page.run("document.getElementById('found').textContent"), "no count of matches")


def try_report(browser, out, name, width, height, dark, touch):
    title = f"{name}-{'phone' if touch else 'desktop'}-{'dark' if dark else 'light'}"
    page = Page(browser, out / f"{name}.html", width, height, dark, touch)
    try_tree(page)
    page.picture(out / f"{title}-tree.png")
    page.key("Escape", 27)
    page.run("report.select(-1)")
    for view in ["timeline", "items", "scenes"]:
        page.click(*page.center(f"[data-view={view}]"))
        expect(page.run(f"!document.getElementById('{view}').hidden"), f"{view} is not shown")
        expect(page.run(f"document.querySelectorAll('#{view} .row').length") > 0, f"{view} is empty")
        page.picture(out / f"{title}-{view}.png")
    page.click(*page.center("[data-view=tree]"))
    for _ in range(6):
        page.click(*page.center("#zoom-out"))
    page.picture(out / f"{title}-far.png")
    page.click(*page.center("#zoom-fit"))
    try_search(page, {"sessions": "europe", "hostile": "script", "redacted": "product"}.get(name, "lamp"))
    page.picture(out / f"{title}-search.png")
    slowest = page.run("""new Promise((done) => {
      const canvas = document.getElementById('branches');
      let [left, slowest, last] = [40, 0, performance.now()];
      const step = () => {
        const now = performance.now();
        slowest = Math.max(slowest, now - last);
        last = now;
        canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: 180, ctrlKey: left % 8 === 0, cancelable: true }));
        if (left-- > 0) requestAnimationFrame(step); else done(slowest);
      };
      requestAnimationFrame(step);
    })""")
    expect(page.run("typeof window.hacked") == "undefined", "a text of the store was run")
    expect(page.run("document.scripts.length") == 1, "a text of the store became an element")
    complaints = page.complaints()
    expect(not complaints, "the console says: " + "\n".join(complaints))
    print(f"{title}: {page.run('report.visitCount')} visits, ready in {page.seconds:.1f} s, "
          f"slowest frame {slowest:.0f} ms")
    page.close()


def try_deep_stack(browser, out, width, height, touch):
    """Checks that the top of a deep stack is visible in the tree when the page opens, and in the view of its scene.
    It must also be visible after a click on that view's button that shows the tree."""
    page = Page(browser, out / "deep.html", width, height, False, touch)
    top = page.run("report.visitCount - 1")

    def in_tree():
        return page.run(f"""(() => {{
          const {{ x, y }} = report.placeOf({top});
          const box = document.getElementById('branches').getBoundingClientRect();
          return x > 0 && x < box.width && y > 0 && y < box.height; }})()""")

    expect(in_tree(), "the tree does not show the top of a deep stack")
    page.picture(out / f"deep-{'phone' if touch else 'desktop'}-tree.png")
    page.click(*page.center("[data-view=scenes]"))
    expect(page.run("""(() => {
      const crumb = document.querySelector('.crumb.top');
      return crumb.textContent === report.visitName(report.visitCount - 1)
        && crumb.getBoundingClientRect().bottom <= innerHeight; })()"""),
           "the scene does not show the top of a deep stack")
    page.picture(out / f"deep-{'phone' if touch else 'desktop'}-scenes.png")
    page.click(*page.center(".scene-head button"))
    page.settle()
    expect(in_tree(), "Show in the tree does not show the top of a deep stack")
    expect(not page.complaints(), "the console says: " + "\n".join(page.complaints()))
    page.close()


def try_address(browser, out, name):
    """Checks that the page's address selects a view and a search, and names the selected visit."""
    page = Page(browser, out / f"{name}.html", 1280, 800, False, False, "#view=items&q=settings")
    expect(page.run("!document.getElementById('items').hidden"), "the address did not choose the view")
    expect(page.run("report.hitCount") > 0, "the address did not search")
    page.click(*page.center("#item-list .row"))
    page.click(*page.center("#details section .link"))
    page.click(*page.center("[data-view=tree]"))
    expect("visit=" in page.run("location.hash"), "the address does not name the visit")
    expect(not page.complaints(), "the console says: " + "\n".join(page.complaints()))
    page.close()


def main():
    path, out, names = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
    browser = Browser(path)
    try:
        try_address(browser, out, "small")
        try_deep_stack(browser, out, 1280, 800, touch=False)
        try_deep_stack(browser, out, 390, 844, touch=True)
        for name in names:
            for dark in [False, True]:
                try_report(browser, out, name, 1280, 800, dark, touch=False)
                try_report(browser, out, name, 390, 844, dark, touch=True)
    finally:
        browser.close()


main()
