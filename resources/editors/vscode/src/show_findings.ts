// Runs `hitmap findings` beside the editor and puts what it finds into the list of problems.
import * as vscode from 'vscode';
import { executable, findProject, programSettings, workingFolder } from './configuration';
import { placeFindings, type PlacedFinding } from './finding_places';
import { findingsText, isWarning, parseFindings, type Finding } from './findings';
import { runProgram } from './run_program';
import { findingsArguments } from './settings';

export class ShowFindings implements vscode.Disposable {
    private readonly collection = vscode.languages.createDiagnosticCollection('hitmap findings');
    private readonly output = vscode.window.createOutputChannel('Hitmap Findings');
    private isRunning = false;

    /** @param page  explains the findings */
    constructor(private readonly page: vscode.Uri) {}

    clear(): void {
        this.collection.clear();
    }

    /** @param fileOfRecording  file of the recording that is open, if there is one */
    async run(fileOfRecording: vscode.Uri | undefined): Promise<void> {
        if (this.isRunning) return;
        this.isRunning = true;
        try {
            const findings = await this.find();
            if (findings !== undefined) await this.show(findings, fileOfRecording);
        } catch (error) {
            void vscode.window.showErrorMessage(`Hitmap: ${error instanceof Error ? error.message : String(error)}`);
        } finally {
            this.isRunning = false;
        }
    }

    dispose(): void {
        this.collection.dispose();
        this.output.dispose();
    }

    /** Returns undefined if the user has stopped it, or if there is no recording. */
    private async find(): Promise<Finding[] | undefined> {
        const settings = programSettings();
        const project = await findProject();
        const recording = settings.recording || project?.recording;
        if (recording === undefined) {
            void vscode.window.showWarningMessage('Hitmap: there is no recording. The setting hitmap.recording or a file .hitmap-project.json names one.');
            return undefined;
        }
        const options = { location: vscode.ProgressLocation.Notification, title: `Hitmap: simulating what would help`, cancellable: true };
        const text = await vscode.window.withProgress(options, (_progress, stop) =>
            runProgram(executable(), findingsArguments(settings, project, recording), workingFolder(), stop),
        );
        return text === undefined ? undefined : parseFindings(text);
    }

    private async show(findings: Finding[], fileOfRecording: vscode.Uri | undefined): Promise<void> {
        const placed = await placeFindings(findings, fileOfRecording);
        this.collection.clear();
        const byFile = new Map<string, [vscode.Uri, vscode.Diagnostic[]]>();
        for (const each of placed) {
            if (each.at === undefined) continue;
            const entry = byFile.get(each.at.uri.toString()) ?? [each.at.uri, []];
            entry[1].push(this.diagnostic(each, each.at));
            byFile.set(each.at.uri.toString(), entry);
        }
        this.collection.set([...byFile.values()]);
        this.output.replace(findingsText(findings));
        if (byFile.size === 0) this.output.show(true); // nothing of the recording is a file here
        else await vscode.commands.executeCommand('workbench.panel.markers.view.focus');
    }

    private diagnostic({ finding }: PlacedFinding, at: vscode.Location): vscode.Diagnostic {
        const { Warning, Information } = vscode.DiagnosticSeverity;
        const diagnostic = new vscode.Diagnostic(at.range, finding.text, isWarning(finding) ? Warning : Information);
        diagnostic.source = 'hitmap findings';
        diagnostic.code = { value: finding.why, target: this.page };
        if (finding.command !== undefined)
            diagnostic.relatedInformation = [new vscode.DiagnosticRelatedInformation(at, `The change: ${finding.command}`)];
        return diagnostic;
    }
}
