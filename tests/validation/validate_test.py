"""Tests docs/validation/validate.py: validate_test.py SOURCE BUILD

The kernels are recorded on lavapipe; measurements are written by hand or simulated.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
HITMAP = BUILD / "app/hitmap"
SCRIPT = SOURCE / "docs/validation/validate.py"
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPT.parent))
from counters import METRICS, Hitmap, compare, write_counters  # noqa: E402

SIZES = {"matmul_naive": 64, "transpose": 64, "histogram": 2048, "gather": 2048, "matmul_tiled": 64, "reduction": 4096,
         "stencil": 64, "breadth_first_search": 1024, "tracer": 16}

KERNELS = [name for name in SIZES if name != "tracer"]

# Programs in the place of nvcc and ncu. The latter notes what it is asked for and finds 8 of everything.
NVCC = """#!/bin/sh
while [ "$1" != -o ]; do shift; done
touch "$2"
"""
NCU = r"""#!/bin/sh
echo "$@" >>"$NCU_CALLS"
while [ $# -gt 2 ]; do
    case $1 in --metrics) metrics=$2 ;; --log-file) file=$2 ;; --kernel-name) kernel=$2 ;; esac
    shift
done
count=$(echo "$metrics" | tr ',' ' ' | wc -w)
{
    echo '"ID","Kernel Name","'"$metrics"'"' | sed 's/,\([a-z]\)/","\1/g'
    printf '"",""'; yes ',""' | head -n "$count" | tr -d '\n'; echo
    printf '"0","%s"' "$kernel"; yes ',"8"' | head -n "$count" | tr -d '\n'; echo
} >"$file"
"""

# As ncu prints it with --csv --page raw --print-units base: messages, a header, units, a row for each kernel.
MEASURED = '''==PROF== Connected to process 4711 (cuda_kernels)
matmul_naive: the result is that of the CPU; launches: 1
==PROF== Disconnected from process 4711
"ID","Process ID","Kernel Name","Block Size","Grid Size",\
"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum","l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",\
"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",\
"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum","launch__shared_mem_config_size",\
"lts__t_sectors_srcunit_tex.sum","lts__t_sectors_srcunit_tex_lookup_hit.sum"
"","","","","","request","request","sector","sector","sector","byte","sector","sector"
"0","4711","matmul_naive","(32, 8, 1)","(2, 8, 1)","65,536","512","64,000","32,000","512","32,768","1,000","250"
'''


def validate(*arguments):
    return subprocess.run([sys.executable, "-B", str(SCRIPT), *map(str, arguments), "--hitmap", str(HITMAP)],
                          capture_output=True, text=True)


class Validation(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        programs = cls.folder / "programs"
        programs.mkdir()
        for name, text in [("nvcc", NVCC), ("ncu", NCU)]:
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "NCU_CALLS": str(cls.folder / "calls"),
                       "HITMAP_DEVICE": "llvmpipe", "HITMAP_SIZES": " ".join(f"{name}={size}" for name, size in SIZES.items())}
        done = subprocess.run(["bash", SCRIPT.parent / "run.sh", BUILD, cls.folder], env=environment, capture_output=True,
                              text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        cls.result = (cls.folder / "result.md").read_text()
        cls.calls = (cls.folder / "calls").read_text().splitlines()
        for tracer in cls.folder.glob("tracer-*"):
            tracer.unlink()

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def setUp(self):
        for csv in self.folder.glob("*.csv"):
            csv.unlink()

    def output(self, *arguments):
        done = validate(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_run_records_measures_and_compares(self):
        headings = [line for line in self.result.splitlines() if line.startswith("#")]
        self.assertEqual(headings, ["# Requests and sectors beside closed forms", "# turing-rtx2080ti, measured and simulated",
                                    "# Fitted on half of the kernels"])
        self.assertIn("so that `histogram` has half as many requests there", self.result)
        self.assertIn("| matmul_naive | 16 | 66048 | +412700.00 % | 16 | 66048 |", self.result)
        self.assertIn("\n| tracer-while-while | - |", self.result)
        self.assertIn("\nFitted: `--l1 ", self.result)
        self.assertEqual(len(self.calls), 8)
        launch = {call.split("--kernel-name ")[1].split()[0]: call.split("--launch-skip ")[1].split()[0] for call in self.calls}
        self.assertEqual(launch, {name: "3" if name == "breadth_first_search" else "0" for name in KERNELS})
        self.assertIn(f"--cache-control all --clock-control none --kernel-name gather --launch-skip 0 --launch-count 1 "
                      f"--log-file {self.folder}/gather.csv {self.folder}/cuda_kernels gather 2048", "\n".join(self.calls))

    def test_run_checks_preset_and_build_before_it_records(self):
        with tempfile.TemporaryDirectory() as other:
            folder = pathlib.Path(other) / "validation"
            for build, preset, message in [
                    (BUILD, "ada", "preset 'ada' is not known"),
                    (other, "turing-rtx2080ti", f"run.sh: {other}: expected a build with app/hitmap, found none")]:
                done = subprocess.run(["bash", SCRIPT.parent / "run.sh", build, folder],
                                      env={**os.environ, "HITMAP_PRESET": preset}, capture_output=True, text=True)
                self.assertEqual(done.returncode, 1)
                self.assertIn(message, done.stderr)
                self.assertNotIn("recording", done.stderr)
                self.assertFalse(folder.exists())

    def test_recording_has_to_be_complete_and_of_one_launch(self):
        program = f"{BUILD}/examples/vulkan_kernels/vulkan_kernels"
        with tempfile.TemporaryDirectory() as other:
            folder = pathlib.Path(other)
            for options, message in [
                    (["--log", "64KiB", "--", program, "matmul_naive", "--size", "64"], "expected all requests, found "),
                    (["--", program, "breadth_first_search", "--size", "1024"], "expected one launch, as is measured, found ")]:
                name = options[options.index(program) + 1]
                for file in folder.iterdir():
                    file.unlink()
                subprocess.run([HITMAP, "record", "-o", folder / f"{name}.hmt", *options, "--device", "llvmpipe"], check=True,
                               capture_output=True)
                write_counters(folder / f"{name}.csv", name, dict.fromkeys(METRICS, 1))
                done = validate("table", folder)
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"{name}.hmt: {message}", done.stderr)

    def test_forms(self):
        self.assertEqual(self.output("forms", self.folder).splitlines()[:3], [
            "| kernel | lanes of a warp | requests | closed form | sectors | closed form |",
            "|---|---|---|---|---|---|",
            "| matmul_naive | 8 | 66048 | 66048 | 66048 | 66048 |"])
        rows = [line.split(" | ") for line in self.output("forms", self.folder).splitlines()[2:-1]]
        forms = {row[0].strip("| "): row[2:] for row in rows}
        self.assertEqual(list(forms), KERNELS)
        for name in ["matmul_naive", "matmul_tiled", "transpose", "reduction", "stencil"]:
            requests, expected_requests, sectors, expected_sectors = forms[name]
            self.assertEqual((requests, sectors), (expected_requests, expected_sectors.strip(" |")), name)

    def test_table(self):
        (self.folder / "matmul_naive.csv").write_text(MEASURED)
        # The simulated L1 has room for both matrices; each of 16 work groups has an SM of its own.
        lines = self.output("table", self.folder, "--l1", "64KiB:128/32:full", "--l2", "6MiB:128/32:16").splitlines()
        self.assertEqual(lines[:4], [
            "| kernel | requests, measured | simulated | error | sectors, measured | simulated | error |",
            "|---|---|---|---|---|---|---|",
            "| matmul_naive | 66048 | 66048 | +0.00 % | 64512 | 66048 | +2.38 % |",
            "| transpose | - | 1024 | - | - | 4608 | - |"])
        # 8 rows and 32 columns of 64 elements are 64 + 256 sectors, in each of 16 SMs; and 65536 loads of a sector.
        misses = 16 * (64 + 256)
        rate = 100 * (65536 - misses) / 65536
        self.assertEqual(lines[11], "| kernel | L1 hit rate, measured | simulated | error | L2 hit rate, measured | "
                                    "simulated | error |")
        # L2: those misses, of which 1024 are the first of a sector; and 512 stores, which count as hits.
        l2 = 100 * (misses - 1024 + 512) / (misses + 512)
        self.assertEqual(lines[13], f"| matmul_naive | 50.00 % | {rate:.2f} % | {2 * rate - 100:+.2f} % | 25.00 % | "
                                    f"{l2:.2f} % | {4 * l2 - 100:+.2f} % |")
        self.assertEqual(lines[-6:-1], ["|---|---|---|---|", "| all | requests | 0.00 % | 1 |", "| all | sectors | 2.38 % | 1 |",
                                        f"| all | L1 hit rate | {2 * rate - 100:.2f} % | 1 |",
                                        f"| all | L2 hit rate | {4 * l2 - 100:.2f} % | 1 |"])

    def test_recordings_and_counters_of_an_h200(self):
        done = subprocess.run([sys.executable, "-B", str(SCRIPT), "table", str(SOURCE / "tests/validation/h200"),
                               "--hitmap", str(HITMAP), "--preset", "hopper-h200"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines(), [
            "| kernel | requests, measured | simulated | error | sectors, measured | simulated | error |",
            "|---|---|---|---|---|---|---|",
            "| transpose | 65536 | 65536 | +0.00 % | 1179648 | 1179648 | +0.00 % |",
            "| matmul_tiled | 67584 | 67584 | +0.00 % | 270336 | 270336 | +0.00 % |",
            "| reduction | 32768 | 32768 | +0.00 % | 131072 | 131072 | +0.00 % |",
            "",
            "| kernel | L1 hit rate, measured | simulated | error | L2 hit rate, measured | simulated | error |",
            "|---|---|---|---|---|---|---|",
            "| transpose | 0.00 % | 0.00 % | +0.00 % | 88.89 % | 88.89 % | +0.00 % |",
            "| matmul_tiled | 2.93 % | 2.93 % | +0.00 % | 86.02 % | 93.76 % | +9.00 % |",
            "| reduction | 0.00 % | 0.00 % | +0.00 % | 0.05 % | 0.05 % | -1.56 % |",
            "",
            "| kernels | quantity | MAPE | of how many |",
            "|---|---|---|---|",
            "| all | requests | 0.00 % | 3 |",
            "| all | sectors | 0.00 % | 3 |",
            "| all | L1 hit rate | 0.00 % | 3 |",
            "| all | L2 hit rate | 3.52 % | 3 |",
            ""])

    def test_broken_measurements(self):
        csv = self.folder / "matmul_naive.csv"
        header, units, row = MEASURED.splitlines()[3:]
        for text, message in [
                (MEASURED + row.replace('"0"', '"1"', 1) + "\n", "expected one kernel, found 2: matmul_naive, matmul_naive"),
                (MEASURED.replace('"matmul_naive"', '"transpose"'), "expected the kernel matmul_naive, found transpose"),
                (MEASURED.replace("op_st.sum", "op_red.sum"),
                 "expected the counter l1tex__t_requests_pipe_lsu_mem_global_op_st.sum, found none"),
                ("==ERROR== ERR_NVGPUCTRPERM\n", 'expected a header that begins with "ID", as ncu --csv prints, found none'),
                (f"{header}\n{row}\n", "line 2: expected a row of units, found ID '0'"),
                (f"{header}\n{units}\n{row[:-6]}\n", "line 3: expected 13 fields, as the header has, found 12"),
                (f"{header}\n{units}\n", "expected counters of a kernel, found none"),
                (MEASURED.replace("64,000", "many"),
                 "line 6: expected a number of 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', found 'many'")]:
            with self.subTest(message):
                csv.write_text(text)
                done = validate("table", self.folder)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(f"{csv}", done.stderr)
                self.assertTrue(done.stderr.endswith(message + "\n"), done.stderr)

    def simulate_measurements(self, caches):
        """Writes what a GPU with these caches would measure."""
        hitmap = Hitmap(str(HITMAP), "turing-rtx2080ti")
        for name in KERNELS:
            simulated = compare(hitmap, self.folder, name, caches).simulated
            write_counters(self.folder / f"{name}.csv", name, {metric: int(simulated[metric]) for metric in METRICS})

    def test_fit_recovers_the_caches(self):
        truth = ["--l1", "2KiB:128/32:4:fifo:linear", "--l2", "16KiB:128/32:4:plru:linear"]
        self.simulate_measurements(truth)
        others = ["--l1", "64KiB:128/32:full", "--l1", "2KiB:128/32:4:lru", "--l1", "4KiB:128/32:4:fifo",
                  "--l2", "16KiB:128/32:4:lru", "--l2", "16KiB:128/32:full:lru", "--l2", "32KiB:128/32:4:plru"]
        for candidates in [others + truth, truth + others]:
            lines = self.output("fit", self.folder, *candidates).splitlines()
            self.assertEqual(lines[0], "Fitted: `" + " ".join(truth) + "`")
            means = [line.strip("| ").split(" | ") for line in lines[-9:-1]]
            self.assertEqual([row[2] for row in means], ["0.00 %"] * 8, lines[-9:-1])
            self.assertEqual([row[0] for row in means], ["fitted"] * 4 + ["judged"] * 4)
            self.assertEqual(means[0][3], "4")
        # Without the right caches, both halves have errors.
        lines = self.output("fit", self.folder, *others).splitlines()
        means = {tuple(row[:2]): row[2] for row in (line.strip("| ").split(" | ") for line in lines[-9:-1])}
        self.assertEqual(means["judged", "sectors"], "0.00 %")
        for half in ["fitted", "judged"]:
            self.assertNotEqual(means[half, "L1 hit rate"], "0.00 %")
            self.assertNotEqual(means[half, "L2 hit rate"], "0.00 %")

    def test_fit_leaves_out_caches_that_are_refused(self):
        truth = ["--l1", "2KiB:128/32:4:lru:linear", "--l2", "16KiB:128/32:4:lru:linear"]
        self.simulate_measurements(truth)
        done = validate("fit", self.folder, "--l1", "2KiB:128/32:3", *truth)
        self.assertIn("left out: hitmap: L1 cache '2KiB:128/32:3': 16 lines do not make whole sets of 3 ways", done.stderr)
        self.assertEqual(done.stdout.splitlines()[0], "Fitted: `" + " ".join(truth) + "`")

    def test_fit_needs_measurements(self):
        done = validate("fit", self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, f"validate.py: {self.folder}/matmul_naive.csv: expected a measurement, found none\n")

    def test_folder_without_recordings(self):
        with tempfile.TemporaryDirectory() as empty:
            done = validate("table", empty)
            self.assertEqual((done.returncode, done.stderr),
                             (1, f"validate.py: {empty}: expected recordings, found none; run.sh makes them\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
