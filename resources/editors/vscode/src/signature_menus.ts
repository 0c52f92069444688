// The entries of context menus to record again, which show only on the signatures of kernels.
import * as vscode from 'vscode';
import type { Numbers } from './numbers';
import { isOnSignature } from './signatures';

/**
 * The editor decides which entries a menu has before this process hears of the click that opens it (microsoft/vscode
 * issue 154319), so that what the conditions test must be known earlier. A menu of line numbers tests its line. For a
 * menu of the text, the place is that of the cursor or, if this is later, the one where the pointer has rested: the editor asks for a
 * hover there, which it does before a click that is aimed. A click without a rest gets the entry of the place before,
 * and moves the cursor, so that the next one gets its own.
 */
export class SignatureMenus implements vscode.Disposable {
    private place: { document: vscode.TextDocument; line: number } | undefined;
    private readonly told = new Map<string, string>();
    private readonly subscriptions: vscode.Disposable[];

    constructor(private readonly numbers: Numbers) {
        this.subscriptions = [
            numbers.onChange(() => this.tell()),
            vscode.window.onDidChangeActiveTextEditor((editor) => this.followCursor(editor)),
            vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.followCursor(textEditor)),
            vscode.languages.registerHoverProvider({ scheme: 'file' }, { provideHover: (document, { line }) => this.follow({ document, line }) }),
        ];
        this.followCursor(vscode.window.activeTextEditor);
    }

    dispose(): void {
        this.subscriptions.forEach((each) => each.dispose());
    }

    private followCursor(editor: vscode.TextEditor | undefined): void {
        this.follow(editor && { document: editor.document, line: editor.selection.active.line });
    }

    private follow(place: SignatureMenus['place']): undefined {
        this.place = place;
        this.tell();
    }

    private tell(): void {
        const document = this.place?.document;
        const signatures = document === undefined ? [] : this.numbers.of(document).signatures;
        const lines = signatures.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index + 1));
        // Paths, since the schemes of the window and of this process may differ; lists, since conditions can look up one key in another.
        const file = document === undefined || lines.length === 0 ? [] : [document.uri.fsPath];
        this.set('hitmap.signatureLines', lines);
        this.set('hitmap.fileOfSignatures', file);
        this.set('hitmap.fileAtSignature', isOnSignature(this.place?.line ?? -1, signatures) ? file : []);
    }

    /** Most moves of a cursor change nothing, and need no message to the window. */
    private set(key: string, value: readonly (string | number)[]): void {
        const text = JSON.stringify(value);
        if (this.told.get(key) === text) return;
        this.told.set(key, text);
        void vscode.commands.executeCommand('setContext', key, value);
    }
}
