// Stands for the module "vscode" in tests, which exists only in the editor: as much of it as the extension uses. `editor` is its other side:
// what the extension has asked for, and what a user does.
import path from 'node:path';

type Listener<T> = (value: T) => unknown;

export class EventEmitter<T> {
    private readonly listeners = new Set<Listener<T>>();
    readonly event = (listener: Listener<T>): { dispose: () => void } => {
        this.listeners.add(listener);
        return { dispose: () => this.listeners.delete(listener) };
    };
    fire(value: T): void {
        [...this.listeners].forEach((each) => each(value));
    }
    dispose(): void {
        this.listeners.clear();
    }
}

export class Uri {
    private constructor(
        readonly scheme: string,
        readonly fsPath: string,
    ) {}
    static file(name: string): Uri {
        return new Uri('file', name);
    }
    static parse(text: string): Uri {
        return Uri.file(decodeURIComponent(text.replace('file://', '')));
    }
    static joinPath(base: Uri, ...parts: string[]): Uri {
        return Uri.file(path.join(base.fsPath, ...parts));
    }
    toString(): string {
        return `file://${encodeURI(this.fsPath)}`;
    }
}

export class ThemeColor {
    constructor(readonly id: string) {}
}
export class Position {
    constructor(
        readonly line: number,
        readonly character: number,
    ) {}
}
export class Range {
    readonly start: Position;
    readonly end: Position;
    constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
        this.start = new Position(startLine, startCharacter);
        this.end = new Position(endLine, endCharacter);
    }
}
export class CodeLens {
    constructor(
        readonly range: Range,
        readonly command: { title: string; command: string },
    ) {}
}
export enum DecorationRangeBehavior { OpenOpen, ClosedClosed }
export enum OverviewRulerLane { Left = 1 }
export enum ProgressLocation { Notification = 15 }
export enum StatusBarAlignment { Left = 1, Right }

/** A file that is open in the editor. */
export class Document {
    readonly uri: Uri;
    readonly version = 1;
    readonly isClosed = false;
    constructor(
        name: string,
        readonly languageId: string,
        private readonly text: string,
    ) {
        this.uri = Uri.file(name);
    }
    get lineCount(): number {
        return this.text.split('\n').length;
    }
    getText(): string {
        return this.text;
    }
    lineAt(line: number): { range: Range } {
        return { range: new Range(line, 0, line, this.text.split('\n')[line]?.length ?? 0) };
    }
}

/** Decorations of an editor, by the colour of their border; undefined for a dotted one. */
interface DecorationType {
    border?: string;
    dispose: () => void;
}
interface Decoration {
    range: Range;
    renderOptions: { after: { contentText: string } };
}
export class TextEditor {
    selection = { active: new Position(0, 0) };
    readonly decorations = new Map<DecorationType, Decoration[]>();
    constructor(readonly document: Document) {}
    setDecorations(type: DecorationType, decorations: Decoration[]): void {
        this.decorations.set(type, decorations);
    }
}

interface HoverProvider {
    provideHover: (document: Document, position: Position) => unknown;
}
interface CodeLensProvider {
    provideCodeLenses: (document: Document) => CodeLens[];
}
const selectionChange = new EventEmitter<{ textEditor: TextEditor }>();
const activeChange = new EventEmitter<TextEditor | undefined>();

export const editor = {
    commands: new Map<string, (...values: unknown[]) => unknown>(),
    contexts: new Map<string, unknown>(),
    settings: new Map<string, unknown>(),
    readSettings: new Set<string>(),
    hoverProviders: [] as HoverProvider[],
    lensProviders: [] as CodeLensProvider[],

    /** Opens a document in an editor of its own and makes it the active one. */
    open(document: Document): TextEditor {
        const opened = new TextEditor(document);
        workspace.textDocuments.push(document);
        window.visibleTextEditors.push(opened);
        window.activeTextEditor = opened;
        activeChange.fire(opened);
        return opened;
    },
    moveCursor(textEditor: TextEditor, line: number): void {
        textEditor.selection = { active: new Position(line, 0) };
        selectionChange.fire({ textEditor });
    },
    restPointer(document: Document, line: number): void {
        editor.hoverProviders.forEach((each) => each.provideHover(document, new Position(line, 0)));
    },
};

const never = () => ({ dispose: () => undefined });
const item = () => ({ show: () => undefined, hide: () => undefined, dispose: () => undefined });

export const window = {
    activeTextEditor: undefined as TextEditor | undefined,
    visibleTextEditors: [] as TextEditor[],
    onDidChangeActiveTextEditor: activeChange.event,
    onDidChangeTextEditorSelection: selectionChange.event,
    onDidChangeVisibleTextEditors: never,
    createTextEditorDecorationType: (options: { border?: string }): DecorationType => ({ ...options, dispose: () => undefined }),
    createStatusBarItem: item,
    createOutputChannel: item,
};

export const workspace = {
    isTrusted: true,
    workspaceFolders: [{ uri: Uri.file('/project') }],
    textDocuments: [] as Document[],
    fs: { readFile: () => Promise.reject(new Error('there is no such file')) },
    getConfiguration: () => ({
        get: (name: string) => {
            editor.readSettings.add(name);
            return editor.settings.get(name);
        },
    }),
    createFileSystemWatcher: () => ({ onDidCreate: never, onDidChange: never, onDidDelete: never, dispose: () => undefined }),
    onDidChangeConfiguration: never,
    onDidChangeTextDocument: never,
    onDidCloseTextDocument: never,
    onDidGrantWorkspaceTrust: never,
    onDidOpenTextDocument: never,
};

export const languages = {
    createDiagnosticCollection: () => ({ clear: () => undefined, set: () => undefined, dispose: () => undefined }),
    registerCodeLensProvider: (_: unknown, provider: CodeLensProvider) => {
        editor.lensProviders.push(provider);
        return never();
    },
    registerHoverProvider: (_: unknown, provider: HoverProvider) => {
        editor.hoverProviders.push(provider);
        return never();
    },
};

export const commands = {
    registerCommand: (name: string, run: (...values: unknown[]) => unknown) => {
        editor.commands.set(name, run);
        return never();
    },
    executeCommand: (name: string, ...values: unknown[]) => {
        if (name === 'setContext') editor.contexts.set(values[0] as string, values[1]);
        return Promise.resolve();
    },
};
