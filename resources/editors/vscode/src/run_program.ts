// Runs the program with an output that is read at its end.
import { spawn } from 'node:child_process';
import type * as vscode from 'vscode';

/**
 * Returns what the program prints; undefined if it was stopped. Throws an Error with its messages if it fails.
 * It gets SIGTERM to stop, so that it removes what it has not finished.
 */
export function runProgram(program: string, values: string[], folder: string | undefined, stop: vscode.CancellationToken): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
        const child = spawn(program, values, { ...(folder !== undefined && { cwd: folder }), stdio: ['ignore', 'pipe', 'pipe'] });
        const output: Buffer[] = [];
        const messages: Buffer[] = [];
        child.stdout.on('data', (bytes: Buffer) => output.push(bytes));
        child.stderr.on('data', (bytes: Buffer) => messages.push(bytes));
        const subscription = stop.onCancellationRequested(() => child.kill('SIGTERM'));
        child.on('error', (error) => {
            subscription.dispose();
            reject(error);
        });
        child.on('close', (status, signal) => {
            subscription.dispose();
            if (stop.isCancellationRequested) resolve(undefined);
            else if (status === 0) resolve(Buffer.concat(output).toString());
            else reject(new Error(Buffer.concat(messages).toString().trim() || `${program} ended with ${signal ?? `exit status ${status}`}`));
        });
    });
}
