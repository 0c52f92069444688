// The language server knows lines, but no functions. This file finds the signatures of the functions that contain them,
// in languages with braces (C++, CUDA, GLSL, HLSL, Slang, Rust).
import { withoutComments } from './without_comments';

/** The lines of a signature, from 0: from its first word to the brace that opens the body. */
export interface Signature {
    first: number;
    last: number;
    end: number; // line of the brace that closes the body
}

const notFunctions = /^(?:(?:inline\s+)?namespace|class|struct|union|enum|extern\s*"|if|else|for|while|do|switch|catch|try|return)\b/;
/** What may stand between the parameters and the body. */
const afterParameters = /\)\s*(?:(?:const|noexcept|override|final|mutable|volatile|where\b[^{]*|requires\b[^{]*|->[^{]*|:[^:{][^{]*)\s*)*$/;

/** Returns whether the text before a brace is the head of a function. */
function isFunctionHead(head: string): boolean {
    return !notFunctions.test(head) && !/=\s*$/.test(head) && afterParameters.test(head);
}

/** Returns the functions that are in no other function, in their order. */
export function findFunctions(text: string): Signature[] {
    const code = withoutComments(text);
    const found: Signature[] = [];
    const open: (Signature | undefined)[] = []; // a function, or another block
    let line = 0;
    let head = '';
    let headLine = 0;
    let parentheses = 0; // a semicolon inside of them (for loops) ends no head
    for (const character of code) {
        if (character === '\n') ++line;
        if (character === '(') ++parentheses;
        if (character === ')') --parentheses;
        if (character === '{') {
            const isOuter = !open.some((each) => each !== undefined);
            open.push(isOuter && isFunctionHead(head.trim()) ? { first: headLine, last: line, end: line } : undefined);
        } else if (character === '}') {
            const closed = open.pop();
            if (closed !== undefined) found.push({ ...closed, end: line });
        }
        const endsHead = '{}'.includes(character) || (character === ';' && parentheses <= 0);
        if (endsHead || (character === ':' && /^(?:public|private|protected)\s*$/.test(head))) {
            head = '';
            parentheses = 0;
            continue;
        }
        if (head === '' && /\s/.test(character)) continue;
        if (head === '') headLine = line;
        head += character;
    }
    return found;
}

/** Returns the signatures of the functions that contain at least one of the lines. */
export function kernelSignatures(text: string, lines: readonly number[]): Signature[] {
    return findFunctions(text).filter((each) => lines.some((line) => line >= each.first && line <= each.end));
}
