// The command to record again at the signatures of kernels: a code lens above them, and entries of context menus.
import * as vscode from 'vscode';
import type { Numbers } from './numbers';

export class SignatureLens implements vscode.CodeLensProvider, vscode.Disposable {
    private readonly emitter = new vscode.EventEmitter<void>();
    private readonly subscriptions: vscode.Disposable[];
    readonly onDidChangeCodeLenses = this.emitter.event;

    constructor(private readonly numbers: Numbers) {
        this.subscriptions = [
            vscode.languages.registerCodeLensProvider({ scheme: 'file' }, this),
            numbers.onChange(() => {
                this.emitter.fire();
                this.tellMenus();
            }),
            vscode.window.onDidChangeActiveTextEditor(() => this.tellMenus()),
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

    /** Conditions of menus can only test whether a file or a line number is in a list. */
    private tellMenus(): void {
        const editor = vscode.window.activeTextEditor;
        const signatures = editor === undefined ? [] : this.numbers.of(editor.document).signatures;
        const lines = signatures.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index + 1));
        const paths = this.numbers.uris().map((uri) => uri.fsPath); // the schemes of the window and of this process may differ
        void vscode.commands.executeCommand('setContext', 'hitmap.files', paths);
        void vscode.commands.executeCommand('setContext', 'hitmap.signatureLines', lines);
    }
}
