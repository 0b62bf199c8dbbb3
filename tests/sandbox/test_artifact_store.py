"""The artifact store: keyed by everything that decides a result, bounded, and safe to share."""

import os
import threading
import time
from dataclasses import replace

import pytest

from mathvis.errors import SandboxFault
from mathvis.sandbox import LIMITS, Artifact, Engine, Job, Outcome, SourceError, Usage
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.store import ArtifactStore, default_folder, key_of

JOB = Job("\\documentclass{article}", Engine.PDFLATEX, offset=2)
ARTIFACT = Artifact(
    Outcome.COMPILE_ERROR,
    Engine.PDFLATEX,
    "words",
    document=b"%PDF",
    picture=b"\x89PNG",
    picture_scale=2.0,
    scene=b"{}",
    log="log é \ufffd",
    errors=(SourceError("bad", 3), SourceError("worse")),
    pages=1,
    width=10.5,
    height=20.0,
    usage=Usage(wall=1.0, cpu=0.5, memory=30.0, stages={"engine": 0.4}),
    backend="bubblewrap",
    toolchain="bubblewrap:1",
)


@pytest.fixture
def store(tmp_path):
    return ArtifactStore(tmp_path / "store")


class TestKeeping:
    def test_what_is_kept_comes_back_equal(self, store):
        for artifact in (ARTIFACT, replace(ARTIFACT, document=None, scene=None, errors=())):
            assert store.put("a" * 64, artifact)
            assert store.get("a" * 64) == artifact

    def test_what_was_not_kept_is_not_there(self, store):
        assert store.get("b" * 64) is None

    @pytest.mark.parametrize("outcome", [Outcome.TIMEOUT, Outcome.MEMORY, Outcome.FAULT])
    def test_what_the_machine_had_a_part_in_is_not_kept(self, store, outcome):
        assert not store.put("a" * 64, replace(ARTIFACT, outcome=outcome))
        assert store.get("a" * 64) is None

    def test_another_process_finds_it(self, store, tmp_path):
        store.put("a" * 64, ARTIFACT)
        assert ArtifactStore(tmp_path / "store").get("a" * 64) == ARTIFACT

    @pytest.mark.parametrize(
        "damage", [lambda d: d[:-1], lambda d: d[:40] + b"x" + d[41:], lambda d: b"", lambda d: d + b"x"]
    )
    def test_what_is_damaged_is_made_again(self, store, tmp_path, damage):
        store.put("a" * 64, ARTIFACT)
        (path,) = (tmp_path / "store").glob("*/*")
        path.write_bytes(damage(path.read_bytes()))
        assert store.get("a" * 64) is None
        assert not path.exists()

    def test_what_lies_under_another_key_is_not_taken(self, store, tmp_path):
        store.put("a" * 64, ARTIFACT)
        (path,) = (tmp_path / "store").glob("*/*")
        path.rename(path.with_name("b" * 62))
        assert store.get("aa" + "b" * 62) is None


class TestKey:
    def test_it_covers_everything_that_decides(self):
        base = key_of(JOB, LIMITS, "t")
        others = [
            key_of(replace(JOB, source="x"), LIMITS, "t"),
            key_of(replace(JOB, engine=Engine.LUALATEX), LIMITS, "t"),
            key_of(replace(JOB, offset=3), LIMITS, "t"),
            key_of(JOB, replace(LIMITS, side=100), "t"),
            key_of(JOB, LIMITS, "u"),
        ]
        assert len({base, *others}) == 6
        assert key_of(replace(JOB), replace(LIMITS), "t") == base


class TestBounds:
    def test_the_oldest_go_when_there_is_too_much(self, tmp_path):
        size = 100_000
        store = ArtifactStore(tmp_path / "s", most=5 * size)
        keys = [f"{n:02x}" * 32 for n in range(8)]
        for n, key in enumerate(keys):
            store.put(key, replace(ARTIFACT, document=os.urandom(size)))
            (path,) = (tmp_path / "s" / key[:2]).iterdir()
            os.utime(path, (1000 + n, 1000 + n))
        store.get(keys[0])  # used just now
        store.sweep()
        left = [key for key in keys if store.get(key) is not None]
        assert keys[0] in left
        assert keys[7] in left
        assert keys[1] not in left
        assert sum(p.stat().st_size for p in (tmp_path / "s").glob("*/*")) <= 5 * size

    def test_a_full_disk_is_no_trouble(self, store, monkeypatch):
        monkeypatch.setattr(
            os, "fdopen", lambda *_a, **_k: (_ for _ in ()).throw(OSError(28, "No space left on device"))
        )
        assert not store.put("a" * 64, ARTIFACT)

    def test_many_at_once(self, tmp_path):
        errors = []

        def work(seed):
            mine = ArtifactStore(tmp_path / "s", most=200_000)
            try:
                for n in range(60):
                    key = f"{(n * 7 + seed) % 16:02x}" * 32
                    found = mine.get(key)
                    assert found is None or found.document == key.encode() * 100
                    mine.put(key, replace(ARTIFACT, document=key.encode() * 100))
            except Exception as error:  # noqa: BLE001
                errors.append(error)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert errors == []

    def test_a_folder_that_others_can_write_to_is_refused(self, tmp_path):
        (tmp_path / "open").mkdir()
        (tmp_path / "open").chmod(0o777)
        with pytest.raises(SandboxFault, match="others can write"):
            ArtifactStore(tmp_path / "open")

    def test_a_folder_that_cannot_be_made_is_a_fault(self, tmp_path):
        (tmp_path / "file").write_text("")
        with pytest.raises(SandboxFault, match="MATHVIS_STORE=off"):
            ArtifactStore(tmp_path / "file" / "store")

    def test_clear(self, store):
        store.put("a" * 64, ARTIFACT)
        assert store.clear() == 1
        assert store.get("a" * 64) is None


class TestPlace:
    def test_by_the_environment(self, monkeypatch, tmp_path):
        monkeypatch.setenv("MATHVIS_STORE", str(tmp_path))
        assert default_folder() == tmp_path
        monkeypatch.setenv("MATHVIS_STORE", "off")
        assert default_folder() is None
        monkeypatch.delenv("MATHVIS_STORE")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert default_folder() == tmp_path / "mathvis" / "artifacts"


class Counting:
    name, toolchain, processes = "counting", "counting:1", 0

    def __init__(self, reply):
        self.reply, self.count = reply, 0

    def exchange(self, request, seconds):
        self.count += 1
        time.sleep(0.01)
        return self.reply

    def close(self):
        pass


def test_the_same_program_is_not_compiled_twice(store):
    from test_driver import exchange, message

    backend = Counting(exchange(message(parts={"document": b"%PDF"})))
    driver = Driver(backend, LIMITS, store=store)
    first, second = driver.run(JOB), driver.run(JOB)
    assert backend.count == 1
    assert replace(first, usage=Usage()) == replace(second, usage=Usage())
    driver.run(replace(JOB, source="another"))
    assert backend.count == 2


def test_a_fault_is_not_kept(store):
    from test_driver import exchange

    driver = Driver(Counting(exchange(b"")), LIMITS, store=store)
    for _ in range(2):
        with pytest.raises(SandboxFault):
            driver.run(JOB)
