// Makes the recording again: the command of the project file, or `hitmap trace` with the recorded options.
import * as vscode from 'vscode';
import type { Server } from './server';

/** How a recording ended. */
export type RecordingEnd = 'new numbers' | 'failed' | 'stopped';

/** Asks for trust in the folder, since a project file can name any program. Returns whether it is there. */
async function isTrusted(): Promise<boolean> {
    if (vscode.workspace.isTrusted) return true;
    const manage = 'Manage Workspace Trust';
    const chosen = await vscode.window.showWarningMessage(
        'Hitmap: a recording is made again only in a trusted folder, since a project file can name any program.',
        manage,
    );
    if (chosen === manage) await vscode.commands.executeCommand('workbench.trust.manage');
    return vscode.workspace.isTrusted;
}

/** Starts the recording and waits for its end, or for the user to stop it. */
function recordUntil(server: Server, stop: vscode.CancellationToken): Promise<RecordingEnd> {
    const subscriptions: vscode.Disposable[] = [];
    const end = new Promise<RecordingEnd>((resolve, reject) => {
        subscriptions.push(
            server.onNumbers(() => resolve('new numbers')),
            server.onFailure(() => resolve('failed')),
            stop.onCancellationRequested(() => resolve('stopped')),
            server.onState(() => resolve('failed')), // started anew meanwhile, with other settings
        );
        server.startRecording().catch(reject);
    });
    return end.finally(() => subscriptions.forEach((each) => each.dispose()));
}

export class RecordAgain {
    private isRecording = false;

    /** Returns how it ended; undefined if it was not begun. */
    async run(server: Server): Promise<RecordingEnd | undefined> {
        if (this.isRecording || !(await isTrusted())) return undefined;
        if (!server.isRunning) {
            void vscode.window.showWarningMessage('Hitmap: there is no recording. The setting hitmap.recording or a file .hitmap-project.json names one.');
            return undefined;
        }
        this.isRecording = true;
        try {
            return await this.withProgress(server);
        } catch (error) {
            void vscode.window.showErrorMessage(`Hitmap: ${error instanceof Error ? error.message : String(error)}`);
            return 'failed';
        } finally {
            this.isRecording = false;
        }
    }

    private async withProgress(server: Server): Promise<RecordingEnd> {
        const options = { location: vscode.ProgressLocation.Notification, title: 'Hitmap: making the recording again', cancellable: true };
        return await vscode.window.withProgress(options, async (progress, stop) => {
            const start = Date.now();
            const clock = setInterval(() => progress.report({ message: `${Math.round((Date.now() - start) / 1000)} s` }), 1000);
            try {
                const end = await recordUntil(server, stop);
                // The server ends what it has started when it ends, and the recording stays as it was.
                if (end === 'stopped') await server.restart();
                return end;
            } finally {
                clearInterval(clock);
            }
        });
    }
}
