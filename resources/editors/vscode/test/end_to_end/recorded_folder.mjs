// The folder that the test opens: source files of the program's own kernels, and a small recording of them.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folderOfSources = 'core/raytracer';
const grouped = new Intl.NumberFormat('en-US');

export class RecordedFolder {
    /** @param sources the folder of the program's sources */
    constructor(program, sources) {
        this.program = program;
        this.folder = mkdtempSync(path.join(tmpdir(), 'teapot-'));
        this.recording = path.join(this.folder, 'teapot.hmt');
        mkdirSync(path.join(this.folder, folderOfSources), { recursive: true });
        for (const name of ['traversal.cpp', 'node_visits.cpp', 'pixel_work.cpp'])
            copyFileSync(path.join(sources, folderOfSources, name), path.join(this.folder, folderOfSources, name));
        this.run('trace', 'builtin:teapot?triangles=4000', '--resolution', '64x64', '-o', 'teapot.hmt');
        this.setProject({});
    }

    run(...values) {
        return execFileSync(this.program, values, { cwd: this.folder, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
    }

    setProject(more) {
        writeFileSync(path.join(this.folder, '.hitmap-project.json'), JSON.stringify({ recording: 'teapot.hmt', ...more }));
    }

    /** The texts that boxes must have, by the text of the line, from the numbers of the command line. */
    expectedBoxes(level, name = 'traversal.cpp') {
        const key = level.toLowerCase();
        const source = `${folderOfSources}/${name}`;
        const text = readFileSync(path.join(this.folder, source), 'utf8').split('\n');
        const { lines } = JSON.parse(this.run('simulate', 'teapot.hmt', '--model', 'hierarchy', '--json'));
        const expected = {};
        for (const line of lines.filter((each) => each.file.endsWith(source))) {
            const hits = line[`${key}_hits`];
            const lookups = line[`${key}_lookups`];
            const counts = `${grouped.format(hits)}/${grouped.format(lookups)}`;
            expected[text[line.line - 1].trim()] = { counts, misses: lookups - hits, percent: (100 * hits) / lookups, lookups };
        }
        return expected;
    }

    remove() {
        rmSync(this.folder, { recursive: true, force: true });
    }
}
