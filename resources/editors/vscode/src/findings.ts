// What `hitmap findings --json` prints, and what the list of problems shows of it.

/** A finding of the program, as far as it is used here. */
export interface Finding {
    text: string;
    why: string;
    command?: string;
    waitingShare: number; // the part of the waiting for memory that the change saves
    file?: string;
    line?: number; // from 1
}

type Json = Record<string, unknown>;

function objectAt(json: Json, key: string): Json {
    const value = json[key];
    return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function finding(json: Json): Finding {
    if (typeof json['text'] !== 'string') throw new Error('expected a text in each finding');
    const gain = objectAt(json, 'gain');
    const view = objectAt(json, 'view');
    return {
        text: json['text'],
        why: typeof json['why'] === 'string' ? json['why'] : '',
        waitingShare: typeof gain['waiting_share'] === 'number' ? gain['waiting_share'] : 0,
        ...(typeof gain['command'] === 'string' && { command: gain['command'] }),
        ...(typeof view['file'] === 'string' && typeof view['line'] === 'number' && { file: view['file'], line: view['line'] }),
    };
}

/** Parses the output of the program. Throws an Error that says what was expected. */
export function parseFindings(text: string): Finding[] {
    const json = JSON.parse(text) as Json | null;
    const list = json?.['findings'];
    if (!Array.isArray(list)) throw new Error('expected an object with the array "findings"');
    return list.map((each: unknown) => finding((each ?? {}) as Json));
}

/** A change that saves a tenth of the waiting is worth a warning; others are information. */
export function isWarning(of: Finding): boolean {
    return of.waitingShare >= 0.1;
}

/** The findings as a text, numbered as on the command line. */
export function findingsText(findings: readonly Finding[]): string {
    return findings.map((each, index) => `${index + 1}. ${each.text}\n${each.command ? `   ${each.command}\n` : ''}`).join('\n');
}
