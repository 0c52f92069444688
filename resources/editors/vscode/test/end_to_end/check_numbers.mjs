// Boxes, hovers and problems against the numbers of the command line.
import assert from 'node:assert/strict';
import { waitFor } from './host.mjs';
import { borderColours, boxesOnScreen, goToLine, openFile, problems, runCommand, sourceText, waitForBoxes } from './workbench.mjs';

/** Compares the boxes on the screen. Servers that send no counts show misses instead. */
function compare(shown, expected, level) {
    const compared = Object.entries(shown).map(([line, text]) => {
        const numbers = expected[line];
        assert.ok(numbers, `no access to memory at: ${line}`);
        if (numbers.lookups === 0) return assert.equal(text, `no look-ups in ${level}`);
        const [, rate, counts] = /^L[12] [<>]?([\d.]+) %,? \(?([^)]*)\)?$/.exec(text);
        assert.ok(Math.abs(Number(rate) - numbers.percent) <= 0.0500001, `${text} is not ${numbers.percent} %`);
        const misses = `${numbers.misses.toLocaleString('en-US')} ${numbers.misses === 1 ? 'miss' : 'misses'}`;
        assert.ok(counts === numbers.counts || counts === misses, `${counts}: expected ${numbers.counts} or ${misses}`);
    });
    return compared.length;
}

export async function checkBoxes({ page, recorded, shoot }) {
    await goToLine(page, 46);
    const shown = await waitForBoxes(page);
    const count = compare(shown, recorded.expectedBoxes('L1'), 'L1');
    assert.equal(count, Object.keys(recorded.expectedBoxes('L1')).length, 'all lines of the small file are on the screen');
    await page.mouse.move(5, 5);
    await shoot('boxes');
    return `${count} lines, ${(await borderColours(page)).length} colours; ${Object.values(shown)[0]}`;
}

export async function checkLevels({ page, recorded, shoot }) {
    const expected = recorded.expectedBoxes('L2');
    await runCommand(page, 'Hitmap: Switch between L1 and L2');
    const shown = await waitFor('boxes of L2', async () => {
        const boxes = await boxesOnScreen(page);
        return Object.values(boxes).some((text) => text.startsWith('L2')) && boxes;
    });
    const count = compare(shown, expected, 'L2');
    await shoot('boxes-l2');
    await runCommand(page, 'Hitmap: Switch between L1 and L2');
    await waitFor('boxes of L1', async () => Object.values(await boxesOnScreen(page)).some((text) => text.startsWith('L1')));
    return `${count} lines`;
}

/** A line before the kernel moves everything; a changed line has no numbers. */
export async function checkEdit({ page, recorded }) {
    const before = await boxesOnScreen(page);
    await goToLine(page, 57);
    await page.keyboard.press('Home');
    await page.keyboard.type('int more;\n');
    await page.waitForTimeout(1500);
    const after = await boxesOnScreen(page);
    compare(after, recorded.expectedBoxes('L1'), 'L1');
    await runCommand(page, 'File: Revert File');
    await goToLine(page, 46);
    await page.waitForTimeout(1500);
    assert.deepEqual(await boxesOnScreen(page), before);
    return `${Object.keys(after).length} of ${Object.keys(before).length} lines`;
}

/** The recording is simulated long before this file is opened. */
export async function checkSecondFile({ page, recorded }) {
    const name = 'node_visits.cpp';
    await openFile(page, name);
    await goToLine(page, 46);
    const expected = recorded.expectedBoxes('L1', name);
    const count = compare(await waitForBoxes(page, 20), expected, 'L1');
    assert.equal(count, Object.keys(expected).length);
    await openFile(page, 'traversal.cpp');
    await goToLine(page, 46);
    await waitForBoxes(page, 20);
    return `${count} lines`;
}

export async function checkHover({ page, shoot }) {
    await sourceText(page, 'co_await faces.load').locator('span', { hasText: 'faces' }).last().hover();
    const hover = page.locator('.monaco-hover:visible', { hasText: 'requests' }).first();
    await hover.waitFor({ timeout: 20_000 });
    await page.waitForTimeout(500);
    await shoot('hover');
    const text = await hover.innerText();
    assert.match(text, /L1 rate/);
    assert.match(text, /faces/);
    await page.mouse.move(5, 5);
    return text.split('\n').find((line) => line.includes('whole recording'));
}

export async function checkProblems({ page, shoot }) {
    await runCommand(page, 'View: Focus Problems');
    const rows = await waitFor('problems', async () => {
        const found = (await problems(page)).filter((row) => /of all L1 misses/.test(row));
        return found.length > 0 && found;
    });
    await shoot('problems');
    return `${rows.length} lines: ${rows[0].replaceAll('\n', ' ')}`;
}
