"""Compares what the Python module returns with the JSON and the CSV of the program."""

import json
import math
import pathlib
import shutil
import sys
import unittest

from small_recording import CACHE_WORDS, CACHES, PROGRAM, enter_folder, exported, record, run, said

import numpy

import hitmap


def same(array, texts):
    """Whether the numbers are those of the cells of a CSV file; an empty cell is NaN."""
    expected = numpy.array([float(text) if text else math.nan for text in texts])
    return len(array) == len(texts) and numpy.allclose(numpy.asarray(array, float), expected, rtol=1e-6, atol=0, equal_nan=True)


class Results(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        enter_folder()
        cls.recording = hitmap.open(record(), program=PROGRAM)

    def test_info_is_the_object_of_the_command(self):
        self.assertEqual(self.recording.info, said("info", "teapot.hmt"))
        self.assertGreater(self.recording.info.requests, 0)
        self.assertEqual(self.recording.info.device.sm_count, 2)
        self.assertIn("nodes", [allocation.name for allocation in self.recording.info.allocations])

    def test_simulate_is_the_object_of_the_command(self):
        simulated = self.recording.simulate(frames=3, by="sm", **CACHES)
        self.assertEqual(simulated, said("simulate", "teapot.hmt", *CACHE_WORDS, "--frames", "3", "--by", "sm"))
        self.assertAlmostEqual(simulated.l1.hit_rate, simulated.l1.hits / simulated.l1.lookups)
        self.assertEqual(len(simulated.frames), 3)
        hierarchy = self.recording.simulate(model="hierarchy", why=True)
        self.assertEqual(hierarchy, said("simulate", "teapot.hmt", "--model", "hierarchy", "--why"))
        self.assertGreater(len(hierarchy.lines), 3)

    def test_column_makes_an_array_of_a_list(self):
        simulated = self.recording.simulate(frames=3, **CACHES)
        rates = hitmap.column(simulated.frames, "l1.hit_rate")
        self.assertEqual(rates.tolist(), [frame["l1"]["hit_rate"] for frame in simulated["frames"]])
        self.assertTrue(math.isnan(hitmap.column([{"rate": None}], "rate")[0]))
        with self.assertRaises(KeyError):
            hitmap.column(simulated.frames, "l1.hitrate")

    def test_simt_is_the_object_of_the_command(self):
        self.assertEqual(self.recording.simt(by="allocation"), said("simt", "teapot.hmt", "--by", "allocation"))

    def test_metrics_are_the_numbers_of_the_csv(self):
        rows = exported("metrics", *CACHE_WORDS)
        metrics = self.recording.metrics(**CACHES)
        self.assertEqual(set(metrics), {"box", "face", "pixel", "frame"})
        self.assertEqual(metrics.pixel.accesses.shape, (16, 24))
        undefined = 0
        for kind in hitmap.ELEMENT_KINDS:
            of_kind = [row for row in rows if row["kind"] == kind]
            element = [int(row["element"]) for row in of_kind]  # padding is not in the CSV
            for name in ("source", "accesses", "l1_hits", "l1_lookups", "l1_hit_rate", "l2_hits", "l2_hit_rate",
                         "access_rate", "access_order"):
                array = metrics[kind][name].ravel()[element]
                self.assertTrue(same(array, [row[name] for row in of_kind]), (kind, name))
                undefined += numpy.isnan(array).sum()
        self.assertGreater(undefined, 0)
        faces = metrics.face
        looked_up = faces.l1_lookups > 0
        self.assertTrue(numpy.allclose(faces.l1_hit_rate[looked_up], (faces.l1_hits / faces.l1_lookups.clip(1))[looked_up]))
        self.assertTrue(numpy.isnan(faces.l1_hit_rate[~looked_up]).all())

    def test_frames_are_the_first_axis(self):
        metrics = self.recording.metrics(frames=4)
        self.assertEqual(metrics.pixel.access_order.shape, (4, 16, 24))
        self.assertEqual(metrics.face.source.ndim, 1)
        whole = self.recording.metrics()
        for name in ("accesses", "l1_lookups"):
            self.assertTrue((metrics.face[name].sum(axis=0) == whole.face[name]).all(), name)
        self.assertTrue(numpy.allclose(metrics.box.l1_hits.sum(axis=0), whole.box.l1_hits))
        self.assertEqual(metrics.frame["count"].sum(), whole.frame["count"][0])
        third = self.recording.metrics(frames=4, frame=2)
        self.assertTrue(numpy.array_equal(third.face.l1_misses, metrics.face.l1_misses[2], equal_nan=True))

    def test_sums_of_elements_are_those_of_simulate(self):
        simulated = self.recording.simulate(**CACHES)
        metrics = self.recording.metrics(**CACHES)
        for level in ("l1", "l2"):
            hits = sum(metrics[kind][f"{level}_hits"].sum() for kind in ("box", "face"))
            self.assertAlmostEqual(hits, simulated[level].hits, delta=1e-9 * hits)
            self.assertEqual(sum(metrics[kind][f"{level}_lookups"].sum() for kind in ("box", "face")),
                             simulated[level].lookups)

    def test_accesses_are_the_rows_of_the_csv(self):
        rows = exported("accesses", *CACHE_WORDS)
        accesses = self.recording.accesses(**CACHES)
        self.assertEqual([hitmap.ELEMENT_KINDS[kind] for kind in accesses.kind], [row["kind"] for row in rows])
        for name in ("order", "launch", "sm", "warp", "lane", "element", "l1_hits", "l1_lookups", "l2_hits", "l2_lookups"):
            self.assertTrue(same(accesses[name], [row[name] for row in rows]), name)
        self.assertEqual(len(accesses.order), sum(self.recording.info.element_accesses.values()))

    def test_accesses_of_a_pixel_are_the_rows_of_the_csv(self):
        rows = exported("accesses", "--pixel", "12,8", "--model", "hierarchy")
        table = self.recording.accesses_of_pixel(12, 8, model="hierarchy")
        self.assertEqual(list(table), list(rows[0]))
        for name in ("kind", "allocation", "file", "served"):
            self.assertEqual(table[name].tolist(), [row[name] for row in rows], name)
        self.assertTrue(same(table.order, [row["order"] for row in rows]))
        self.assertEqual([f"{address:#x}" for address in table.address.tolist()],
                         [f"{int(row['address'], 0):#x}" for row in rows])

    def test_requests_have_the_addresses_of_their_lanes(self):
        requests = self.recording.requests()
        self.assertEqual(len(requests.mask), self.recording.info.requests)
        lanes = numpy.array([int(mask).bit_count() for mask in requests.mask])
        self.assertEqual(lanes.sum(), len(requests.address))
        self.assertEqual(len(requests.address), self.recording.info.lane_accesses)
        self.assertTrue((numpy.cumsum(lanes)[:-1] == requests.first_address[1:]).all())

    def test_rays_are_the_rows_of_the_csv(self):
        shutil.copy(pathlib.Path(__file__).resolve().parents[1] / "trace" / "data" / "version-1-rays.hmt", "rays.hmt")
        recording = hitmap.open("rays.hmt", program=PROGRAM)
        rows = exported("rays", name="rays.hmt")
        rays = recording.rays()
        for order, row in enumerate(rows):
            table = rays.ray if row["kind"] == "traced" else rays.hit
            item = int(numpy.searchsorted(table.order, order))
            self.assertEqual(table.order[item], order)
            for name in ("request", "launch", "sm", "warp", "slot", "lane", "place"):
                self.assertEqual(table[name][item], int(row[name]), name)
            if row["kind"] == "traced":
                for name in ("flags", "mask", "structure"):
                    self.assertEqual(table[name][item], int(row[name]), name)
                values = [*table.origin[item], table.tmin[item], *table.direction[item], table.tmax[item]]
                texts = [row[name] for name in ("origin_x", "origin_y", "origin_z", "tmin", "direction_x", "direction_y",
                                                "direction_z", "tmax")]
            else:
                self.assertEqual(hitmap.RAY_KINDS[table.kind[item]], row["kind"])
                if row["kind"] == "missed":
                    self.assertEqual((table["shape"][item], row["shape"], row["t"]), (255, "", ""))
                    continue
                self.assertEqual(("triangle", "box")[table["shape"][item]], row["shape"])
                values, texts = [table.t[item]], [row["t"]]
            expected = numpy.array([float(text) for text in texts]).astype(numpy.float32)
            self.assertTrue(numpy.array_equal(numpy.array(values), expected, equal_nan=True), row)
        self.assertEqual(len(rows), len(rays.ray.order) + len(rays.hit.order))
        self.assertEqual(recording.info.rays.traced, len(rays.ray.order))
        with self.assertRaisesRegex(hitmap.HitmapError, "expected a recording with ray events"):
            self.recording.rays()

    def test_pixels_are_the_numbers_of_the_csv(self):
        rows = exported("pixels", "--model", "hierarchy")
        pixels = self.recording.pixels(model="hierarchy")
        for name in ("accesses", "requests", "branching_rate", "l1_hit_rate", "dram_bytes"):
            self.assertEqual(pixels[name].shape, (16, 24))
            self.assertTrue(same(pixels[name].ravel(), [row[name] for row in rows]), name)

    def test_tables_are_the_csv(self):
        for name, options, words in (
                ("tree", {}, []), ("sms", {}, []), ("regions", {}, []), ("groups", {}, []), ("simt", {}, []),
                ("traffic", {"model": "hierarchy"}, ["--model", "hierarchy"]),
                ("miss-ratio", {"model": "hierarchy"}, ["--model", "hierarchy"]),
                ("reuse-histogram", {"model": "hierarchy"}, ["--model", "hierarchy"]),
                ("curves", {"curve": ["face:1", "face:2=l1-misses"], "frames": 5},
                 ["--curve", "face:1", "--curve", "face:2=l1-misses", "--frames", "5"])):
            rows = exported(name, *words)
            table = self.recording.table(name, **options)
            self.assertEqual(list(table), list(rows[0]), name)
            for key, array in table.items():
                cells = [row[key] for row in rows]
                if array.dtype.kind == "U":
                    self.assertEqual(array.tolist(), cells, (name, key))
                else:
                    self.assertTrue(same(array, cells), (name, key))

    def test_a_part_is_read_by_every_function(self):
        part = hitmap.open("teapot.hmt", requests="100:300", program=PROGRAM)
        self.assertEqual(part.info.requests, 200)
        self.assertEqual(len(part.requests().mask), 200)
        self.assertEqual(part.simulate().l1, said("simulate", "teapot.hmt", "--requests", "100:300")["l1"])
        cut = self.recording.cut("part.hmt", requests="100:300")
        self.assertEqual(cut.simulate().l1, part.simulate().l1)
        compared = hitmap.compare(self.recording, part, program=PROGRAM)
        self.assertEqual(compared, said("compare", "teapot.hmt", "teapot.hmt", "--requests-b", "100:300"))

    def test_compare_is_the_object_of_the_command(self):
        compared = hitmap.compare(self.recording, "teapot.hmt", program=PROGRAM, l1_b="64KiB:128:64")
        self.assertEqual(compared, said("compare", "teapot.hmt", "teapot.hmt", "--l1-b", "64KiB:128:64"))
        self.assertIsInstance(compared.summary, str)

    def test_validate_reads_everything(self):
        self.assertEqual(self.recording.validate(), run("validate", "teapot.hmt"))

    def test_pictures_are_those_of_render(self):
        options = {"panel": "framebuffer", "size": "240x200"}
        path = self.recording.render(pathlib.Path("picture.png"), **options)
        run("render", "teapot.hmt", "-o", "expected.png", "--panel", "framebuffer", "--size", "240x200")
        self.assertEqual(path.read_bytes(), pathlib.Path("expected.png").read_bytes())
        image = self.recording.image(**options)
        self.assertEqual((image.shape, image.dtype), ((200, 240, 3), numpy.uint8))
        self.assertTrue(numpy.array_equal(image, hitmap.read_png(path.read_bytes())))
        self.assertGreater(len(numpy.unique(image.reshape(-1, 3), axis=0)), 20)
        clear = self.recording.image(transparent=True, **options)
        self.assertEqual(clear.shape, (200, 240, 4))
        opaque = clear[..., 3] == 255
        self.assertTrue(0 < opaque.sum() < opaque.size)
        values = numpy.load(self.recording.render("values.npy", panel="image", metric="requests"))
        self.assertTrue(numpy.array_equal(numpy.nan_to_num(values), self.recording.pixels().requests))

    def test_report_is_the_page_of_the_command(self):
        page = self.recording.report("page.html", **CACHES)
        self.assertEqual(page.read_text(encoding="utf-8"), run("report", "teapot.hmt", "-o", "-", *CACHE_WORDS))

    def test_sweep_returns_the_table(self):
        experiment = {"scenes": {"7": "builtin:teapot?triangles=300"}, "defaults": {"resolution": "16x16", "sms": 2},
                      "configurations": {"sah": {}, "median": {"bvh": "median"}},
                      "caches": {"small": CACHES, "large": {"l1": "16KiB:128:full"}}}
        pathlib.Path("experiment.json").write_text(json.dumps(experiment), encoding="utf-8")
        swept = hitmap.sweep("experiment.json", "swept", program=PROGRAM)
        self.assertEqual(swept.results.scene.tolist(), ["7"] * 4)
        self.assertEqual(swept.results.configuration.tolist(), ["sah", "sah", "median", "median"])
        self.assertTrue((swept.results.l1_hit_rate[1::2] > swept.results.l1_hit_rate[::2]).all())
        self.assertTrue(swept.page.exists())
        again = hitmap.sweep(experiment, "again", program=PROGRAM)
        self.assertEqual((again.folder / "results.csv").read_bytes(), (swept.folder / "results.csv").read_bytes())
        self.assertEqual(list(pathlib.Path().glob("hitmap-*")), [])

    def test_trace_records(self):
        traced = hitmap.trace("builtin:teapot?triangles=300", "again.hmt", program=PROGRAM, resolution="24x16", sms=2)
        self.assertEqual(pathlib.Path("again.hmt").read_bytes(), pathlib.Path("teapot.hmt").read_bytes())
        self.assertEqual(traced.info.requests, self.recording.info.requests)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
