// Drives the extension in code-server and a headless Chromium, as a user does. README.md says how to run it.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkBoxes, checkEdit, checkHover, checkLevels, checkProblems, checkSecondFile } from './check_numbers.mjs';
import { checkFindings, checkRecordAgain, checkStop } from './check_commands.mjs';
import { checkUntrusted } from './check_trust.mjs';
import { Host } from './host.mjs';
import { RecordedFolder } from './recorded_folder.mjs';
import { openFile } from './workbench.mjs';

const here = import.meta.dirname;
const { values } = parseArgs({
    options: {
        hitmap: { type: 'string' },
        vsix: { type: 'string' },
        out: { type: 'string', default: 'screenshots' },
        chromium: { type: 'string', default: '/usr/bin/chromium' },
        'code-server': { type: 'string', default: path.join(here, 'node_modules', 'code-server') },
        sources: { type: 'string', default: path.join(here, '../../../../..') },
        theme: { type: 'string', default: 'Default Dark Modern' },
    },
});
assert.ok(values.hitmap && values.vsix, 'expected --hitmap PROGRAM --vsix FILE.vsix');
const program = path.resolve(values.hitmap);
mkdirSync(values.out, { recursive: true });

async function withHost(trust, body) {
    const recorded = new RecordedFolder(program, path.resolve(values.sources));
    const host = await Host.start({
        codeServer: values['code-server'],
        chromium: values.chromium,
        vsix: path.resolve(values.vsix),
        settings: {
            'hitmap.executable': program,
            'hitmap.threads': 1,
            'security.workspace.trust.enabled': trust,
            'security.workspace.trust.startupPrompt': 'never',
            'workbench.startupEditor': 'none',
            'workbench.colorTheme': values.theme,
            'workbench.secondarySideBar.defaultVisibility': 'hidden',
            'chat.disableAIFeatures': true,
            'editor.minimap.enabled': false,
            'files.autoSave': 'off',
            'editor.stickyScroll.enabled': false,
        },
    });
    try {
        console.log(`host: code-server ${host.version}; Chromium ${host.browser.version()}`);
        const page = await host.open(recorded.folder);
        const shoot = (name) => page.screenshot({ path: path.join(values.out, `${name}.png`) });
        try {
            await openFile(page, 'traversal.cpp');
            await page.keyboard.press('Control+B'); // more room for the lines
            await body({ page, recorded, shoot });
        } catch (error) {
            await shoot('failure');
            throw error;
        }
    } finally {
        await host.stop();
        recorded.remove();
    }
}

async function check(name, body, context) {
    const said = await body(context);
    console.log(`ok: ${name}${said ? `: ${said}` : ''}`);
}

await withHost(false, async (context) => {
    await check('boxes have the numbers of the command line', checkBoxes, context);
    await check('boxes of L1 and of L2', checkLevels, context);
    await check('boxes move with the text', checkEdit, context);
    await check('a file that is opened later has boxes', checkSecondFile, context);
    await check('a hover has the table of the line', checkHover, context);
    await check('lines with many misses are problems', checkProblems, context);
    await check('findings are problems', checkFindings, context);
    await check('a right click on the signature records again', checkRecordAgain, context);
    await check('Stop ends a recording', checkStop, context);
});
await withHost(true, (context) => check('a folder without trust runs no command', checkUntrusted, context));
