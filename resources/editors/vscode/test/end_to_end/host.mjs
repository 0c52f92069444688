// The host of the test: code-server with the extension, and a headless browser that shows it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';

function freePort() {
    return new Promise((resolve) => {
        const server = createServer().listen(0, '127.0.0.1', () => {
            const { port } = server.address();
            server.close(() => resolve(port));
        });
    });
}

/** Tries until the function returns something true. Fails with the text after the time limit. */
export async function waitFor(text, attempt, seconds = 60) {
    const end = Date.now() + seconds * 1000;
    for (let last; Date.now() < end; await pause(250)) {
        last = await attempt();
        if (last) return last;
    }
    throw new Error(`waited ${seconds} s for ${text}`);
}

export class Host {
    /** @param options codeServer (the folder of the package), chromium, vsix, settings of the user */
    static async start(options) {
        const host = new Host();
        host.folder = mkdtempSync(path.join(tmpdir(), 'hitmap-host-'));
        const folders = ['--user-data-dir', path.join(host.folder, 'data'), '--extensions-dir', path.join(host.folder, 'extensions')];
        // Paths of the machine (hitmap.executable) are settings of the machine in a host that runs elsewhere.
        for (const whose of ['User', 'Machine']) {
            mkdirSync(path.join(host.folder, 'data', whose), { recursive: true });
            writeFileSync(path.join(host.folder, 'data', whose, 'settings.json'), JSON.stringify(options.settings));
        }
        const program = [path.join(options.codeServer, 'out', 'node', 'entry.js'), ...folders];
        execFileSync(process.execPath, [...program, '--install-extension', options.vsix], { stdio: 'inherit' });
        const port = await freePort();
        host.address = `http://127.0.0.1:${port}`;
        const flags = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check'];
        host.server = spawn(process.execPath, [...program, ...flags], { stdio: 'ignore' });
        await waitFor('code-server', () => fetch(`${host.address}/healthz`).then((answer) => answer.ok, () => false));
        host.browser = await chromium.launch({ executablePath: options.chromium, args: ['--no-sandbox'] });
        host.version = execFileSync(process.execPath, [program[0], '--version']).toString().trim();
        return host;
    }

    async open(folder) {
        const page = await this.browser.newPage({ viewport: { width: 1400, height: 900 } });
        await page.goto(`${this.address}/?folder=${encodeURIComponent(folder)}`);
        await page.waitForSelector('.monaco-workbench', { timeout: 120_000 });
        return page;
    }

    async stop() {
        await this.browser?.close();
        this.server?.kill('SIGTERM');
        await pause(1000);
        rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    }
}
