// The extension against the program: options, and the replies of its language server.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { boxText, numbersOf, type NumbersLens } from '../src/line_numbers';
import { findingsArguments, serverArguments, type ProgramSettings } from '../src/settings';
import { kernelSignatures } from '../src/signatures';

const program = process.env['HITMAP'] ?? '';
const skip = program === '' && 'no --hitmap PROGRAM';
const grouped = new Intl.NumberFormat('en-US');

function run(folder: string, ...values: string[]): string {
    return execFileSync(program, values, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
}

/** The long options in a help text or in arguments. */
function options(text: string): Set<string> {
    return new Set([...text.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([name]) => name));
}

const all: ProgramSettings = {
    recording: 'a.hmt', preset: 'p', l1: '1KiB', l2: '2KiB', layout: 'a.json', launches: '0:1', requests: '0:1', first: 0, last: 1, threads: 1, scene: 'a.obj', memoryLimit: '1GiB',
};

test('the options that are passed are those of the program', { skip }, () => {
    for (const values of [serverArguments(all), findingsArguments(all, undefined, 'a.hmt')]) {
        const known = options(run('.', values[0] ?? '', '--help'));
        for (const option of options(values.join(' '))) assert.ok(known.has(option), `${values[0]} ${option}`);
    }
});

test('settings have the names of the options that they describe', { skip }, () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    const properties = Object.entries<{ markdownDescription: string }>(manifest.contributes.configuration.properties);
    const described = properties.flatMap(([name, { markdownDescription }]) => {
        const [, option, command] = /^`(--[\w-]+)[^`]*`(?: of `hitmap (\w+)`)?/.exec(markdownDescription) ?? [];
        return option === undefined ? [] : [{ name, option, command: command ?? 'simulate' }];
    });
    assert.equal(described.length, Object.keys(all).length - 1, 'all but the recording are options');
    for (const { name, option, command } of described) {
        assert.equal(name, `hitmap.${option.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`);
        assert.ok(options(run('.', command, '--help')).has(option), `${command} ${option}`);
    }
});

/** Asks a language server for the numbers of a file, when it has simulated the recording. */
async function lensesOf(folder: string, file: string, text: string): Promise<NumbersLens[]> {
    const child = spawn(program, serverArguments({ ...all, recording: 't.hmt', preset: 'turing-rtx2080ti', l1: '', l2: '', layout: '', requests: '', last: null, scene: '' }), { cwd: folder });
    const send = (message: object): void => {
        const content = JSON.stringify({ jsonrpc: '2.0', ...message });
        child.stdin.write(`Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`);
    };
    const uri = `file://${file}`;
    send({ id: 1, method: 'initialize', params: { rootUri: null, capabilities: { workspace: { codeLens: { refreshSupport: true } } } } });
    send({ method: 'initialized', params: {} });
    send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'cpp', version: 1, text } } });
    let bytes = Buffer.alloc(0);
    try {
        for await (const part of child.stdout) {
            bytes = Buffer.concat([bytes, part]);
            for (;;) {
                const head = /^Content-Length: (\d+)\r\n\r\n/.exec(bytes.toString('latin1'));
                const end = head === null ? Infinity : head[0].length + Number(head[1]);
                if (head === null || bytes.length < end) break;
                const message = JSON.parse(bytes.subarray(head[0].length, end).toString());
                bytes = bytes.subarray(end);
                if (message.method === 'workspace/codeLens/refresh') send({ id: 2, method: 'textDocument/codeLens', params: { textDocument: { uri } } });
                if (message.id === 2 && message.method === undefined) return message.result;
            }
        }
        throw new Error('the server ended');
    } finally {
        child.kill();
    }
}

test('boxes have the numbers of the command line, and their lines are in kernels', { skip }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hitmap-vscode-'));
    try {
        run(folder, 'trace', 'builtin:teapot', '-o', 't.hmt', '--resolution', '16x16', '--sms', '2');
        const name = 'core/raytracer/traversal.cpp';
        const text = readFileSync(path.resolve('../../..', name), 'utf8');
        const lenses = await lensesOf(folder, `/elsewhere/${name}`, text);
        const simulated = JSON.parse(run(folder, 'simulate', 't.hmt', '--model', 'hierarchy', '--launches', '0:1', '--json'));
        const expected = new Map<number, Record<string, number>>();
        for (const line of simulated.lines) if (line.file.endsWith(name)) expected.set(line.line, line);
        assert.deepEqual(lenses.map((lens) => lens.range.start.line + 1).sort(), [...expected.keys()].sort());
        assert.notEqual(lenses.length, 0);
        for (const lens of lenses) {
            const line = expected.get(lens.range.start.line + 1);
            for (const level of ['L1', 'L2'] as const) {
                const [hits = 0, lookups = 0] = [line?.[`${level.toLowerCase()}_hits`], line?.[`${level.toLowerCase()}_lookups`]];
                const rate = `${((100 * hits) / lookups).toFixed(1)} %`;
                const counts = `(${grouped.format(hits)}/${grouped.format(lookups)})`;
                assert.equal(boxText(numbersOf(lens, level), level), lookups === 0 ? `no look-ups in ${level}` : `${level} ${rate} ${counts}`);
            }
        }
        const numbered = lenses.map((lens) => lens.range.start.line);
        const kernels = kernelSignatures(text, 'cpp', numbered);
        for (const line of numbered) assert.ok(kernels.some((each) => line >= each.first && line <= each.end), `line ${line + 1}`);
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
});
