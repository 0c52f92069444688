// The numbers of a line come with the code lenses of the language server, so that boxes, lenses and hovers agree.

export type Level = 'L1' | 'L2';

/** A code lens of the language server, as far as it is used here. */
export interface NumbersLens {
    range: { start: { line: number; character: number }; end: { line: number; character: number } };
    command?: { title: string };
    data?: unknown;
}

/** The look-ups of a line in one cache. */
export interface LevelNumbers {
    rateText: string; // as the program prints it, "74.9 %" or ">99.9999 %"
    missText: string; // "252 misses"
    rate: number; // 0 to 1
    hits?: number; // of servers that send counts
    lookups?: number;
}

function countsOf(data: unknown, level: Level): { hits: number; lookups: number } | undefined {
    const of = (data as Record<string, { hits?: unknown; lookups?: unknown } | undefined> | undefined)?.[level.toLowerCase()];
    if (typeof of?.hits !== 'number' || typeof of.lookups !== 'number' || of.lookups === 0) return undefined;
    return { hits: of.hits, lookups: of.lookups };
}

/** Returns the numbers of a lens for a level; undefined if nothing of the line is looked up there. */
export function numbersOf(lens: NumbersLens, level: Level): LevelNumbers | undefined {
    const found = new RegExp(`${level} ([<>]?([\\d.]+) %), ([\\d,]+ miss(?:es)?)`).exec(lens.command?.title ?? '');
    const [, rateText, percent, missText] = found ?? [];
    if (rateText === undefined || missText === undefined) return undefined;
    const counts = countsOf(lens.data, level);
    // The colour follows from the counts, since the printed rate is rounded.
    return { rateText, missText, rate: counts ? counts.hits / counts.lookups : Number(percent) / 100, ...counts };
}

const grouped = new Intl.NumberFormat('en-US');

/** The text behind a line: "L1 74.9 % (750/1,002)". */
export function boxText(numbers: LevelNumbers | undefined, level: Level): string {
    if (numbers === undefined) return `no look-ups in ${level}`;
    if (numbers.hits === undefined || numbers.lookups === undefined) return `${level} ${numbers.rateText}, ${numbers.missText}`;
    return `${level} ${numbers.rateText} (${grouped.format(numbers.hits)}/${grouped.format(numbers.lookups)})`;
}
