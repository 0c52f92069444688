import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CancellationToken } from 'vscode';
import { runProgram } from '../src/run_program';

/** A token of the editor, and the function that cancels it. */
function cancellation(): { token: CancellationToken; cancel: () => void } {
    const listeners: (() => void)[] = [];
    const token = {
        isCancellationRequested: false,
        onCancellationRequested: (listener: () => void) => {
            listeners.push(listener);
            return { dispose: () => listeners.splice(listeners.indexOf(listener), 1) };
        },
    };
    const cancel = (): void => {
        token.isCancellationRequested = true;
        listeners.forEach((each) => each());
    };
    return { token: token as unknown as CancellationToken, cancel };
}

test('the output of a program is returned', async () => {
    assert.equal(await runProgram('sh', ['-c', 'pwd; echo unused >&2'], '/', cancellation().token), '/\n');
});

test('a program that fails is an error with its messages', async () => {
    await assert.rejects(runProgram('sh', ['-c', 'echo "no such recording" >&2; exit 1'], undefined, cancellation().token), /^Error: no such recording$/);
    await assert.rejects(runProgram('sh', ['-c', 'exit 3'], undefined, cancellation().token), /ended with exit status 3/);
    await assert.rejects(runProgram('/no/such/program', [], undefined, cancellation().token), /ENOENT/);
});

test('a program that is stopped has no output', async () => {
    const { token, cancel } = cancellation();
    const output = runProgram('sleep', ['1000'], undefined, token);
    cancel();
    assert.equal(await output, undefined);
});
