// What a user does in the window, and what the window shows.
import { waitFor } from './host.mjs';

export async function openFile(page, name) {
    await page.keyboard.press('Control+P');
    await page.keyboard.type(name);
    await page.waitForSelector(`.quick-input-list .monaco-list-row:has-text("${name}")`);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`.tab.active:has-text("${name}")`);
    await page.waitForSelector('.monaco-editor .view-line');
}

export async function runCommand(page, title) {
    await page.keyboard.press('F1');
    await page.keyboard.type(title);
    await page.waitForSelector(`.quick-input-list .monaco-list-row:has-text("${title}")`);
    await page.keyboard.press('Enter');
}

export async function goToLine(page, line) {
    await page.keyboard.press('Control+G');
    await page.keyboard.type(String(line));
    await page.keyboard.press('Enter');
}

/** Returns the texts behind the lines that are on the screen, by the text of the line. */
export function boxesOnScreen(page) {
    return page.evaluate(() => {
        const found = {};
        for (const line of document.querySelectorAll('.monaco-editor .view-lines .view-line'))
            for (const part of line.querySelectorAll('span')) {
                const content = getComputedStyle(part, '::after').content;
                if (/^"(L[12] |no look-ups)/.test(content)) found[line.textContent.replaceAll('\u00a0', ' ').trim()] = content.slice(1, -1).replaceAll('\u00a0', ' ');
            }
        return found;
    });
}

/** Returns the colours of the borders on the screen. */
export function borderColours(page) {
    return page.evaluate(() => [
        ...new Set([...document.querySelectorAll('.monaco-editor .view-overlays .cdr')].map((each) => getComputedStyle(each)).filter((style) => style.borderTopWidth === '2px').map((style) => style.borderTopColor)),
    ]);
}

/** Returns the part of the window that shows a text of the source. */
export function sourceText(page, text) {
    return page.locator('.monaco-editor .view-lines .view-line', { hasText: text }).first();
}

/** Returns the rows of the list of problems, if it is open. */
export function problems(page) {
    return page.locator('.markers-panel .monaco-list-row').allInnerTexts();
}

export function notification(page, text) {
    return page.locator('.notification-list-item', { hasText: text }).first();
}

export async function waitForBoxes(page, seconds = 120) {
    return await waitFor('boxes', async () => {
        const found = await boxesOnScreen(page);
        return Object.keys(found).length > 0 && found;
    }, seconds);
}

/** Opens the context menu at a text of the source. The pointer rests there first, as that of a user who aims. */
export async function openContextMenu(page, text) {
    const position = { x: 60, y: 8 };
    await sourceText(page, text).hover({ position });
    await page.waitForTimeout(1000);
    await sourceText(page, text).click({ button: 'right', position });
    await page.locator('.monaco-menu').first().waitFor();
    return page.locator('.monaco-menu', { hasText: 'Record or Trace Again' });
}
