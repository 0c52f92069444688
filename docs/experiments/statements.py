"""Compares each statement of von Buelow et al. 2022 with the results of three cameras for each scene."""

import csv
import json
import math

CAMERAS = ("", "-2", "-3")


class Results:
    """The results that make.sh writes into a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.runs = {(row["scene"], row["configuration"]): row for row in csv.DictReader(open(folder / "results.csv"))}

    def number(self, scene, configuration, column):
        return float(self.runs[scene, configuration][column])

    def groups(self, scene, configuration, name, share):
        """Rows of the groups of a property that have at least this share of its accesses, by name."""
        rows = [row for row in csv.DictReader(open(self.folder / f"{scene}_{configuration}-groups.csv"))
                if row["property"] == name]
        total = sum(int(row["accesses"]) for row in rows)
        return {row["group"]: row for row in rows if int(row["accesses"]) >= share * total}

    def frames(self, scene, configuration):
        return json.load(open(self.folder / f"{scene}_{configuration}-frames.json"))["frames"]

    def cold_share(self, scene, configuration):
        """Share of L2's misses that are first uses of their line, which no cache avoids."""
        kinds = json.load(open(self.folder / "runs" / f"{scene}_{configuration}_default.json"))["kinds"]
        hits, lookups, cold = (sum(kind["l2"][i] for kind in kinds) for i in range(3))
        return cold / (lookups - hits / 2**24)

    def following_frames(self, scene, configuration):
        """L1 hit rates, in the first and in the second frame, of faces that are accessed in two successive frames."""
        faces = {}
        for line in open(self.folder / f"{scene}_{configuration}-faces.csv"):
            frame, face, hits, lookups = line.split(",")
            faces.setdefault(int(face), {})[int(frame)] = (float(hits), int(lookups))
        sums = [[0, 0], [0, 0]]
        for frames in faces.values():
            for frame in frames:
                if frame + 1 in frames:
                    for total, added in zip(sums, (frames[frame], frames[frame + 1])):
                        total[0] += added[0]
                        total[1] += added[1]
        return [hits / lookups for hits, lookups in sums]


def mean(values):
    return sum(values) / len(values)


def spread(values):
    return max(values) - min(values)


def judge(effects, direction):
    """direction: +1 or -1, the sign that the statement predicts; 0 if it predicts no change."""
    if abs(mean(effects)) <= spread(effects):
        return "no effect here" if direction else "holds: no effect here"
    if direction == 0:
        return "**does not hold**"
    return "holds" if (mean(effects) > 0) == (direction > 0) else "**the opposite**"


def in_digits(values, unit):
    """The values with a sign and enough digits to distinguish them from 0."""
    smallest = min((abs(value) for value in values if value != 0), default=1)
    digits = min(8, max(2, 1 - math.floor(math.log10(smallest))))
    return ", ".join(f"{value:+.{digits}f}" for value in values) + f" {unit}"


class Statements:
    """Rows of the table of verdicts."""

    HEAD = ["von Buelow et al. 2022 say", "where", "scene", "effect at cameras 1, 2, 3", "mean", "spread", "verdict", "observed"]

    def __init__(self, results):
        self.results = results
        self.rows = []

    def add(self, text, where, scene, effects, unit, direction, seen, verdict=None):
        self.rows.append([text, where, scene, in_digits(effects, unit), in_digits([mean(effects)], unit),
                          in_digits([spread(effects)], unit).lstrip("+"), verdict or judge(effects, direction), seen])

    def change(self, text, where, scene, configuration, column, direction):
        """Compares a configuration with the base, in a column of the table of the sweep."""
        pairs = [[self.results.number(scene + camera, c, column) for c in ("a-base", configuration)] for camera in CAMERAS]
        rate = column.endswith("hit_rate")
        factor, unit = (100, "pp") if rate else (1, "a ray" if column.endswith("per_ray") else "")
        if not rate and not column.endswith("per_ray"):  # a count: as a share of the base
            effects, unit = [100 * (b / a - 1) for a, b in pairs], "%"
        else:
            effects = [factor * (b - a) for a, b in pairs]
        show = (lambda v: f"{100 * v:.2f} %") if rate else (lambda v: f"{v:,.3f}" if v < 1e4 else f"{v:,.0f}")
        seen = "; ".join(f"{show(a)} to {show(b)}" for a, b in pairs)
        self.add(text, where, scene, effects, unit, direction, seen)

    def along(self, text, where, scene, configuration, name, direction):
        """Compares the L1 hit rates of the first and the last group of a property among the groups that all cameras have."""
        tables = [self.results.groups(scene + camera, configuration, name, 0.01) for camera in CAMERAS]
        common = [group for group in tables[0] if all(group in table for table in tables[1:]) and "camera" not in group]
        first, last = common[0], common[-1]
        pairs = [[float(table[group]["l1_hit_rate"]) for group in (first, last)] for table in tables]
        self.add(text, where, scene + (", 1024x1024" if configuration == "d-large" else ""),
                 [100 * (b - a) for a, b in pairs], "pp", direction,
                 f"{first} to {last}: " + "; ".join(f"{100 * a:.2f} to {100 * b:.2f} %" for a, b in pairs))

    def all(self):
        r = self.results
        for scene, configuration in (("statue", "a-base"), ("statue", "d-large"), ("atrium", "a-base")):
            self.along("slanted triangles hit less", "6.2, fig. 6g", scene, configuration, "face-slant", -1)
            self.along("triangles that appear larger hit more", "6.2, fig. 6h", scene, configuration, "face-size", 1)
            self.along("inner nodes of slanted triangles hit less", "6.2", scene, configuration, "box-slant", -1)
            self.along("nodes further from the root hit less", "6.2", scene, configuration, "box-level", -1)
        back = []
        for camera in CAMERAS:
            sides = r.groups("statue" + camera, "a-base", "face-facing", 0)
            share = [int(sides["back"][c]) / sum(int(row[c]) for row in sides.values()) for c in ("elements", "accesses")]
            back.append(share)
        self.add("few accesses go to back faces, but some do", "6.2, fig. 6j", "statue", [100 * (b - a) for a, b in back], "pp", -1,
                 "share of faces and of accesses: " + "; ".join(f"{100 * a:.2f} and {100 * b:.2f} %" for a, b in back))
        for scene in ("statue", "atrium"):
            for level in ("l1", "l2"):
                self.change(f"vertices in random order lower {level.upper()}", "6.2, fig. 6c", scene, "c-random", f"{level}_hit_rate", -1)
            for level in ("l1", "l2"):
                self.change(f"a larger framebuffer raises {level.upper()}", "6.2, fig. 6d", scene, "d-large", f"{level}_hit_rate", 1)
            self.cold(scene)
            self.change("a scanline queue for each SM raises L1 slightly", "6.2, fig. 6f", scene, "f-sm-scanline", "l1_hit_rate", 1)
            self.change("a scanline queue for each SM lowers L2 slightly", "6.2, fig. 6f", scene, "f-sm-scanline", "l2_hit_rate", -1)
            for level in ("l1", "l2"):
                self.change(f"if-if lowers {level.upper()}", "6.2, fig. 6e", scene, "e-if-if", f"{level}_hit_rate", -1)
            self.if_if(scene)
        self.change("median split leaves the hit rate of faces as it is", "6.2, fig. 6b", "statue", "b-median", "face_l1_hit_rate", 0)
        self.change("median split lowers hit rates (stated for San Miguel)", "6.2, suppl. fig. 3", "atrium", "b-median", "l1_hit_rate", -1)
        for scene in ("statue", "atrium"):
            self.change("median split visits more nodes", "6.2", scene, "b-median", "box_accesses", 1)
            self.change("median split lowers the hit rate of nodes", "6.2, fig. 6k", scene, "b-median", "box_l1_hit_rate", -1)
        for scene in ("statue", "atrium"):
            firsts = [r.frames(scene + camera, "a-base")[0]["elements"] for camera in CAMERAS]
            faces = [frame["face"]["accesses"] for frame in firsts]
            boxes = [frame["box"]["accesses"] for frame in firsts]
            self.rows.append(["the first of eight frames accesses nodes alone", "6.3, fig. 1", scene, "-", "-", "-",
                              "holds" if not any(faces) else "**does not hold**",
                              "accesses of faces and boxes: " + "; ".join(f"{f:,} and {b:,}" for f, b in zip(faces, boxes))])
            pairs = [[r.number(scene + camera, "a-base", f"{kind}_l1_hit_rate") for kind in ("face", "box")] for camera in CAMERAS]
            self.add("nodes are more likely to be cached than faces", "6.3, fig. 1", scene, [100 * (b - a) for a, b in pairs], "pp", 1,
                     "faces and boxes: " + "; ".join(f"{100 * a:.2f} and {100 * b:.2f} %" for a, b in pairs))
        pairs = [r.following_frames("atrium" + camera, "random-if-if") for camera in CAMERAS]
        self.add("triangles hit more in the frames that follow", "6.3, fig. 1b", "atrium, random order, if-if",
                 [100 * (b - a) for a, b in pairs], "pp", 1,
                 "faces accessed in two successive frames of eight: " + "; ".join(f"{100 * a:.2f} to {100 * b:.2f} %" for a, b in pairs))
        tables = [r.groups("statue" + camera, "a-base", "pixel-work", 0.01) for camera in CAMERAS]
        common = [group for group in tables[0] if all(group in table for table in tables[1:])]
        late = [1000 * float(table[common[-1]]["lateness"]) for table in tables]
        self.add("rays with much work are written later, so that the silhouette shows", "6.4, fig. 7", "statue", late, "‰", 1,
                 f"pixels of {common[-1]} against their neighbours, in thousandths of the recording")
        return self.rows

    def cold(self, scene):
        """The statement about the dragon at the larger framebuffer: L2 nearly always hits, and most misses are cold."""
        r = self.results
        rates = [100 * r.number(scene + camera, "d-large", "l2_hit_rate") for camera in CAMERAS]
        shares = [[100 * r.cold_share(scene + camera, c) for c in ("a-base", "d-large")] for camera in CAMERAS]
        effects = [b - a for a, b in shares]
        verdict = judge(effects, 1)
        if min(b for _, b in shares) <= 50:
            verdict = "**does not hold**"
        elif verdict == "**the opposite**":
            verdict = "**the opposite**: cold misses prevail, but less than at 512x512"
        elif verdict == "no effect here":
            verdict = "no effect here: cold misses prevail at both sizes"
        self.add("a larger framebuffer leaves mainly cold misses in L2, which hits nearly always", "6.2, fig. 6d", scene, effects, "pp", 1,
                 "L2 " + ", ".join(f"{rate:.2f}" for rate in rates) + " %; cold share of its misses: " +
                 "; ".join(f"{a:.2f} to {b:.2f} %" for a, b in shares), verdict)

    def if_if(self, scene):
        r = self.results
        for unit, column, factor, direction in (("pp", "l1_hit_rate", 100, -1), ("a ray", "l1_misses_per_ray", 1, 1)):
            changes = [[r.number(scene + camera, "e-if-if", f"{kind}_{column}") - r.number(scene + camera, "a-base", f"{kind}_{column}")
                        for kind in ("face", "box")] for camera in CAMERAS]
            text = "lowers the hit rate of nodes more than that" if unit == "pp" else "raises the misses of nodes more than those"
            self.add(f"if-if {text} of faces", "6.2, fig. 6e", scene,
                     [factor * (box - face) for face, box in changes], unit, direction,
                     "faces and boxes: " + "; ".join(f"{factor * face:+.2f} and {factor * box:+.2f}" for face, box in changes))
