// Where findings are shown: at the source line that they name, or at the first line of a file of the recording.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { bestMatch } from './file_match';
import type { Finding } from './findings';

/** A finding with the place in the editor that it has; no place if no file of the recording is known here. */
export interface PlacedFinding {
    finding: Finding;
    at?: vscode.Location;
}

/** Returns the file of the editor that a recorded path means. */
async function fileOf(recorded: string): Promise<vscode.Uri | undefined> {
    const open = vscode.workspace.textDocuments.filter((document) => document.uri.scheme === 'file');
    const pattern = `**/${path.basename(recorded).replace(/[*?[\]{}]/g, '?')}`;
    const inFolders = await vscode.workspace.findFiles(pattern, undefined, 100);
    const paths = [...open.map((document) => document.uri), ...inFolders].map((uri) => uri.fsPath);
    const found = bestMatch(recorded, paths);
    return found === undefined ? undefined : vscode.Uri.file(found);
}

/** Returns a line without the white space around it. */
async function lineOf(uri: vscode.Uri, line: number): Promise<vscode.Location> {
    const document = await vscode.workspace.openTextDocument(uri);
    const text = document.lineAt(Math.min(line, document.lineCount - 1));
    return new vscode.Location(uri, new vscode.Range(text.lineNumber, text.firstNonWhitespaceCharacterIndex, text.lineNumber, text.text.trimEnd().length));
}

/**
 * @param otherwise  file of the recording that gets findings without a line, unless another finding names one
 */
export async function placeFindings(findings: readonly Finding[], otherwise: vscode.Uri | undefined): Promise<PlacedFinding[]> {
    const placed: PlacedFinding[] = [];
    for (const finding of findings) {
        const uri = finding.file === undefined ? undefined : await fileOf(finding.file);
        placed.push(uri === undefined ? { finding } : { finding, at: await lineOf(uri, (finding.line ?? 1) - 1) });
    }
    const file = placed.find((each) => each.at !== undefined)?.at?.uri ?? otherwise;
    if (file === undefined) return placed;
    const first = await lineOf(file, 0);
    return placed.map(({ finding, at }) => ({ finding, at: at ?? first }));
}
