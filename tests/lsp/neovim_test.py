"""Opens a source file in Neovim with `hitmap lsp` and reads what Neovim shows.

Usage: neovim_test.py HITMAP SOURCES FOLDER NVIM [SCREEN]. FOLDER is emptied. The screen of Neovim as text goes to the file
SCREEN if it is given.
"""

import json
import os
import pathlib
import subprocess
import sys

from recorded_scene import RecordedScene, rate_and_misses

SCRIPT = pathlib.Path(__file__).with_name("neovim_test.lua")


def main():
    scene = RecordedScene(*sys.argv[1:4])
    result = scene.folder / "shown.json"
    environment = {**os.environ, "HITMAP": scene.program, "RESULT": str(result), "SOURCE": str(scene.source),
                   "HOME": str(scene.folder), "XDG_STATE_HOME": str(scene.folder), "XDG_CACHE_HOME": str(scene.folder)}
    lines, sums = scene.lines()
    most = max(lines.values(), key=lambda line: line["l1_lookups"] - line["l1_hits"])
    environment["LINE"] = str(most["line"])
    subprocess.run([sys.argv[4], "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {SCRIPT}"],
                   cwd=scene.folder, env=environment, check=True, timeout=300, stdin=subprocess.DEVNULL)
    shown = json.loads(result.read_text(encoding="utf-8"))

    misses = sums["l1"]["lookups"] - sums["l1"]["hits"]
    hot = {n for n, line in lines.items() if (line["l1_lookups"] - line["l1_hits"]) / misses >= 0.01}
    assert {d["line"] for d in shown["diagnostics"]} == hot, (shown["diagnostics"], hot)
    lenses = {lens["line"]: lens["title"] for lens in shown["lenses"]}
    assert set(lenses) == set(lines), (lenses, lines)
    for number, line in lines.items():
        if line["l1_lookups"]:
            assert rate_and_misses(line) in lenses[number], (number, lenses[number], line)
    drawn = {text["line"]: text["text"] for text in shown["virtual_text"]}
    for number in lines:
        assert lenses[number] in drawn.get(number, ""), (number, drawn)
    for number in hot:
        assert "of all L1 misses" in drawn[number], (number, drawn[number])
    assert f"{most['sectors']}" in shown["hover"], shown["hover"]
    assert "faces" in shown["hover"], shown["hover"]
    hints = {hint["line"] for hint in shown["hints"]}
    assert hints == set(lines), (hints, set(lines))
    assert any(rate_and_misses(most) in row for row in shown["screen"]), "\n".join(shown["screen"])
    if len(sys.argv) > 5:
        pathlib.Path(sys.argv[5]).write_text("\n".join(row.rstrip() for row in shown["screen"]) + "\n", encoding="utf-8")
    print(f"{len(lenses)} lenses, {len(shown['diagnostics'])} diagnostics, {len(hints)} hints shown")


if __name__ == "__main__":
    main()
