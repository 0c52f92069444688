// Recordings name source files by the paths of the machine that compiled them, which may be another one.

function commonEnd(a: string, b: string): number {
    const left = a.split(/[\\/]/).reverse();
    const right = b.split(/[\\/]/).reverse();
    let equal = 0;
    while (equal < left.length && equal < right.length && left[equal] === right[equal]) ++equal;
    return equal;
}

/**
 * Returns the path that has the most components at its end in common with a recorded path, as the language server
 * does; undefined if there is none with the same name, or if two fit equally well.
 */
export function bestMatch(recorded: string, paths: readonly string[]): string | undefined {
    let best: string | undefined;
    let most = 0;
    for (const path of new Set(paths)) {
        const equal = commonEnd(recorded, path);
        if (equal === 0 || equal < most) continue;
        best = equal === most ? undefined : path;
        most = equal;
    }
    return best;
}
