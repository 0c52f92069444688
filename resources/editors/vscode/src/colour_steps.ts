// Hit rates are shown in ten colours of the program's colour map: a step is 10 %.

export const stepCount = 10;

/** Parses a colour map of the program: comments, and one line "red green blue" for each colour. */
export function parseColourMap(text: string): string[] {
    return text
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
        .map((line) => {
            const parts = line.trim().split(/\s+/).map(Number);
            if (parts.length !== 3 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255))
                throw new Error(`expected "red green blue", found "${line}"`);
            return '#' + parts.map((part) => part.toString(16).padStart(2, '0')).join('');
        });
}

/** Returns the colour in the middle of each step, lowest hit rate first. */
export function stepColours(map: readonly string[]): string[] {
    return Array.from({ length: stepCount }, (_, step) => {
        const colour = map[Math.floor(((step + 0.5) / stepCount) * map.length)];
        if (colour === undefined) throw new Error('the colour map is empty');
        return colour;
    });
}

/** Returns the step of a hit rate from 0 to 1. */
export function stepOf(rate: number): number {
    return Math.min(Math.max(Math.floor(rate * stepCount), 0), stepCount - 1);
}
