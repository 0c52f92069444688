"""Runs examples/python/l1_capacity.py in whole and compares what it plots with `hitmap simulate`. An object that remembers
its calls takes the place of matplotlib, so that the test does not need it."""

import contextlib
import importlib.util
import io
import os
import sys
import unittest
from unittest import mock

from small_recording import MODULE, PROGRAM, enter_folder, exported, record, said

import numpy

EXAMPLE = MODULE.parents[1] / "examples/python/l1_capacity.py"


class Example(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        enter_folder()
        matplotlib = mock.MagicMock()
        figure, cls.axes = mock.MagicMock(), numpy.empty((2, 2), dtype=object)
        for place in numpy.ndindex(2, 2):
            cls.axes[place] = mock.MagicMock()
        matplotlib.pyplot.subplots.return_value = figure, cls.axes
        modules = {"matplotlib": matplotlib, "matplotlib.pyplot": matplotlib.pyplot}
        with mock.patch.dict(sys.modules, modules), mock.patch.dict(os.environ, {"HITMAP": PROGRAM}):
            spec = importlib.util.spec_from_file_location("example", EXAMPLE)
            cls.example = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(cls.example)
            with contextlib.redirect_stdout(io.StringIO()) as out:
                cls.example.main(["builtin:teapot?triangles=300", "-o", "figure.png", "--resolution", "24x16"])
        cls.figure, cls.out = figure, out.getvalue()
        record(sms="68")

    def rate(self, capacity, kind, *options):
        simulated = said("simulate", "teapot.hmt", "--l1", f"{capacity}KiB:128:full", *options)
        return simulated["elements"][kind]["l1_hit_rate"], simulated

    def test_rates_over_capacity(self):
        for call, kind in zip(self.axes[0, 0].plot.call_args_list, ("face", "box")):
            capacities, rates = call.args[:2]
            self.assertEqual(len(rates), len(capacities))
            for capacity, rate in zip(capacities[:3], rates):
                self.assertAlmostEqual(rate, 100 * self.rate(capacity, kind)[0])
        self.assertEqual(self.axes[0, 0].plot.call_count, 2)

    def test_rates_over_time(self):
        frames = self.rate(self.example.SHOWN, "face", "--frames", str(self.example.FRAMES))[1]["frames"]
        expected = [frame["elements"]["face"]["l1_hit_rate"] for frame in frames]
        plotted = self.axes[0, 1].step.call_args_list[0].args[1]
        self.assertIn(None, expected)
        self.assertTrue(numpy.allclose(plotted, 100 * numpy.array(expected, float), equal_nan=True))

    def test_single_faces(self):
        rates = self.axes[1, 0].hist.call_args.args[0]
        faces = [row for row in exported("metrics", "--l1", f"{self.example.SHOWN}KiB:128:full") if row["kind"] == "face"]
        expected = [100 * float(row["l1_hit_rate"]) for row in faces if row["l1_hit_rate"]]
        self.assertTrue(numpy.allclose(rates, expected))
        self.assertLess(len(expected), len(faces))
        self.assertIn(f"{len(faces) - len(expected):,} not accessed", self.axes[1, 0].text.call_args.args[2])

    def test_the_picture_and_the_text(self):
        self.assertEqual(self.axes[1, 1].imshow.call_args.args[0].shape, (560, 780, 3))
        self.assertEqual(self.figure.savefig.call_args.args, ("figure.png",))
        self.assertIn(f"faces: 2 KiB {100 * self.rate(2, 'face')[0]:.1f} %", self.out)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
