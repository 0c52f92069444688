// Stands for the module "vscode-languageclient/node" in tests: a server whose answers a test chooses.
import type { NumbersLens } from '../../src/line_numbers';
import { Document, Uri } from './vscode';

interface ServerOptions {
    command: string;
    args: string[];
}
interface ClientOptions {
    connectionOptions: { messageStrategy: { handleMessage: (message: { method: string }, next: (message: unknown) => void) => void } };
    middleware: { didOpen: (document: Document, next: (document: Document) => Promise<void>) => Promise<void> };
}

export const server = {
    lenses: [] as NumbersLens[],
    started: [] as ServerOptions[],
};

export const ExecuteCommandRequest = { type: 'workspace/executeCommand' };

export class LanguageClient {
    readonly code2ProtocolConverter = { asUri: (uri: Uri) => uri.toString() };
    constructor(
        _id: string,
        _name: string,
        private readonly serverOptions: ServerOptions,
        private readonly options: ClientOptions,
    ) {}
    start(): Promise<void> {
        server.started.push(this.serverOptions);
        this.options.connectionOptions.messageStrategy.handleMessage({ method: 'workspace/codeLens/refresh' }, () => undefined);
        return Promise.resolve();
    }
    sendRequest(method: string): Promise<unknown> {
        return Promise.resolve(method === 'textDocument/codeLens' ? server.lenses : null);
    }
    dispose(): Promise<void> {
        return Promise.resolve();
    }
}
