// The commands: findings, recording again by a right click, and Stop.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { waitFor } from './host.mjs';
import { boxesOnScreen, goToLine, notification, openContextMenu, problems, runCommand, waitForBoxes } from './workbench.mjs';

export async function checkFindings({ page, recorded, shoot }) {
    const expected = JSON.parse(recorded.run('findings', 'teapot.hmt', '--json', '--threads', '1')).findings;
    await runCommand(page, 'Hitmap: Show Findings');
    await notification(page, 'simulating what would help').waitFor();
    await page.waitForTimeout(400); // it fades in
    await shoot('findings-progress');
    const rows = await waitFor('findings', async () => {
        const found = (await problems(page)).filter((row) => row.includes('hitmap findings'));
        return found.length > 0 && found;
    }, 60);
    await shoot('findings');
    for (const { text } of expected) assert.ok(rows.some((row) => row.includes(text.slice(0, 40))), `not in the list: ${text}`);
    const withLine = expected.filter((finding) => finding.view.line !== null).length;
    return `${expected.length}, ${withLine} of them with a source line`;
}

export async function checkRecordAgain({ page, recorded, shoot }) {
    const before = statSync(recorded.recording).mtimeMs;
    await goToLine(page, 45);
    assert.equal(await (await openContextMenu(page, 'co_await faces.load')).count(), 0, 'no entry below the signature');
    await page.keyboard.press('Escape');
    assert.equal(await (await openContextMenu(page, 'Code test_triangle')).count(), 1, 'an entry on the signature');
    await shoot('context-menu');
    await page.locator('.monaco-menu .action-item', { hasText: 'Record or Trace Again' }).click();
    await waitFor('a new recording', () => statSync(recorded.recording).mtimeMs > before, 60);
    await notification(page, 'making the recording again').waitFor({ state: 'detached', timeout: 60_000 });
    const boxes = await waitForBoxes(page);
    await shoot('recorded-again');
    return `${Object.keys(boxes).length} boxes afterwards`;
}

/** Returns whether a process with these words runs. */
function runs(words) {
    return execFileSync('ps', ['-eo', 'args']).toString().includes(words);
}

export async function checkStop({ page, recorded, shoot }) {
    recorded.setProject({ record: ['sleep', '987'] });
    const bytes = readFileSync(recorded.recording);
    await page.waitForTimeout(1000);
    await waitForBoxes(page);
    await page.locator('.codelens-decoration a:visible', { hasText: 'Hitmap' }).first().click();
    const progress = notification(page, 'making the recording again');
    await progress.waitFor();
    await waitFor('the command of the project', () => runs('sleep 987'));
    await progress.hover();
    await shoot('stop');
    await progress.locator('.monaco-button, .action-label', { hasText: 'Cancel' }).first().click();
    await progress.waitFor({ state: 'detached', timeout: 20_000 });
    await waitFor('the end of the command', () => !runs('sleep 987'), 20);
    assert.deepEqual(readFileSync(recorded.recording), bytes, 'the recording is the same');
    await waitForBoxes(page);
    return `${Object.keys(await boxesOnScreen(page)).length} boxes afterwards`;
}
