"""Write the pictures of the browser table in docs/images: ``python tools/browser_pictures.py``; needs Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
PLAYER, TABLE = "Ann", "No-limit, six seats"
SIZE = ViewportSize(width=1280, height=760)


def main() -> None:
    """Play a hand, and take pictures of the table and of its replay."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-u", "-m", "railbird", "serve", "--port", "0", "--store", f"{folder}/pictures.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport=SIZE)
            page.goto(address[0])
            _play_a_hand(page)
            page.click("#controls :text('Replay')")
            page.wait_for_selector("#log a")
            bots = re.compile("(newbot|poki|magpie) (call|raise|bet|check|fold)s")
            thinks = page.locator("#log li.action", has_text=bots).last
            thinks.locator("a").click()
            page.keyboard.press("ArrowLeft")
            page.wait_for_timeout(500)
            page.screenshot(path=IMAGES / "browser-replay.png")
            browser.close()
            server.terminate()
    print("wrote browser-table.png and browser-replay.png")


def _play_a_hand(page: Page) -> None:
    page.click(f"#suggestions button:has-text('{TABLE}')")
    page.fill("#name-dialog input", PLAYER)
    page.click("#name-dialog button")
    while not page.locator("#controls :text('Replay')").count():
        page.wait_for_selector("#buttons button", timeout=60_000)
        if page.locator(".actions button:has-text('Hint')").count():
            page.click(".actions button:has-text('Hint')")
            page.wait_for_selector("#advice:not([hidden])", timeout=60_000)
            page.screenshot(path=IMAGES / "browser-table.png")
            page.keyboard.press("c")
        page.wait_for_timeout(400)


if __name__ == "__main__":
    main()
