// Bundles the extension into one file.
import { build } from 'esbuild';
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(path.dirname(fileURLToPath(import.meta.url)));
const alias = {
    minimatch: './bundle/minimatch.js',
    'semver/functions/parse': './bundle/semver.js',
    'semver/functions/satisfies': './bundle/semver.js',
};

/** The licences of the packages that a bundle contains, which they require to be passed on. */
function licences(bundle) {
    const names = Object.keys(bundle.inputs)
        .map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1])
        .filter((folder) => folder !== undefined);
    return [...new Set(names)].sort().map((folder) => {
        const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
        if (license !== 'MIT') throw new Error(`${name}: expected the licence MIT, found ${license}`);
        const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
        const text = file === undefined ? license : readFileSync(path.join(folder, file), 'utf8').trim();
        return `${name} ${version}\n\n${text}\n`;
    });
}

rmSync('out', { recursive: true, force: true });
const made = await build({
    entryPoints: ['src/extension.ts'],
    outfile: 'out/extension.js',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    loader: { '.txt': 'text' },
    alias,
    external: ['vscode'],
    minify: true,
    metafile: true,
    logLevel: 'warning',
});
writeFileSync('out/third-party-licences.txt', licences(made.metafile).join('\n----\n\n'));
// The page and the licence are those of the program.
copyFileSync('../../../docs/findings.md', 'out/findings.md');
copyFileSync('../../../LICENSE', 'LICENSE');
