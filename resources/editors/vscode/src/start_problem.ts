// Whether the program runs here at all. The language client would say it twice, and without the setting that helps.
import { execFile } from 'node:child_process';
import * as vscode from 'vscode';

/** Returns why the program does not run here; undefined if it does. */
export function startProblem(program: string): Promise<string | undefined> {
    return new Promise((resolve) => {
        execFile(program, ['--version'], (error) => resolve(error === null ? undefined : error.message));
    });
}

export async function tellStartProblem(problem: string): Promise<void> {
    const open = 'Open Settings';
    const chosen = await vscode.window.showErrorMessage(`Hitmap: the program does not run (setting hitmap.executable): ${problem}`, open);
    if (chosen === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'hitmap.executable');
}
