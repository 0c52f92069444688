"""Reads the pages of `hitmap report` and `hitmap sweep` as a browser does: every tag is closed, nothing comes from elsewhere,
hostile names are text, and the numbers are those of `hitmap simulate --json`.

Usage: report_test.py HITMAP FOLDER. FOLDER is emptied.
"""

import base64
import html.parser
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import unittest

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
WITHOUT_END = {"meta", "img"}
CACHES = ["--l1", "2KiB:128:4", "--l2", "32KiB:32:8"]
HOSTILE = "<script>alert('1')<!--\"&amp;.obj"
FAN = ("v -2 0 0\nv -1 2 0\nv 0 2.5 0\nv 1 2 0\nv 2 0 0\nv 0 0 0\nv 0 -2 -1\n"
       "f 6 1 2\nf 6 2 3\nf 6 3 4\nf 6 4 5\nf 6 5 7\nf 6 7 1\nf 1 7 2\n")


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


class Page(html.parser.HTMLParser):
    """The tables of a page, as lists of rows of (text, value), by heading and caption; its tags, addresses and texts."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.addresses, self.texts, self.tables, self.events = [], [], [], [], {}, []
        self.heading, self.caption, self.row = "", "", None
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        attributes = dict(attributes)
        self.addresses += [attributes[name] for name in ("src", "href", "xlink:href", "action", "data") if name in attributes]
        self.events += [name for name in attributes if name.startswith("on")]
        if tag not in WITHOUT_END:
            self.open.append(tag)
        if tag == "tr":
            self.row = []
        elif tag in ("td", "th"):
            self.row.append(["", None])
        elif tag == "data":
            self.row[-1][1] = float(attributes["value"])
        elif tag == "table":
            self.caption = ""

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()
        if tag == "tr":
            self.tables.setdefault((self.heading, self.caption), []).append(self.row)

    def handle_data(self, data):
        self.texts.append(data)
        if self.open[-1:] == ["h2"]:
            self.heading = data
        elif self.open[-1:] == ["caption"]:
            self.caption = data
        elif self.row and {"td", "th"} & set(self.open):
            self.row[-1][0] += data

    def rows(self, heading, caption):
        """The rows of a table by the text of their first cell: the values of cells by the text of their column."""
        head, *rows = self.tables[heading, caption]
        return {row[0][0]: {title: cell for (title, _), cell in zip(head, row)} for row in rows}


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        os.chdir(FOLDER)
        pathlib.Path(HOSTILE).write_text(FAN, encoding="utf-8")
        run("trace", HOSTILE, "-o", "fan.hmt", "--resolution", "24x16", "--leaf-size", "2", "--sms", "3")

    def page(self, *options, file="fan.hmt"):
        run("report", file, "-o", "report.html", *options)
        return Page(pathlib.Path("report.html").read_text(encoding="utf-8"))

    def check_numbers(self, row, numbers, names):
        for title, name in names.items():
            expected = numbers[name]
            text, value = row[title]
            if expected is None:
                self.assertEqual((text, value), ("-", None), title)
            else:
                self.assertAlmostEqual(value, expected, delta=1e-8 * max(1, abs(expected)), msg=title)

    def test_numbers_of_the_stack_distance_cache_model(self):
        page = self.page(*CACHES)
        sums = json.loads(run("simulate", "fan.hmt", "--json", *CACHES))
        names = {f"L{level} {title}": f"l{level}_{name}" for level in (1, 2)
                 for title, name in (("hits", "hits"), ("look-ups", "lookups"), ("rate", "hit_rate"))}
        kinds = page.rows("Hit rates", "By kind of element")
        for plural, kind in (("boxes", "box"), ("faces", "face")):
            self.check_numbers(kinds[plural], sums["elements"][kind], {"Accesses": "accesses", **names})
        for title, name in (("hits", "hits"), ("look-ups", "lookups"), ("rate", "hit_rate")):
            self.check_numbers(kinds["together"], sums["l1"], {f"L1 {title}": name})
            self.check_numbers(kinds["together"], sums["l2"], {f"L2 {title}": name})
        allocations = page.rows("Hit rates", "By allocation")
        self.assertEqual(list(allocations), [row["name"] for row in sums["allocations"]])
        for row in sums["allocations"]:
            self.check_numbers(allocations[row["name"]], row, {"Requests": "requests", "Sectors": "sectors", **names})
        self.assertNotIn(("Hit rates", "By source line"), page.tables)

    def test_numbers_of_the_hierarchy_model(self):
        options = ["--model", "hierarchy", *CACHES]
        page = self.page(*options)
        sums = json.loads(run("simulate", "fan.hmt", "--json", *options))
        names = {"Requests": "requests", "Sectors": "sectors", "L1 hits": "l1_hits", "L1 look-ups": "l1_lookups",
                 "L1 rate": "l1_hit_rate", "L2 look-ups": "l2_lookups"}
        allocations = page.rows("Hit rates", "By allocation")
        for row in sums["allocations"]:
            self.check_numbers(allocations[row["name"]], row, names)
        self.check_numbers(allocations["everything"], sums["traffic"], names)
        lines = page.rows("Hit rates", "By source line")
        self.assertEqual(len(lines), len(sums["lines"]))
        for row in sums["lines"]:
            self.check_numbers(lines[f"{pathlib.PurePath(row['file']).name}:{row['line']}"], row, names)
        self.assertIn("fully associative", "".join(page.texts))

    def test_the_worst_elements_are_those_with_the_most_misses(self):
        caches = ["--l1", "256:128:2", "--l2", "32KiB:32:8"]
        rows = self.page(*caches, "--top", "3").rows("The worst elements", "Faces with the most misses in L1")
        run("export", "fan.hmt", "--metrics", "m.csv", *caches)
        faces = [line.split(",") for line in pathlib.Path("m.csv").read_text(encoding="utf-8").splitlines()]
        head = faces[0]
        faces = [dict(zip(head, cells)) for cells in faces if cells[0] == "face"]
        misses = {face["element"]: float(face["l1_lookups"]) - float(face["l1_hits"]) for face in faces}
        expected = sorted(misses, key=lambda face: (-misses[face], int(face)))[:3]
        self.assertGreater(misses[expected[2]], 0)
        self.assertEqual(list(rows), expected)
        for face in expected:
            self.assertAlmostEqual(rows[face]["L1 misses"][1], misses[face], places=5)

    def test_the_page_needs_nothing_else(self):
        page = self.page("--model", "hierarchy")
        self.assertFalse({"script", "link", "iframe", "object", "embed", "form", "base"} & set(page.tags))
        self.assertEqual(page.events, [])
        self.assertEqual(page.tags.count("svg"), 2)
        self.assertEqual(page.tags.count("img"), 4)
        text = pathlib.Path("report.html").read_text(encoding="utf-8")
        self.assertNotIn("@import", text)
        for address in page.addresses:
            kind, data = address.split(",")
            self.assertEqual(kind, "data:image/png;base64")
            picture = base64.b64decode(data, validate=True)
            self.assertEqual(struct.unpack(">4sII", picture[12:24]), (b"IHDR", 1120, 700))

    def test_hostile_names_are_text(self):
        run("layout", "fan.hmt", "-o", "derived.json")
        layout = json.loads(pathlib.Path("derived.json").read_text(encoding="utf-8"))
        for allocation in layout["allocations"]:
            allocation["name"] = f"</table><img src=x onerror=alert(1)>&\"'{allocation['name']}"
        pathlib.Path("layout.json").write_text(json.dumps(layout), encoding="utf-8")
        name = "<b onclick=x>\x1b[2J\u202e.hmt"
        shutil.copy("fan.hmt", name)
        for model in ("sdcm", "hierarchy"):
            page = self.page("--layout", "layout.json", "--model", model, file=name)
            self.assertFalse({"script", "b"} & set(page.tags))
            self.assertEqual(page.events, [])
            self.assertEqual(page.tags.count("img"), 4)
            self.assertIn(layout["allocations"][0]["name"], page.rows("Hit rates", "By allocation"))
            self.assertIn("<b onclick=x>\\x1b[2J\\u202e.hmt", page.texts)
            self.assertIn(HOSTILE, page.rows("Recording", "")["source"]["Value"][0])

    def test_the_same_input_gives_the_same_bytes(self):
        self.page("--threads", "1")
        first = pathlib.Path("report.html").read_bytes()
        self.page("--threads", "3")
        self.assertEqual(pathlib.Path("report.html").read_bytes(), first)
        self.assertEqual(run("report", "fan.hmt", "-o", "-").encode(), first)

    def test_a_recording_without_a_scene(self):
        pathlib.Path("two.csv").write_text("sm,warp,lane,address,bytes,operation\n0,0,0,0x1000,4,load\n0,0,1,0x1004,4,load\n",
                                           encoding="utf-8")
        page = self.page("--model", "hierarchy", file="two.csv")
        self.assertNotIn("img", page.tags)
        self.assertEqual(page.rows("Hit rates", "By allocation")["everything"]["Requests"][1], 1)

    def test_errors_leave_the_page_as_it_was(self):
        pathlib.Path("kept.html").write_text("kept", encoding="utf-8")
        for arguments in (["missing.hmt", "-o", "kept.html"], ["fan.hmt", "-o", "kept.html", "--top", "0"],
                          ["fan.hmt", "-o", "fan.hmt"]):
            self.assertNotEqual(subprocess.run([PROGRAM, "report", *arguments], capture_output=True).returncode, 0)
        self.assertEqual(pathlib.Path("kept.html").read_text(encoding="utf-8"), "kept")

    def test_the_page_of_a_sweep(self):
        experiment = {"title": "<i>&", "scenes": {"fan": HOSTILE}, "defaults": {"resolution": "16x16", "sms": 2},
                      "pictures": {"order": {"panel": "framebuffer", "size": "200x200"}}}
        pathlib.Path("e.json").write_text(json.dumps(experiment), encoding="utf-8")
        run("sweep", "e.json", "-o", "swept")
        page = Page(pathlib.Path("swept/index.html").read_text(encoding="utf-8"))
        self.assertIn("<i>&", page.texts)
        self.assertEqual(page.addresses, ["pictures/fan_default_default_order.png", "results.csv"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
