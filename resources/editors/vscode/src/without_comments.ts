// Braces in comments, texts and preprocessor lines open no blocks.

const parts = new RegExp(
    [
        String.raw`\/\/[^\n]*`, // a comment up to the end of the line
        String.raw`\/\*[\s\S]*?(?:\*\/|$)`,
        String.raw`R"([^(\s]*)\([\s\S]*?\)\1"`, // a raw text
        String.raw`"(?:\\[\s\S]|[^"\\\n])*"?`,
        String.raw`(?<![0-9A-Za-z])'(?:\\[\s\S][^'\n]*|[^'\\\n])'`, // not the separator in 1'000, nor a lifetime of Rust
        String.raw`^[ \t]*#(?![[!])(?:\\\r?\n|[^\n])*`, // a preprocessor line, with those that continue it; not an attribute of Rust
    ].join('|'),
    'gm',
);

/** Replaces comments, texts and preprocessor lines by spaces. Every character keeps its line and column. */
export function withoutComments(text: string): string {
    return text.replace(parts, (part) => part.replace(/[^\n]/g, ' '));
}
