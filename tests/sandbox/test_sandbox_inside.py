"""The runner's parts, each by itself."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.sandbox.inside import files, frames, picture, svg, texlog


class TestFrames:
    @given(st.dictionaries(st.sampled_from(frames.REPLY_NAMES), st.binary(max_size=200)))
    def test_what_is_packed_comes_out(self, parts):
        assert frames.unpack(frames.pack(parts), frames.REPLY_NAMES, 10_000) == parts

    @given(st.binary(max_size=300), st.integers(0, 300))
    def test_anything_else_is_an_error_and_not_a_crash(self, data, cut):
        good = frames.pack({"log": data})
        for message in (data, frames.MAGIC + data, good[: min(cut, len(good) - 1)], good + data[:1] + b"x"):
            with pytest.raises(frames.FrameError):
                frames.unpack(message, frames.REPLY_NAMES, 10_000)

    @pytest.mark.parametrize("parts", [{"other": b""}, {"../etc": b""}])
    def test_names_are_from_a_fixed_set(self, parts):
        with pytest.raises(frames.FrameError, match="unexpected part"):
            frames.unpack(frames.pack(parts), frames.REPLY_NAMES, 1000)

    def test_no_name_twice(self):
        once = frames.pack({"log": b"a"})
        twice = once[:-16] + once[len(frames.MAGIC) :]
        with pytest.raises(frames.FrameError, match="unexpected part 'log'"):
            frames.unpack(twice, frames.REPLY_NAMES, 1000)

    def test_a_message_over_the_cap(self):
        with pytest.raises(frames.FrameError, match="more than 20 bytes"):
            frames.unpack(frames.pack({"log": b"x" * 20}), frames.REPLY_NAMES, 20)


class TestTexLog:
    def test_lines_and_commands_of_errors(self):
        log = (
            b"./figure.tex:7: Undefined control sequence.\nl.7   \\node {$\\mathbbm\n                   {R}$};\n"
            b"/usr/share/x/tikz.code.tex:99: Package tikz Error: lost.\n\nl.12 \\draw\n"
            b"!  ==> Fatal error occurred, no output PDF file produced!\n"
        )
        assert texlog.errors(log, "figure.tex", 20) == [
            ("Undefined control sequence. \\mathbbm", 7),
            ("Package tikz Error: lost.", None),
        ]

    def test_messages_that_only_look_like_errors(self):
        log = b"Package x Info: see http://a.b:80: fine\n12:30: time\nfoo:3: bar\n(./figure.aux:3)\n"
        assert texlog.errors(log, "figure.tex", 20) == []

    def test_no_more_than_asked_for(self):
        log = b"".join(b"./figure.tex:%d: E%d\n" % (n, n) for n in range(100))
        assert len(texlog.errors(log, "figure.tex", 5)) == 5

    def test_dropped_characters_are_put_together(self):
        log = b"".join(b"Missing character: There is no %c in font nullfont!\n" % c for c in b"abc")
        log += "Missing character: There is no α (U+03B1) in font [lmroman10-regular]:+tlig;!\n".encode()
        first, second = texlog.dropped(log, 5)
        assert first.endswith("dropped: abc")
        assert "lmroman10" in second
        assert second.endswith("dropped: α")

    @given(st.binary(max_size=2000))
    def test_any_bytes_are_read(self, log):
        texlog.errors(log, "figure.tex", 20)
        texlog.dropped(log, 20)

    @given(st.binary(min_size=300, max_size=2000))
    def test_head_and_tail(self, log):
        kept = texlog.kept(log, 200)
        assert len(kept) <= 200 <= len(log)
        assert kept[:50] == log[:50]
        assert kept[-50:] == log[-50:]

    def test_a_hostile_log_takes_linear_time(self):
        for piece in (
            b"a:1: ",
            b"./figure.tex:1: x\n",
            b"l.1 ",
            b"Missing character: There is no x ",
            b"! ",
            b":" * 50,
        ):
            texlog.errors(piece * 400_000, "figure.tex", 20)
            texlog.dropped(piece * 400_000, 20)


class TestPicture:
    def test_a_document_cannot_state_its_own_pages(self):
        info = b"Title:  x\nPages:           1\nPage size:      5 x 5 pts\nPages:           2\nPage size:       57.1 x 30 pts\nPage rot:        0\n"
        assert picture.page(info) == (2, 57.1, 30.0)

    def test_a_turned_page_is_measured_as_shown(self):
        assert picture.page(b"Pages: 1\nPage size: 10 x 20 pts (A9)\nPage rot: 90\n") == (1, 20.0, 10.0)

    @pytest.mark.parametrize(
        "info", [b"", b"Pages: 1\n", b"Page size: 1 x 2 pts\n", b"Pages: x\nPage size: 1 x 2 pts\n"]
    )
    def test_no_page(self, info):
        assert picture.page(info) is None

    @given(st.floats(0.01, 6000), st.floats(0.01, 6000))
    def test_the_long_side_is_within_the_limit(self, width, height):
        side = picture.long_side(width, height, 4096)
        assert 1 <= side <= 4096
        assert side == 4096 or side >= round(picture.TYPICAL_SCALE * max(width, height)) - 1

    @pytest.mark.parametrize("png", [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a" + b"\0" * 30])
    def test_what_is_no_png(self, png):
        assert picture.png_size(png) is None


class TestSvgCanvas:
    @pytest.mark.parametrize(
        ("attributes", "size"),
        [
            ({"viewBox": "0 0 40 20"}, (40, 20)),
            ({"viewBox": "0,0,40,20", "width": "80"}, (80, 40)),
            ({"viewBox": "0 0 40 20", "height": "1in"}, (192, 96)),
            ({"width": "1cm", "height": "10mm"}, (96 / 2.54, 96 / 2.54)),
            ({"width": "100%", "height": "100%", "viewBox": "0 0 40 20"}, (40, 20)),
            ({"width": "100"}, None),
            ({}, None),
            ({"viewBox": "0 0 0 20"}, None),
            ({"viewBox": "a b c d", "width": "1e400", "height": "x"}, None),
        ],
    )
    def test_from_attributes(self, attributes, size):
        assert svg.canvas(attributes) == (pytest.approx(size) if size else None)

    @pytest.mark.parametrize(
        "source",
        [
            b'<svg xmlns="http://www.w3.org/2000/svg"/>',
            b'<?xml version="1.0"?><!-- <svg> -->\n<svg\n width = "5"\theight=\'6\' xmlns="http://www.w3.org/2000/svg" id="a>b"><rect width="3"/></svg>',
            b'<s:svg xmlns:s="http://www.w3.org/2000/svg" width="50%"></s:svg>',
        ],
    )
    def test_the_size_is_stated_on_the_root_alone(self, source):
        sheet = svg.look_over(source)
        assert not sheet.refused
        assert not sheet.error
        sized = svg.with_size(source, sheet.root, 75, 150)
        again = svg.look_over(sized)
        assert (again.width, again.height) == (75, 150)
        assert sized.count(b"width=") == 1 + source.count(b"<rect width=")

    @given(st.text(max_size=300))
    def test_any_text_is_looked_over(self, text):
        source = text.encode("utf-8", "surrogatepass")
        for document in (source, b'<svg xmlns="http://www.w3.org/2000/svg">' + source + b"</svg>"):
            sheet = svg.look_over(document)
            assert sheet.refused or sheet.error or sheet.width > 0
            assert sheet.error.count("well-formed") <= 1

    @given(st.binary(max_size=300))
    def test_whatever_the_process_says_that_looked_it_over_is_a_sheet(self, said):
        for data in (
            said,
            b"{}",
            b"[" * 9999,
            b'{"refused":[],"error":{},"line":1e999,"width":"x","height":1,"root":0,"tiny":0}',
        ):
            assert svg.Sheet.from_json(data).error
        sheet = svg.look_over(b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
        assert svg.Sheet.from_json(sheet.to_json()) == sheet


class TestFiles:
    def test_only_regular_files_are_read(self, tmp_path):
        (tmp_path / "secret").write_bytes(b"secret")
        (tmp_path / "link").symlink_to(tmp_path / "secret")
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "folder").mkdir()
        assert files.read(str(tmp_path / "secret"), 100) == b"secret"
        for name in ("link", "pipe", "folder", "missing"):
            assert files.read(str(tmp_path / name), 100) is None
        with pytest.raises(OverflowError):
            files.read(str(tmp_path / "secret"), 5)

    def test_a_sealed_document_cannot_be_changed(self):
        descriptor = files.sealed(b"document")
        assert os.read(descriptor, 100) == b"document"
        with pytest.raises(PermissionError):
            os.pwrite(descriptor, b"x", 0)
        os.close(descriptor)

    def test_a_folder_with_a_full_file(self, tmp_path):
        (tmp_path / "a").mkdir()
        (tmp_path / "a" / "x").write_bytes(b"x" * 100)
        assert files.overfull(str(tmp_path), 100)
        assert not files.overfull(str(tmp_path), 101)

    def test_folders_nested_deeper_than_a_path_can_say(self, tmp_path):
        here = os.open(tmp_path, os.O_RDONLY)
        for _ in range(3000):
            os.mkdir("d", dir_fd=here)
            below = os.open("d", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        os.close(here)
        assert files.overfull(str(tmp_path), 100)
        files.remove(str(tmp_path / "d"))
        assert list(tmp_path.iterdir()) == []

    def test_removing_follows_no_link(self, tmp_path):
        (tmp_path / "kept").mkdir()
        (tmp_path / "kept" / "x").write_bytes(b"x")
        (tmp_path / "gone" / "inner").mkdir(parents=True)
        (tmp_path / "gone" / "link").symlink_to(tmp_path / "kept")
        (tmp_path / "gone" / "inner" / "link").symlink_to(tmp_path / "kept" / "x")
        files.remove(str(tmp_path / "gone"))
        assert [path.name for path in tmp_path.iterdir()] == ["kept"]
        assert (tmp_path / "kept" / "x").read_bytes() == b"x"

    def test_what_is_missing_is_too_much_to_look_through(self, tmp_path):
        assert files.overfull(str(tmp_path / "missing"), 100)
