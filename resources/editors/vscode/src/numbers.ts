// The numbers of the open documents. Everything that is drawn takes them from here.
import * as vscode from 'vscode';
import type { NumbersLens } from './line_numbers';
import type { Server } from './server';
import { kernelSignatures, type Signature } from './signatures';

/** The numbers of a document, and the signatures of the functions that they are in. */
export interface DocumentNumbers {
    lenses: NumbersLens[];
    signatures: Signature[];
}

const none: DocumentNumbers = { lenses: [], signatures: [] };
const typingPause = 200; // milliseconds after a key before the numbers move with the text

export class Numbers implements vscode.Disposable {
    private readonly known = new Map<string, DocumentNumbers>();
    private readonly waiting = new Map<string, NodeJS.Timeout>();
    private readonly emitter = new vscode.EventEmitter<vscode.TextDocument>();
    private readonly subscriptions: vscode.Disposable[];
    readonly onChange = this.emitter.event;

    constructor(private readonly server: Server) {
        const all = (): void => vscode.workspace.textDocuments.forEach((document) => void this.ask(document));
        this.subscriptions = [
            server.onNumbers(all),
            server.onState(all),
            server.onOpen((document) => void this.ask(document)),
            vscode.workspace.onDidChangeTextDocument(({ document }) => this.askSoon(document)),
            vscode.workspace.onDidCloseTextDocument((document) => this.known.delete(document.uri.toString())),
            this.emitter,
        ];
    }

    of(document: vscode.TextDocument): DocumentNumbers {
        return this.known.get(document.uri.toString()) ?? none;
    }

    /** The documents that have numbers. */
    uris(): vscode.Uri[] {
        return [...this.known].filter(([, numbers]) => numbers.lenses.length !== 0).map(([uri]) => vscode.Uri.parse(uri));
    }

    dispose(): void {
        this.waiting.forEach((timer) => clearTimeout(timer));
        this.subscriptions.forEach((each) => each.dispose());
    }

    private askSoon(document: vscode.TextDocument): void {
        const uri = document.uri.toString();
        clearTimeout(this.waiting.get(uri));
        this.waiting.set(
            uri,
            setTimeout(() => {
                this.waiting.delete(uri);
                void this.ask(document);
            }, typingPause),
        );
    }

    private async ask(document: vscode.TextDocument): Promise<void> {
        if (document.uri.scheme !== 'file') return;
        const version = document.version;
        let lenses: NumbersLens[] = [];
        try {
            lenses = await this.server.lenses(document);
        } catch {
            // The server was stopped meanwhile; there are no numbers until the next one has some.
        }
        if (document.isClosed || document.version !== version) return; // asked again after the change
        const lines = lenses.map((lens) => lens.range.start.line);
        const signatures = lines.length === 0 ? [] : kernelSignatures(document.getText(), document.languageId, lines);
        this.known.set(document.uri.toString(), { lenses, signatures });
        this.emitter.fire(document);
    }
}
