// Bundles each test into one file, with stand-ins for the modules of the editor, and runs them. Types are not checked; tsc does.
//   node test/run.mjs [--esbuild PROGRAM] [--out FOLDER] [--hitmap PROGRAM]
// Without --hitmap, tests that need the program are skipped.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
    options: {
        esbuild: { type: 'string', default: 'node_modules/.bin/esbuild' },
        out: { type: 'string', default: 'out/test' },
        hitmap: { type: 'string' },
    },
});
const paths = Object.fromEntries(['out', 'hitmap'].filter((key) => values[key] !== undefined).map((key) => [key, path.resolve(values[key])]));
process.chdir(path.join(path.dirname(fileURLToPath(import.meta.url)), '..'));
const tests = readdirSync('test').filter((name) => name.endsWith('.test.ts'));

rmSync(paths.out, { recursive: true, force: true });
execFileSync(values.esbuild, [
    ...tests.map((name) => `test/${name}`),
    `--outdir=${paths.out}`,
    '--bundle',
    '--platform=node',
    '--target=node18',
    '--format=cjs',
    '--loader:.txt=text',
    '--alias:vscode=./test/editor/vscode.ts',
    '--alias:vscode-languageclient/node=./test/editor/language_client.ts',
    '--log-level=warning',
], { stdio: 'inherit' });
const bundles = tests.map((name) => path.join(paths.out, name.replace(/\.ts$/, '.js')));
const environment = { ...process.env, ...(paths.hitmap && { HITMAP: paths.hitmap }) };
process.exitCode = spawnSync(process.execPath, ['--test', ...bundles], { stdio: 'inherit', env: environment }).status ?? 1;
