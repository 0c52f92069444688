// In a folder that the user does not trust, numbers are shown and no command of the project file is run.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { notification, runCommand, sourceText, waitForBoxes } from './workbench.mjs';

export async function checkUntrusted({ page, recorded, shoot }) {
    recorded.setProject({ record: ['touch', 'harm'] });
    const boxes = await waitForBoxes(page);
    await sourceText(page, '#include').click({ button: 'right', position: { x: 60, y: 8 } });
    await page.locator('.monaco-menu').first().waitFor();
    assert.equal(await page.locator('.monaco-menu', { hasText: 'Record or Trace Again' }).count(), 0, 'no entry in the menu');
    await page.keyboard.press('Escape');
    await runCommand(page, 'Hitmap: Record or Trace Again');
    await notification(page, 'only in a trusted folder').waitFor();
    await shoot('untrusted');
    await page.waitForTimeout(1000);
    assert.ok(!existsSync(path.join(recorded.folder, 'harm')), 'the command was run');
    return `${Object.keys(boxes).length} boxes`;
}
