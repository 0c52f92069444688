// The functions of Python, whose bodies are what is indented further than their heads.
import type { Signature } from './signatures';

/** A statement up to the line break that ends it: brackets and backslashes join lines. */
interface LogicalLine {
    first: number; // lines from 0
    last: number;
    indent: number;
    text: string;
}

const ignored = new RegExp(
    [
        String.raw`#[^\n]*`,
        String.raw`"""(?:\\[\s\S]|[^\\])*?(?:"""|$)`,
        String.raw`'''(?:\\[\s\S]|[^\\])*?(?:'''|$)`,
        String.raw`"(?:\\[\s\S]|[^"\\\n])*"?`,
        String.raw`'(?:\\[\s\S]|[^'\\\n])*'?`,
    ].join('|'),
    'g',
);

const openBrackets = '([{';
const closedBrackets = ')]}';

/** Returns how many more brackets the text opens than it closes. */
function depthOf(text: string): number {
    let depth = 0;
    for (const character of text) {
        if (openBrackets.includes(character)) ++depth;
        if (closedBrackets.includes(character)) --depth;
    }
    return depth;
}

/** Tabs reach to the next multiple of 8, as in Python. */
function indentOf(line: string): number {
    let column = 0;
    for (const character of line) {
        if (character === ' ') ++column;
        else if (character === '\t') column += 8 - (column % 8);
        else break;
    }
    return column;
}

function logicalLines(text: string): LogicalLine[] {
    const code = text.replace(ignored, (part) => part.replace(/[^\n]/g, ' '));
    const found: LogicalLine[] = [];
    let depth = 0;
    let isJoined = false;
    code.split('\n').forEach((physical, number) => {
        const line = physical.trimEnd();
        const before = isJoined ? found.at(-1) : undefined;
        if (before !== undefined) {
            before.last = number;
            before.text += `\n${line}`;
        } else if (line === '') {
            return;
        } else {
            found.push({ first: number, last: number, indent: indentOf(line), text: line });
            depth = 0;
        }
        depth = Math.max(0, depth + depthOf(line));
        isJoined = depth > 0 || line.endsWith('\\');
    });
    return found;
}

/** Returns the line of the colon that ends the head of a function; the body may follow on the same line. */
function endOfHead({ first, last, text }: LogicalLine): number {
    let depth = 0;
    let line = first;
    for (const character of text) {
        if (character === '\n') ++line;
        else if (openBrackets.includes(character)) ++depth;
        else if (closedBrackets.includes(character)) --depth;
        else if (character === ':' && depth === 0) return line;
    }
    return last;
}

/** Returns all functions in the order of their heads, also those in others. A signature begins with the first decorator. */
export function findPythonFunctions(text: string): Signature[] {
    const lines = logicalLines(text);
    return lines.flatMap((head, index) => {
        if (!/^\s*(?:async\s+)?def\s+\w+\s*[([]/.test(head.text)) return [];
        let first = head.first;
        for (let at = index - 1; lines[at]?.indent === head.indent && lines[at]?.text.trimStart().startsWith('@'); --at)
            first = lines[at]?.first ?? first;
        let end = head.last;
        for (const line of lines.slice(index + 1)) {
            if (line.indent <= head.indent) break;
            end = line.last;
        }
        return [{ first, last: endOfHead(head), end }];
    });
}
