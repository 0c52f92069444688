// Hitmap in Visual Studio Code: the numbers of a recording at the source lines of its kernels.
import * as vscode from 'vscode';
import { Boxes } from './boxes';
import { projectFileName, viewSettings } from './configuration';
import { Numbers } from './numbers';
import { RecordAgain } from './record_again';
import { Server } from './server';
import { ShowFindings } from './show_findings';
import { SignatureLens } from './signature_lens';
import { SignatureMenus } from './signature_menus';
import { Status } from './status';

/** Settings that change only what is drawn; all others need a new simulation. */
const viewOnly = ['boxes', 'level', 'codeLenses', 'inlayHints', 'findingsAfterRecording', 'scene', 'memoryLimit'];

export function activate(context: vscode.ExtensionContext): void {
    const recorder = new RecordAgain();
    const findings = new ShowFindings(vscode.Uri.joinPath(context.extensionUri, 'out', 'findings.md'));
    const server: Server = new Server(recordAgain);
    const numbers = new Numbers(server);
    const boxes = new Boxes(numbers);
    const status = new Status(server, numbers);
    context.subscriptions.push(findings, boxes, new SignatureLens(numbers), new SignatureMenus(numbers), status, numbers, server);

    /** The active file, if it is of the recording; otherwise another one that is. */
    function fileOfRecording(): vscode.Uri | undefined {
        const uris = numbers.uris();
        const active = vscode.window.activeTextEditor?.document.uri.toString();
        return uris.find((each) => each.toString() === active) ?? uris[0];
    }
    async function recordAgain(): Promise<void> {
        if ((await recorder.run(server)) !== 'new numbers') return;
        findings.clear(); // they were of the recording before
        if (viewSettings().findingsAfterRecording) void findings.run(fileOfRecording());
    }
    function takeSettings(event: vscode.ConfigurationChangeEvent): void {
        if (!event.affectsConfiguration('hitmap')) return;
        boxes.drawAll();
        status.show();
        server.refresh();
        const names = Object.keys(vscode.workspace.getConfiguration('hitmap')).filter((name) => !viewOnly.includes(name));
        if (names.some((name) => event.affectsConfiguration(`hitmap.${name}`))) void server.restart();
    }
    async function switchLevel(): Promise<void> {
        const other = viewSettings().level === 'L1' ? 'L2' : 'L1';
        const settings = vscode.workspace.getConfiguration('hitmap');
        const isOfFolder = settings.inspect('level')?.workspaceValue !== undefined; // otherwise no file is made in it
        await settings.update('level', other, !isOfFolder);
    }
    const restart = (): void => void server.restart();
    const projects = vscode.workspace.createFileSystemWatcher(`**/${projectFileName}`);
    context.subscriptions.push(
        vscode.commands.registerCommand('hitmap.recordOrTraceAgain', recordAgain),
        vscode.commands.registerCommand('hitmap.showFindings', () => findings.run(fileOfRecording())),
        vscode.commands.registerCommand('hitmap.clearFindings', () => findings.clear()),
        vscode.commands.registerCommand('hitmap.switchLevel', switchLevel),
        vscode.commands.registerCommand('hitmap.readAgain', restart),
        vscode.workspace.onDidChangeConfiguration(takeSettings),
        vscode.workspace.onDidGrantWorkspaceTrust(restart),
        vscode.workspace.onDidOpenTextDocument(({ uri }) => {
            if (uri.scheme === 'file' && server.looksForProject) restart();
        }),
        projects,
        projects.onDidCreate(restart),
        projects.onDidChange(restart),
        projects.onDidDelete(restart),
    );
    restart();
}
