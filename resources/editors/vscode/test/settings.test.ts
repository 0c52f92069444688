import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsArguments, parseProject, serverArguments, type ProgramSettings } from '../src/settings';

const unset: ProgramSettings = {
    recording: '', preset: '', l1: '', l2: '', layout: '', launches: '', requests: '', first: null, last: null, threads: 0, scene: '', memoryLimit: '',
};

test('settings that are not set are no options', () => {
    assert.deepEqual(serverArguments(unset), ['lsp']);
    assert.deepEqual(findingsArguments(unset, undefined, 'a.hmt'), ['findings', '--json', '--', 'a.hmt']);
});

test('settings have the words of the command line', () => {
    const settings = { ...unset, recording: '/r/-odd.hmt', preset: 'ampere-a100', l1: '64KiB', launches: ':2', first: 0, threads: 3, scene: 'bunny.obj' };
    assert.deepEqual(serverArguments(settings), ['lsp', '--preset=ampere-a100', '--l1=64KiB', '--launches=:2', '--first=0', '--threads=3', '--', '/r/-odd.hmt']);
});

test('findings take the caches of the project where nothing is set', () => {
    const project = { recording: '/r/a.hmt', preset: 'volta-v100', l1: '32KiB' };
    assert.deepEqual(findingsArguments({ ...unset, l1: '64KiB', memoryLimit: '1GiB' }, project, '/r/a.hmt'), [
        'findings', '--json', '--preset=volta-v100', '--l1=64KiB', '--memory-limit=1GiB', '--', '/r/a.hmt',
    ]);
});

test('the command of a project is not taken', () => {
    assert.deepEqual(parseProject('{"recording": "a.hmt", "record": ["make"], "l2": "4MiB"}'), { recording: 'a.hmt', l2: '4MiB' });
    for (const wrong of ['', '{', 'null', '[]', '{"recording": 7}']) assert.equal(parseProject(wrong), undefined);
});
