// In a folder that the user does not trust, numbers are shown and no command of the project file is run.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { goToLine, notification, openContextMenu, runCommand, waitForBoxes } from './workbench.mjs';

export async function checkUntrusted({ page, recorded, shoot }) {
    recorded.setProject({ record: ['touch', 'harm'] });
    const boxes = await waitForBoxes(page);
    await goToLine(page, 45);
    assert.equal(await (await openContextMenu(page, 'Code test_triangle')).count(), 0, 'no entry in the menu');
    await page.keyboard.press('Escape');
    await runCommand(page, 'Hitmap: Record or Trace Again');
    await notification(page, 'only in a trusted folder').waitFor();
    await shoot('untrusted');
    await page.waitForTimeout(1000);
    assert.ok(!existsSync(path.join(recorded.folder, 'harm')), 'the command was run');
    return `${Object.keys(boxes).length} boxes`;
}
