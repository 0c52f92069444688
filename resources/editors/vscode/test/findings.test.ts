import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestMatch } from '../src/file_match';
import { findingsText, isWarning, parseFindings } from '../src/findings';

const printed = JSON.stringify({
    model: 'hierarchy',
    findings: [
        {
            text: 'nodes: 1,234 bytes.', why: 'capacity', metric: 'dram_bytes',
            gain: { change: 'node-order veb', command: 'hitmap relayout FILE -o OUT.hmt --node-order veb', waiting_share: 0.12, exact: true },
            view: { panel: 'traffic', allocation: 'nodes', file: 'core/a.cpp', line: 12 },
        },
        { text: 'SM 3 makes most.', why: 'imbalance', gain: null, view: { panel: 'sms', allocation: null, file: null, line: null } },
    ],
});

test('findings keep their order, their lines and their commands', () => {
    assert.deepEqual(parseFindings(printed), [
        { text: 'nodes: 1,234 bytes.', why: 'capacity', waitingShare: 0.12, command: 'hitmap relayout FILE -o OUT.hmt --node-order veb', file: 'core/a.cpp', line: 12 },
        { text: 'SM 3 makes most.', why: 'imbalance', waitingShare: 0 },
    ]);
});

test('a tenth of the waiting is a warning', () => {
    assert.deepEqual(parseFindings(printed).map(isWarning), [true, false]);
});

test('the text is numbered as on the command line', () => {
    assert.equal(
        findingsText(parseFindings(printed)),
        '1. nodes: 1,234 bytes.\n   hitmap relayout FILE -o OUT.hmt --node-order veb\n\n2. SM 3 makes most.\n',
    );
});

test('wrong outputs are errors', () => {
    assert.throws(() => parseFindings('{}'), /expected an object with the array "findings"/);
    assert.throws(() => parseFindings('null'), /expected an object/);
    assert.throws(() => parseFindings('{"findings": [{}]}'), /expected a text in each finding/);
    assert.throws(() => parseFindings('hitmap: no file'));
});

test('a recorded path means the file with the longest equal end', () => {
    assert.equal(bestMatch('/build/core/a.cpp', ['/home/x/core/a.cpp', '/home/x/a.cpp', '/home/x/core/b.cpp']), '/home/x/core/a.cpp');
    assert.equal(bestMatch('a.cpp', ['/x/a.cpp', '/y/a.cpp']), undefined);
    assert.equal(bestMatch('a.cpp', ['/x/a.cpp', '/x/a.cpp']), '/x/a.cpp');
    assert.equal(bestMatch('a.cpp', ['/x/b.cpp']), undefined);
});
