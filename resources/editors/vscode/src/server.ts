// The language server `hitmap lsp`, started anew whenever its options change.
import * as vscode from 'vscode';
import { ExecuteCommandRequest, LanguageClient, type LanguageClientOptions, type Message } from 'vscode-languageclient/node';
import { executable, findProject, programSettings, viewSettings, workingFolder } from './configuration';
import type { NumbersLens } from './line_numbers';
import { serverArguments } from './settings';
import { startProblem, tellStartProblem } from './start_problem';

/** A notification or request of the server. */
type ServerMessage = Message & { method?: string; params?: { type?: number; message?: string } };

const errorType = 1; // MessageType of the protocol

export class Server implements vscode.Disposable {
    private client: LanguageClient | undefined;
    private isLooking = true;
    private queue: Promise<void> = Promise.resolve();
    private readonly numbersEmitter = new vscode.EventEmitter<void>();
    private readonly failureEmitter = new vscode.EventEmitter<void>();
    private readonly stateEmitter = new vscode.EventEmitter<void>();
    private readonly openEmitter = new vscode.EventEmitter<vscode.TextDocument>();

    /** The server has simulated the recording and has other numbers than before. */
    readonly onNumbers = this.numbersEmitter.event;
    /** The server has told the user what failed. */
    readonly onFailure = this.failureEmitter.event;
    /** The server was started or stopped. */
    readonly onState = this.stateEmitter.event;
    /** The server knows the document now and can be asked for its numbers. */
    readonly onOpen = this.openEmitter.event;

    /** @param recordAgain what the server's own command of that name does in the editor */
    constructor(private readonly recordAgain: () => Promise<void>) {}

    get isRunning(): boolean {
        return this.client !== undefined;
    }

    /** There was no recording to show. Another file that is opened may be in the folder of a project. */
    get looksForProject(): boolean {
        return this.isLooking;
    }

    /** Starts the server, instead of the one that runs, if there is something to show. */
    restart(): Promise<void> {
        this.queue = this.queue.then(async () => {
            await this.stop();
            this.isLooking = programSettings().recording === '' && (await findProject()) === undefined;
            if (!this.isLooking) await this.start();
            this.stateEmitter.fire();
        });
        return this.queue;
    }

    /** Requests the numbers of a document; none before the recording is simulated. */
    async lenses(document: vscode.TextDocument): Promise<NumbersLens[]> {
        const answer = this.client?.sendRequest<NumbersLens[] | null>('textDocument/codeLens', {
            textDocument: { uri: this.client.code2ProtocolConverter.asUri(document.uri) },
        });
        return (await answer) ?? [];
    }

    /** Starts to record again. The end is told by onNumbers or onFailure. Throws an Error if it is not possible. */
    async startRecording(): Promise<void> {
        await this.client?.sendRequest(ExecuteCommandRequest.type, { command: 'hitmap.recordAgain' });
    }

    /** Asks the editor to draw lenses and hints anew. */
    refresh(): void {
        const document = vscode.window.activeTextEditor?.document;
        if (this.client === undefined || document === undefined) return;
        this.client.getFeature('textDocument/codeLens').getProvider(document)?.onDidChangeCodeLensEmitter.fire();
        this.client.getFeature('textDocument/inlayHint').getProvider(document)?.onDidChangeInlayHints.fire();
    }

    dispose(): void {
        void this.stop();
        for (const emitter of [this.numbersEmitter, this.failureEmitter, this.stateEmitter, this.openEmitter]) emitter.dispose();
    }

    private async start(): Promise<void> {
        const folder = workingFolder();
        const problem = await startProblem(executable());
        if (problem !== undefined) return void tellStartProblem(problem);
        const client = new LanguageClient(
            'hitmap',
            'Hitmap',
            {
                command: executable(),
                args: serverArguments(programSettings()),
                ...(folder !== undefined && { options: { cwd: folder } }),
            },
            this.clientOptions(),
        );
        this.client = client;
        try {
            await client.start();
        } catch {
            this.client = undefined; // the client has told the user why
        }
    }

    private async stop(): Promise<void> {
        const client = this.client;
        this.client = undefined;
        try {
            await client?.dispose(); // shutdown and exit, which end a recording that is being made
        } catch {
            // The client has ended the process after its time limit.
        }
    }

    private clientOptions(): LanguageClientOptions {
        return {
            documentSelector: [{ scheme: 'file' }],
            diagnosticCollectionName: 'hitmap',
            initializationOptions: { diagnostics: viewSettings().diagnostics },
            connectionOptions: {
                messageStrategy: {
                    handleMessage: (message: ServerMessage, next) => (this.observe(message) ? next(message) : undefined),
                },
            },
            middleware: {
                didOpen: async (document, next) => {
                    await next(document);
                    this.openEmitter.fire(document);
                },
                provideCodeLenses: (document, token, next) => (viewSettings().codeLenses ? next(document, token) : []),
                provideInlayHints: (document, range, token, next) => (viewSettings().inlayHints ? next(document, range, token) : []),
                executeCommand: (command, values, next) => (command === 'hitmap.recordAgain' ? this.recordAgain() : next(command, values)),
            },
        };
    }

    /** Takes from a message what the protocol has no event for. Returns whether the client should handle it, too. */
    private observe(message: ServerMessage): boolean {
        // The server asks for a refresh of the lenses after each simulation.
        if (message.method === 'workspace/codeLens/refresh') this.numbersEmitter.fire();
        if (message.method !== 'window/showMessage') return true;
        if (message.params?.type === errorType) this.failureEmitter.fire();
        return message.params?.message !== 'hitmap: recording again'; // the progress says so
    }
}
