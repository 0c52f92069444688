// The extension as the editor sees it: commands, menus, settings and boxes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { ExtensionContext } from 'vscode';
import { activate } from '../src/extension';
import { server } from './editor/language_client';
import { Document, editor, Uri } from './editor/vscode';

interface MenuEntry {
    command: string;
    when: string;
}
const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    contributes: {
        commands: { command: string }[];
        menus: Record<string, MenuEntry[]>;
        configuration: { properties: Record<string, { default: unknown }> };
    };
};
const settings = contributes.configuration.properties;

const source = new Document('/project/a.cu', 'cuda-cpp', '#include "x.h"\n__global__\nvoid trace(int* a)\n{\n    a[0] = 1;\n}\n');
const other = new Document('/project/none.md', 'markdown', 'text\n');
const title = 'L1 74.9 %, 252 misses (6.9 % of all); L2 0.0 %, 252 misses (8.8 % of all)';

/** Starts the extension in an editor with a file of a recording, whose line 5 has numbers. */
async function start() {
    for (const [name, { default: value }] of Object.entries(settings)) editor.settings.set(name.replace('hitmap.', ''), value);
    editor.settings.set('recording', 'a.hmt');
    editor.settings.set('executable', 'true'); // any program that runs
    server.lenses = [{ range: { start: { line: 4, character: 4 }, end: { line: 4, character: 13 } }, command: { title }, data: { l1: { hits: 750, lookups: 1002 } } }];
    const shown = editor.open(source);
    activate({ subscriptions: [], extensionUri: Uri.file('/extension') } as unknown as ExtensionContext);
    while (editor.contexts.get('hitmap.signatureLines') === undefined || [...shown.decorations.values()].flat().length === 0) await turn();
    return shown;
}
const started = start();

/** Whether an entry of a menu shows: its condition with what the extension has set and what the editor knows of the place. */
function shows(menu: string, known: Record<string, unknown>): boolean {
    const entry = contributes.menus[menu]?.find(({ command }) => command === 'hitmap.recordOrTraceAgain');
    assert.ok(entry, `no entry in ${menu}`);
    const value = (key: string): unknown => known[key] ?? editor.contexts.get(key);
    return entry.when.split(' && ').every((condition) => {
        const [key, list] = condition.split(' in ');
        const found = value(key ?? '');
        return list === undefined ? found === true : (value(list) as unknown[]).includes(found);
    });
}
const place = (document: Document, line?: number) => ({ resourcePath: document.uri.fsPath, isWorkspaceTrusted: true, editorLineNumber: line });

test('the commands of the manifest are those that are registered', async () => {
    await started;
    assert.deepEqual([...editor.commands.keys()].sort(), contributes.commands.map(({ command }) => command).sort());
    for (const { command } of Object.values(contributes.menus).flat()) assert.ok(editor.commands.has(command), command);
});

test('the settings of the manifest are those that are read', async () => {
    await started;
    assert.deepEqual([...editor.readSettings].sort(), Object.keys(settings).map((name) => name.replace('hitmap.', '')).sort());
});

test('every key that a condition tests is set', async () => {
    await started;
    for (const { when } of Object.values(contributes.menus).flat())
        for (const [key] of when.matchAll(/hitmap\.\w+/g)) assert.ok(editor.contexts.has(key), key);
});

test('the entry of the context menu shows on the signature only', async () => {
    const shown = await started;
    const showsAt = (line: number): boolean => {
        editor.moveCursor(shown, line);
        return shows('editor/context', place(source));
    };
    assert.deepEqual([0, 1, 2, 3, 4, 5].map(showsAt), [false, true, true, true, false, false]);
});

test('the pointer chooses the line, too, and the later of both counts', async () => {
    const shown = await started;
    editor.moveCursor(shown, 4);
    editor.restPointer(source, 2);
    assert.ok(shows('editor/context', place(source)));
    editor.restPointer(source, 4);
    assert.ok(!shows('editor/context', place(source)));
    editor.moveCursor(shown, 2);
    assert.ok(shows('editor/context', place(source)));
    assert.ok(!shows('editor/context', place(other)), 'another file');
    assert.ok(!shows('editor/context', { ...place(source), isWorkspaceTrusted: false }));
});

test('the menu of line numbers has the entry on signatures', async () => {
    await started;
    const showsAt = (line: number): boolean => shows('editor/lineNumber/context', place(source, line));
    assert.deepEqual([1, 2, 3, 4, 5].map(showsAt), [false, true, true, true, false]);
    assert.ok(!shows('editor/lineNumber/context', place(other, 2)), 'another file');
});

test('a lens is above the signature, and a box around the line', async () => {
    const shown = await started;
    const lenses = editor.lensProviders.flatMap((each) => each.provideCodeLenses(source));
    assert.deepEqual(lenses.map((lens) => [lens.range.start.line, lens.command.command]), [[1, 'hitmap.recordOrTraceAgain']]);
    const boxes = [...shown.decorations].flatMap(([type, list]) => list.map((box) => [type.border, box.range.start.line, box.renderOptions.after.contentText]));
    assert.deepEqual(boxes, [['2px solid #f89540', 4, 'L1 74.9 % (750/1,002)']]);
});
