"""Writes docs/experiments.md and its pictures from the results of make.sh: make_page.py RESULTS DOCS"""

import pathlib
import shutil
import sys

from statements import CAMERAS, Results, Statements, mean

folder, docs = map(pathlib.Path, sys.argv[1:3])
results = Results(folder)
configurations = ["a-base", "b-median", "c-random", "d-large", "e-if-if", "f-sm-scanline"]
changes = {
    "a-base": "SAH, breadth-first vertices, scanline, while-while, 512x512",
    "b-median": "median split",
    "c-random": "vertices in random order",
    "d-large": "1024x1024",
    "e-if-if": "if-if",
    "f-sm-scanline": "a scanline queue for each SM",
}


def percent(value):
    return f"{100 * value:.2f} %"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def picture(name, text):
    source = folder / "pictures" / name
    (docs / "images" / "experiments").mkdir(parents=True, exist_ok=True)
    shutil.copy(source, docs / "images" / "experiments" / name)
    return f"![{text}](images/experiments/{name})"


def rates_table(scene):
    """A table of the rates and misses, as means over the cameras."""
    columns = ["face_l1", "box_l1", "l1", "face_l2", "box_l2", "l2"]
    misses = ["face_l1", "box_l1", "face_l2", "box_l2"]
    head = ["", "changed", "L1 faces", "L1 boxes", "L1", "L2 faces", "L2 boxes", "L2"]
    head += ["L1 misses a ray: faces", "boxes", "L2 misses a ray: faces", "boxes", "end-point overlap"]

    def over_cameras(configuration, column):
        return mean([results.number(scene + camera, configuration, column) for camera in CAMERAS])

    rows = []
    for c in configurations:
        cells = [percent(over_cameras(c, f"{column}_hit_rate")) for column in columns]
        cells += [f"{over_cameras(c, f'{column}_misses_per_ray'):.3f}" for column in misses]
        rows.append([c[0], changes[c]] + cells + [f"{over_cameras(c, 'end_point_overlap'):.3f}"])
    return table(head, rows)


def zooms(scene):
    rows = []
    for level in ["l1", "l2"]:
        cells = [picture(f"{scene}_{c}_default_{scene}-{level}.png", f"{scene}, {c}, {level}") for c in configurations]
        rows.append([level.upper()] + cells)
    return table([""] + [c[0] for c in configurations], rows)


def group_table(scene, configuration, name):
    """A table of the groups with at least 0.5 % of the property's accesses, at the first camera."""
    rows = []
    for group, row in results.groups(scene, configuration, name, 0.005).items():
        cells = [group, f"{int(row['elements_accessed']):,} of {int(row['elements']):,}", f"{int(row['accesses']):,}"]
        if name == "pixel-work":
            cells.append(f"{1000 * float(row['lateness']):+.2f} ‰")
        else:
            cells += [percent(float(row["l1_hit_rate"])), percent(float(row["l2_hit_rate"]))]
        rows.append(cells)
    last = ["written later than the neighbours by"] if name == "pixel-work" else ["L1", "L2"]
    return table(["group", "accessed", "accesses"] + last, rows)


def frames_table(scene, configuration):
    rows = []
    for i, frame in enumerate(results.frames(scene, configuration)):
        kinds = frame["elements"]
        cells = [str(i)]
        for kind in ["face", "box"]:
            rate = kinds[kind]["l1_hit_rate"]
            cells += [f"{kinds[kind]['accesses']:,}", "–" if rate is None else percent(rate)]
        rows.append(cells)
    return table(["frame", "accesses of faces", "L1", "accesses of boxes", "L1"], rows)


def accessed(scene, configuration):
    """The numbers and sizes of the accessed faces and boxes, in words."""
    counts = [sum(int(row["elements_accessed"]) for row in results.groups(scene, configuration, name, 0).values())
              for name in ("face-facing", "box-level")]
    faces, boxes = counts
    return f"{faces:,} faces and {boxes:,} boxes ({(12 * faces + 24 * boxes) / 2**20:.1f} MiB without vertices)"


def frame_pictures(scene, configuration, name, count=8):
    cells = [picture(f"{scene}_{configuration}_default_{name}_{i}.png", f"{scene}, {name} {i}") for i in range(count)]
    return table([str(i) for i in range(count)], [cells])


template = (docs / "experiments" / "page.md").read_text()
parts = {
    "verdicts": table(Statements.HEAD, Statements(results).all()),
    "statue-rates": rates_table("statue"),
    "atrium-rates": rates_table("atrium"),
    "statue-zooms": zooms("statue"),
    "atrium-zooms": zooms("atrium"),
    "statue-slant": group_table("statue", "a-base", "face-slant"),
    "statue-size": group_table("statue", "a-base", "face-size"),
    "statue-levels": group_table("statue", "a-base", "box-level"),
    "statue-work": group_table("statue", "a-base", "pixel-work"),
    "statue-large-slant": group_table("statue", "d-large", "face-slant"),
    "statue-large-size": group_table("statue", "d-large", "face-size"),
    "atrium-slant": group_table("atrium", "a-base", "face-slant"),
    "atrium-size": group_table("atrium", "a-base", "face-size"),
    "statue-back": picture("statue_a-base_default_statue-back.png", "the statue from behind"),
    "statue-boxes": table(["a", "b", "e"], [[picture(f"statue_{c}_default_boxes.png", f"boxes, {c}")
                                             for c in ("a-base", "b-median", "e-if-if")]]),
    "statue-frames": frame_pictures("statue", "a-base", "frames"),
    "statue-sm-frames": frame_pictures("statue", "f-sm-scanline", "frames"),
    "atrium-frames": frame_pictures("atrium", "random-if-if", "frames"),
    "atrium-frame-rates": frames_table("atrium", "random-if-if"),
    "statue-order": frame_pictures("statue", "a-base", "order"),
    "atrium-order": frame_pictures("atrium", "a-base", "order"),
    "statue-large-accessed": accessed("statue", "d-large"),
    "triangles": f"{int(results.number('statue', 'a-base', 'triangles')):,}",
}
for name, text in parts.items():
    assert f"{{{{{name}}}}}" in template, name
    template = template.replace(f"{{{{{name}}}}}", text)
(docs / "experiments.md").write_text(template)
