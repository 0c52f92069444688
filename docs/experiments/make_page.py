"""Writes docs/experiments.md and its pictures from the results of make.sh: make_page.py RESULTS DOCS"""

import csv
import json
import pathlib
import shutil
import sys

results, docs = map(pathlib.Path, sys.argv[1:3])
runs = {(row["scene"], row["configuration"]): row for row in csv.DictReader(open(results / "results.csv"))}
scenes = ["statue", "atrium"]
configurations = ["a-base", "b-median", "c-random", "d-large", "e-if-if", "f-sm-scanline"]
changes = {
    "a-base": "SAH, breadth-first vertices, scanline, while-while, 512x512",
    "b-median": "median split",
    "c-random": "vertices in random order",
    "d-large": "2048x2048",
    "e-if-if": "if-if",
    "f-sm-scanline": "a scanline queue for each SM",
}


def number(scene, configuration, column):
    return float(runs[scene, configuration][column])


def percent(value):
    return f"{100 * value:.2f} %"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def picture(name, text):
    source = results / "pictures" / name
    (docs / "images" / "experiments").mkdir(parents=True, exist_ok=True)
    shutil.copy(source, docs / "images" / "experiments" / name)
    return f"![{text}](images/experiments/{name})"


def rates_table(scene):
    columns = ["face_l1", "box_l1", "l1", "face_l2", "box_l2", "l2"]
    misses = ["face_l1", "box_l1", "face_l2", "box_l2"]
    head = ["", "changed", "L1 faces", "L1 boxes", "L1", "L2 faces", "L2 boxes", "L2"]
    head += ["L1 misses a ray: faces", "boxes", "L2 misses a ray: faces", "boxes", "end-point overlap"]
    rows = []
    for c in configurations:
        cells = [percent(number(scene, c, f"{column}_hit_rate")) for column in columns]
        cells += [f"{number(scene, c, f'{column}_misses_per_ray'):.3f}" for column in misses]
        rows.append([c[0], changes[c]] + cells + [f"{number(scene, c, 'end_point_overlap'):.3f}"])
    return table(head, rows)


def zooms(scene):
    rows = []
    for level in ["l1", "l2"]:
        cells = [picture(f"{scene}_{c}_default_{scene}-{level}.png", f"{scene}, {c}, {level}") for c in configurations]
        rows.append([level.upper()] + cells)
    return table([""] + [c[0] for c in configurations], rows)


groups = {
    run: [row for row in csv.DictReader(open(results / f"{run}-groups.csv"))]
    for run in ["statue_a-base", "statue_d-large", "atrium_a-base"]
}


def group_rows(run, name, share=0.005):
    """Groups that hold at least this share of the property's accesses."""
    rows = [row for row in groups[run] if row["property"] == name]
    total = sum(int(row["accesses"]) for row in rows)
    return [row for row in rows if int(row["accesses"]) >= share * total]


def group_table(run, name):
    rows = []
    for row in group_rows(run, name):
        cells = [row["group"], f"{int(row['elements_accessed']):,} of {int(row['elements']):,}", f"{int(row['accesses']):,}"]
        if name == "pixel-work":
            cells.append(f"{1000 * float(row['lateness']):+.2f} ‰")
        else:
            cells += [percent(float(row["l1_hit_rate"])), percent(float(row["l2_hit_rate"]))]
        rows.append(cells)
    last = ["written later than the neighbours by"] if name == "pixel-work" else ["L1", "L2"]
    return table(["group", "accessed", "accesses"] + last, rows)


def frames_of(name):
    return json.load(open(results / f"{name}-frames.json"))["frames"]


def frames_table(name):
    rows = []
    for i, frame in enumerate(frames_of(name)):
        kinds = frame["elements"]
        cells = [str(i)]
        for kind in ["face", "box"]:
            rate = kinds[kind]["l1_hit_rate"]
            cells += [f"{kinds[kind]['accesses']:,}", "–" if rate is None else percent(rate)]
        rows.append(cells)
    return table(["frame", "accesses of faces", "L1", "accesses of boxes", "L1"], rows)


verdicts = []


def verdict(claim, holds, evidence):
    """holds: whether it does, or words for it."""
    words = {True: "holds", False: "**does not hold**"}.get(holds, holds)
    verdicts.append([claim, words, evidence])


def compare(scene, configuration, column, digits=2):
    base, other = number(scene, "a-base", column), number(scene, configuration, column)
    if column.endswith("hit_rate"):
        return f"{100 * base:.{digits}f} to {100 * other:.{digits}f} %"
    return f"{base:.3f} to {other:.3f}"


def rise(scene, configuration, column):
    return number(scene, configuration, column) - number(scene, "a-base", column)


def accesses_an_element(row):
    return int(row["accesses"]) / int(row["elements_accessed"])


def along(claim, run, name, falls):
    """The first group of a property against the last."""
    scene, configuration = run.split("_")
    rows = group_rows(run, name, 0.01)
    first, last = rows[0], rows[-1]
    values = [float(row["l1_hit_rate"]) for row in (first, last)]
    steps = [float(b["l1_hit_rate"]) < float(a["l1_hit_rate"]) for a, b in zip(rows, rows[1:])]
    same_way = sum(step == falls for step in steps)
    where = scene if configuration == "a-base" else f"{scene}, {changes[configuration]}"
    verdict(f"{claim} ({where})", (values[1] < values[0]) == falls,
            f"L1 {percent(values[0])} ({first['group']}) to {percent(values[1])} ({last['group']}); "
            f"{same_way} of {len(steps)} steps go that way; accesses of an accessed element "
            f"{accesses_an_element(first):.1f} and {accesses_an_element(last):.1f}")


def first_uses(scene, configuration):
    """Share of L2's misses that are first uses of their line, which no cache avoids."""
    kinds = json.load(open(results / "runs" / f"{scene}_{configuration}_default.json"))["kinds"]
    hits, lookups, cold = (sum(kind["l2"][i] for kind in kinds) for i in range(3))
    return cold / (lookups - hits / 2**24)


def accessed(run):
    """What of faces and boxes was accessed, in words."""
    rows = groups[run]
    faces = sum(int(row["elements_accessed"]) for row in rows if row["property"] == "face-facing")
    boxes = sum(int(row["elements_accessed"]) for row in rows if row["property"] == "box-level")
    return f"{faces:,} faces and {boxes:,} boxes, {(12 * faces + 24 * boxes) / 2**20:.1f} MiB of them"


def all_verdicts():
    for run in groups:
        along("slantingly projected triangles hit less", run, "face-slant", True)
        along("finely projected triangles hit less", run, "face-size", False)
        along("inner boxes with slanted triangles hit less", run, "box-slant", True)
        along("boxes near the root hit more", run, "box-level", True)
    back, front = ([row for row in groups["statue_a-base"] if row["property"] == "face-facing" and row["group"] == side][0]
                   for side in ("back", "front"))
    verdict("most accesses on the back are prevented, yet back faces are touched (statue)",
            0 < int(back["accesses"]) < int(front["accesses"]),
            f"{int(back['accesses']):,} accesses of {int(back['elements_accessed']):,} back faces, "
            f"{int(front['accesses']):,} of {int(front['elements_accessed']):,} front faces")
    for scene in scenes:
        verdict(f"random order lowers both levels ({scene})",
                rise(scene, "c-random", "l1_hit_rate") < 0 and rise(scene, "c-random", "l2_hit_rate") < 0,
                f"L1 {compare(scene, 'c-random', 'l1_hit_rate')}, L2 {compare(scene, 'c-random', 'l2_hit_rate')}; "
                f"L2 misses a ray {compare(scene, 'c-random', 'l2_misses_per_ray')}")
        verdict(f"a larger framebuffer raises both levels ({scene})",
                rise(scene, "d-large", "l1_hit_rate") > 0 and rise(scene, "d-large", "l2_hit_rate") > 0,
                f"L1 {compare(scene, 'd-large', 'l1_hit_rate')}, L2 {compare(scene, 'd-large', 'l2_hit_rate')}; "
                f"L2 misses a ray {compare(scene, 'd-large', 'l2_misses_per_ray')}")
        verdict(f"and brings L2 near 100 %: to 99 % or more ({scene})", number(scene, "d-large", "l2_hit_rate") >= 0.99,
                f"L2 {percent(number(scene, 'd-large', 'l2_hit_rate'))}")
        verdict(f"so that mainly cold misses are left ({scene})", first_uses(scene, "d-large") > 0.5,
                f"first uses of a line are {percent(first_uses(scene, 'd-large'))} of L2's misses at 2048x2048, "
                f"{percent(first_uses(scene, 'a-base'))} at 512x512")
        verdict(f"a scanline queue for each SM raises L1 slightly ({scene})",
                rise(scene, "f-sm-scanline", "l1_hit_rate") > 0,
                f"L1 {compare(scene, 'f-sm-scanline', 'l1_hit_rate')}; "
                f"L1 misses a ray {compare(scene, 'f-sm-scanline', 'l1_misses_per_ray')}")
        verdict(f"and lowers L2 slightly ({scene})", rise(scene, "f-sm-scanline", "l2_hit_rate") < 0,
                f"L2 {compare(scene, 'f-sm-scanline', 'l2_hit_rate', 3)}; "
                f"L2 misses a ray {compare(scene, 'f-sm-scanline', 'l2_misses_per_ray')}")
        boxes, faces = (rise(scene, "e-if-if", f"{kind}_l1_hit_rate") for kind in ("box", "face"))
        more_boxes, more_faces = (rise(scene, "e-if-if", f"{kind}_l1_misses_per_ray") for kind in ("box", "face"))
        verdict(f"if-if is worse ({scene})", rise(scene, "e-if-if", "l1_hit_rate") < 0,
                f"L1 {compare(scene, 'e-if-if', 'l1_hit_rate')}; L1 misses a ray {compare(scene, 'e-if-if', 'l1_misses_per_ray')}")
        by_rate, by_misses = boxes < faces, more_boxes > more_faces
        verdict(f"above all on boxes ({scene})",
                by_rate if by_rate == by_misses else
                ("in misses a ray, **not in hit rates**" if by_misses else "in hit rates, **not in misses a ray**"),
                f"L1 of boxes {100 * boxes:+.2f} pp, of faces {100 * faces:+.2f} pp; L1 misses a ray of boxes "
                f"{compare(scene, 'e-if-if', 'box_l1_misses_per_ray')}, of faces {compare(scene, 'e-if-if', 'face_l1_misses_per_ray')}")
        verdict(f"median split changes the rates of faces little: less than a third of what random order does ({scene})",
                3 * abs(rise(scene, "b-median", "face_l1_hit_rate")) < abs(rise(scene, "c-random", "face_l1_hit_rate")),
                f"L1 of faces {compare(scene, 'b-median', 'face_l1_hit_rate')}; L1 misses a ray of faces "
                f"{compare(scene, 'b-median', 'face_l1_misses_per_ray')}")
        verdict(f"median split visits more boxes, by a higher end-point overlap ({scene})",
                rise(scene, "b-median", "box_accesses") > 0 and rise(scene, "b-median", "end_point_overlap") > 0,
                f"accesses of boxes times {number(scene, 'b-median', 'box_accesses') / number(scene, 'a-base', 'box_accesses'):.2f}, "
                f"end-point overlap {compare(scene, 'b-median', 'end_point_overlap')}; L1 of boxes {compare(scene, 'b-median', 'box_l1_hit_rate')}")
        first = int((results / f"{scene}_a-base-first-face.txt").read_text())
        frames = frames_of(f"{scene}_a-base")
        accesses = sum(frame["count"] for frame in frames)
        verdict(f"the first frames touch boxes only ({scene})", first > 0,
                f"{first:,} accesses of boxes before the first of a face, {1e6 * first / accesses:.0f} millionths of the recording: "
                f"with {accesses // first:,} frames or more the first one has no face")
        verdict(f"boxes are more likely to be cached than faces ({scene})",
                number(scene, "a-base", "box_l1_hit_rate") > number(scene, "a-base", "face_l1_hit_rate"),
                f"L1 {percent(number(scene, 'a-base', 'box_l1_hit_rate'))} and {percent(number(scene, 'a-base', 'face_l1_hit_rate'))}")
    work = group_rows("statue_a-base", "pixel-work", 0.01)
    late = [1000 * float(row["lateness"]) for row in work]
    verdict("the silhouette shows in the framebuffer's order: rays with more work are written later (statue)",
            late[-1] > 0 > late[len(late) // 2 - 1],
            f"{work[-1]['group']}: {late[-1]:+.2f} ‰ of the recording against the neighbours; "
            f"{work[len(late) // 2 - 1]['group']}: {late[len(late) // 2 - 1]:+.2f} ‰")
    faces = {}
    for line in open(results / "atrium-random-if-if-faces.csv"):
        frame, face, hits, lookups = line.split(",")
        faces.setdefault(int(face), {})[int(frame)] = (float(hits), int(lookups))
    before, after = [0, 0], [0, 0]
    for frames in faces.values():
        for f in frames:
            if f + 1 in frames:
                before = [a + b for a, b in zip(before, frames[f])]
                after = [a + b for a, b in zip(after, frames[f + 1])]
    first, last = before[0] / before[1], after[0] / after[1]
    verdict("a triangle hits more in the frame that follows (atrium, random order, if-if)", last > first,
            f"L1 of the faces that are accessed in two of eight frames that follow one another: "
            f"{percent(first)} in the first of the two, {percent(last)} in the second")


def frame_pictures(scene, configuration, name, count=8):
    cells = [picture(f"{scene}_{configuration}_default_{name}_{i}.png", f"{scene}, {name} {i}") for i in range(count)]
    return table([str(i) for i in range(count)], [cells])


all_verdicts()
template = (docs / "experiments" / "page.md").read_text()
parts = {
    "verdicts": table(["what von Buelow et al. 2022 say", "here", "numbers"], verdicts),
    "statue-rates": rates_table("statue"),
    "atrium-rates": rates_table("atrium"),
    "statue-zooms": zooms("statue"),
    "atrium-zooms": zooms("atrium"),
    "statue-slant": group_table("statue_a-base", "face-slant"),
    "statue-size": group_table("statue_a-base", "face-size"),
    "statue-levels": group_table("statue_a-base", "box-level"),
    "statue-work": group_table("statue_a-base", "pixel-work"),
    "statue-large-slant": group_table("statue_d-large", "face-slant"),
    "statue-large-size": group_table("statue_d-large", "face-size"),
    "atrium-slant": group_table("atrium_a-base", "face-slant"),
    "atrium-size": group_table("atrium_a-base", "face-size"),
    "statue-back": picture("statue_a-base_default_statue-back.png", "the statue from behind"),
    "statue-boxes": table(["a", "b", "e"], [[picture(f"statue_{c}_default_boxes.png", f"boxes, {c}")
                                             for c in ("a-base", "b-median", "e-if-if")]]),
    "statue-frames": frame_pictures("statue", "a-base", "frames"),
    "statue-sm-frames": frame_pictures("statue", "f-sm-scanline", "frames"),
    "atrium-frames": frame_pictures("atrium", "random-if-if", "frames"),
    "atrium-frame-rates": frames_table("atrium_random-if-if"),
    "statue-order": frame_pictures("statue", "a-base", "order"),
    "atrium-order": frame_pictures("atrium", "a-base", "order"),
    "statue-large-accessed": accessed("statue_d-large"),
    "triangles": f"{int(float(runs['statue', 'a-base']['triangles'])):,}",
}
for name, text in parts.items():
    assert f"{{{{{name}}}}}" in template, name
    template = template.replace(f"{{{{{name}}}}}", text)
(docs / "experiments.md").write_text(template)
