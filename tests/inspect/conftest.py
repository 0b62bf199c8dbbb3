"""Views of drawings made by hand, and a browser to look at pages with."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from sandbox_backends import ready

from mathvis.sandbox import open_sandbox


@pytest.fixture(scope="session")
def needs_sandbox() -> None:
    """Skip with the reason where there is no sandbox, but fail in CI."""
    ready(lambda: open_sandbox().close())


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """A headless Chromium with a profile of its own; skipped where there is none, but not in CI."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        if os.environ.get("CI") == "true":
            pytest.fail("chromium and chromium-driver are missing: run scripts/setup.sh")
        pytest.skip("there is no chromium with its driver here")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = program
    profile: Path = tmp_path_factory.mktemp("profile")
    for flag in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1400,1000",
        f"--user-data-dir={profile}",
    ):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield chrome
    chrome.quit()
