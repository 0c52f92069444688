// The settings have the words of the command line; this file turns them back into its options.

/** The settings of the editor that become options of the program. An empty text means: not set. */
export interface ProgramSettings {
    recording: string;
    preset: string;
    l1: string;
    l2: string;
    layout: string;
    launches: string;
    requests: string;
    first: number | null;
    last: number | null;
    threads: number;
    scene: string;
    memoryLimit: string;
}

/** The parts of a project file that name no command. */
export interface Project {
    recording: string;
    preset?: string;
    l1?: string;
    l2?: string;
}

type Option = readonly [name: string, value: string | number | null | undefined];

/** Options without a value are left out, so that the program uses its defaults. */
function commandLine(options: readonly Option[]): string[] {
    return options.flatMap(([name, value]) => (value === '' || value === null || value === undefined ? [] : [`${name}=${value}`]));
}

function commonOptions(settings: ProgramSettings): Option[] {
    return [
        ['--layout', settings.layout],
        ['--launches', settings.launches],
        ['--requests', settings.requests],
        ['--first', settings.first],
        ['--last', settings.last],
        ['--threads', settings.threads === 0 ? null : settings.threads],
    ];
}

/** The arguments of `hitmap lsp`, which takes the caches of the project file where nothing is set. */
export function serverArguments(settings: ProgramSettings): string[] {
    return [
        'lsp',
        ...commandLine([['--preset', settings.preset], ['--l1', settings.l1], ['--l2', settings.l2], ...commonOptions(settings)]),
        ...(settings.recording === '' ? [] : ['--', settings.recording]),
    ];
}

/**
 * The arguments of `hitmap findings`, which does not read project files: their caches are filled in here, so that
 * the findings are of the same simulation as the numbers at the lines.
 */
export function findingsArguments(settings: ProgramSettings, project: Project | undefined, recording: string): string[] {
    return [
        'findings',
        '--json',
        ...commandLine([
            ['--preset', settings.preset || project?.preset],
            ['--l1', settings.l1 || project?.l1],
            ['--l2', settings.l2 || project?.l2],
            ...commonOptions(settings),
            ['--scene', settings.scene],
            ['--memory-limit', settings.memoryLimit],
        ]),
        '--',
        recording,
    ];
}

/** Takes the parts of a project file that name no command; undefined if the text is no project. */
export function parseProject(text: string): Project | undefined {
    try {
        const json = JSON.parse(text) as Record<string, unknown> | null;
        if (typeof json?.['recording'] !== 'string') return undefined;
        const project: Project = { recording: json['recording'] };
        for (const key of ['preset', 'l1', 'l2'] as const) {
            const value = json[key];
            if (typeof value === 'string') project[key] = value;
        }
        return project;
    } catch {
        return undefined; // the language server says what is wrong with the file
    }
}
