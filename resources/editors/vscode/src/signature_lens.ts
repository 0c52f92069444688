// The command to record again as a code lens above the signatures of kernels.
import * as vscode from 'vscode';
import type { Numbers } from './numbers';

export class SignatureLens implements vscode.CodeLensProvider, vscode.Disposable {
    private readonly emitter = new vscode.EventEmitter<void>();
    private readonly subscriptions: vscode.Disposable[];
    readonly onDidChangeCodeLenses = this.emitter.event;

    constructor(private readonly numbers: Numbers) {
        this.subscriptions = [
            vscode.languages.registerCodeLensProvider({ scheme: 'file' }, this),
            numbers.onChange(() => this.emitter.fire()),
            this.emitter,
        ];
    }

    provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
        return this.numbers.of(document).signatures.map(
            ({ first }) =>
                new vscode.CodeLens(document.lineAt(Math.min(first, document.lineCount - 1)).range, {
                    title: 'Hitmap: Record or Trace Again',
                    command: 'hitmap.recordOrTraceAgain',
                    tooltip: 'Makes the recording again and shows its numbers',
                }),
        );
    }

    dispose(): void {
        this.subscriptions.forEach((each) => each.dispose());
    }
}
