// What the editor says: settings, folders and project files.
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Level } from './line_numbers';
import { parseProject, type ProgramSettings, type Project } from './settings';

export const projectFileName = '.hitmap-project.json';

function setting<T>(name: string, otherwise: T): T {
    return vscode.workspace.getConfiguration('hitmap').get<T>(name) ?? otherwise;
}

/** The folder in which the program runs, and at which relative paths start. */
export function workingFolder(): string | undefined {
    return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
}

export function executable(): string {
    return setting('executable', '') || 'hitmap';
}

export function programSettings(): ProgramSettings {
    const recording = setting('recording', '');
    return {
        recording: recording === '' ? '' : path.resolve(workingFolder() ?? '', recording),
        preset: setting('preset', ''),
        l1: setting('l1', ''),
        l2: setting('l2', ''),
        layout: setting('layout', ''),
        launches: setting('launches', ''),
        requests: setting('requests', ''),
        first: setting<number | null>('first', null),
        last: setting<number | null>('last', null),
        threads: setting('threads', 0),
        scene: setting('scene', ''),
        memoryLimit: setting('memoryLimit', ''),
    };
}

export function viewSettings() {
    return {
        boxes: setting('boxes', true),
        level: setting<Level>('level', 'L1'),
        codeLenses: setting('codeLenses', false),
        inlayHints: setting('inlayHints', false),
        diagnostics: setting('diagnostics', true),
        findingsAfterRecording: setting('findingsAfterRecording', false),
    };
}

/** Reads the project file in a folder or in the nearest one above it, as the language server does. */
async function projectAbove(folder: string): Promise<Project | undefined> {
    for (let at = folder; ; at = path.dirname(at)) {
        try {
            const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(path.join(at, projectFileName)));
            const project = parseProject(new TextDecoder().decode(bytes));
            return project && { ...project, recording: path.resolve(at, project.recording) };
        } catch {
            if (path.dirname(at) === at) return undefined;
        }
    }
}

/** The project of the folder that is open or, without one, of the first open file that has one. */
export async function findProject(): Promise<Project | undefined> {
    const files = vscode.workspace.textDocuments.filter((document) => document.uri.scheme === 'file');
    const folders = [workingFolder(), ...files.map((document) => path.dirname(document.uri.fsPath))];
    for (const folder of new Set(folders)) {
        const project = folder === undefined ? undefined : await projectAbove(folder);
        if (project !== undefined) return project;
    }
    return undefined;
}
