"""Opens a source file in Emacs with Eglot and `hitmap lsp`, and reads what Emacs shows.

Usage: emacs_test.py HITMAP SOURCES FOLDER EMACS. FOLDER is emptied.
"""

import json
import os
import pathlib
import subprocess
import sys

from recorded_scene import RecordedScene

SCRIPT = pathlib.Path(__file__).with_name("emacs_test.el")


def main():
    scene = RecordedScene(*sys.argv[1:4])
    result = scene.folder / "shown.json"
    lines, sums = scene.lines()
    most = max(lines.values(), key=lambda line: line["l1_lookups"] - line["l1_hits"])
    environment = {**os.environ, "HITMAP": scene.program, "RESULT": str(result), "SOURCE": str(scene.source),
                   "FOLDER": f"{scene.folder}/", "LINE": str(most["line"]), "HOME": str(scene.folder)}
    recorded = (scene.folder / "t.hmt").read_bytes()
    subprocess.run([sys.argv[4], "--batch", "-q", "-l", str(SCRIPT)], cwd=scene.folder, env=environment, check=True,
                   timeout=300, stdin=subprocess.DEVNULL)
    shown = json.loads(result.read_text(encoding="utf-8"))

    misses = sums["l1"]["lookups"] - sums["l1"]["hits"]
    hot = {n for n, line in lines.items() if (line["l1_lookups"] - line["l1_hits"]) / misses >= 0.01}
    assert {each["line"] for each in shown["diagnostics"]} == hot, (shown["diagnostics"], hot)
    for each in shown["diagnostics"]:
        line = lines[each["line"]]
        assert f"{line['l1_hits']:,} of {line['l1_lookups']:,} look-ups hit" in each["text"], (each, line)
    assert f"{most['sectors']}" in shown["hover"], shown["hover"]
    assert "faces" in shown["hover"], shown["hover"]
    assert (scene.folder / "t.hmt").read_bytes() == recorded
    print(f"Emacs {shown['version']} showed {len(shown['diagnostics'])} diagnostics and a table")


if __name__ == "__main__":
    main()
