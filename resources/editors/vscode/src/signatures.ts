// The language server knows lines, but no functions. This file finds the signatures of the functions that contain them, in
// languages with braces (C++, CUDA, GLSL, HLSL, Slang, WGSL, Rust) and in Python.
import { findPythonFunctions } from './python_functions';
import { withoutComments } from './without_comments';

/** The lines of a signature, from 0: from its first word, or the attributes before it, to the brace or colon before the body. */
export interface Signature {
    first: number;
    last: number;
    end: number; // last line of the body
}

const notFunctions = /^(?:(?:inline\s+)?namespace|class|struct|union|enum|cbuffer|tbuffer|extern\s*"|if|else|for|while|do|switch|catch|try|return)\b/;
/** What may stand between the parameters and the body. */
const afterParameters = /\)\s*(?:(?:const|noexcept|override|final|mutable|volatile|\[\[[^{]*\]\]|where\b[^{]*|requires\b[^{]*|->[^{]*|:[^:{][^{]*)\s*)*$/;

/** Returns whether the text before a brace is the head of a function. */
function isFunctionHead(head: string): boolean {
    return !notFunctions.test(head) && !/=\s*$/.test(head) && afterParameters.test(head);
}

/** Returns the functions of a language with braces that are in no other function, in their order. */
function findBracedFunctions(text: string): Signature[] {
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

/** Returns the functions of a text. The language is an identifier of the editor, such as "python". */
export function findFunctions(text: string, language: string): Signature[] {
    return language === 'python' ? findPythonFunctions(text) : findBracedFunctions(text);
}

/** Returns the signatures of the innermost functions that contain at least one of the lines. */
export function kernelSignatures(text: string, language: string, lines: readonly number[]): Signature[] {
    const contains = (each: Signature, line: number): boolean => line >= each.first && line <= each.end;
    const functions = findFunctions(text, language);
    return functions.filter((each) => {
        const inner = functions.filter((other) => other.first > each.first && other.end <= each.end);
        return lines.some((line) => contains(each, line) && !inner.some((other) => contains(other, line)));
    });
}

/** Returns whether a line is one of the signatures. */
export function isOnSignature(line: number, signatures: readonly Signature[]): boolean {
    return signatures.some(({ first, last }) => line >= first && line <= last);
}
