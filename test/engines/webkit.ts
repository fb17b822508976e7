// WebKitGTK as Debian brings it, driven by its own WebDriver on a screen that nobody sees. Only what the journeys need.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { findMiniBrowser, screenFile, webKitDriverFile } from '../../scripts/find-engines.mjs';
import { findFreePort } from '../support/server-process.ts';
import { type Engine, endChild, idOf, reach, startChild } from './engine.ts';
import { handsOf } from './hands.ts';

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

export async function openWebKit(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-webkit-'));
  const children: ChildProcess[] = [];
  const endAll = async () => {
    for (const child of children.reverse()) await endChild(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  };
  try {
    const { screen, display } = await openScreen();
    children.push(screen);
    const env = {
      ...process.env,
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      // Refused to root, and to users in many containers; only our own pages are opened.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      NO_AT_BRIDGE: '1',
    };
    const { driver, port } = await openDriver(env);
    children.push(driver);
    const ask: Ask = async (method, path, body) => {
      const request = { method, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
      const { value } = (await response.json()) as { value: { error?: string; message?: string } };
      if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
      return value;
    };
    const browser = { binary: findMiniBrowser(), args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } };
    const { sessionId } = (await ask('POST', '/session', { capabilities })) as { sessionId: string };
    const at = `/session/${sessionId}`;
    return {
      ...pageOf(ask, at),
      async close() {
        await ask('DELETE', at).catch(() => {});
        await endAll();
      },
    };
  } catch (error) {
    await endAll();
    throw error;
  }
}

/** It chooses a number that is free, and writes it when it is ready. */
async function openScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1200x24', '-nolisten', 'tcp'];
  const screen = startChild(screenFile, args, { env: process.env, writes: 'pipe' });
  let written = '';
  for await (const chunk of screen.stdio[3] as Readable) {
    written += String(chunk);
    if (written.endsWith('\n')) return { screen, display: `:${written.trim()}` };
  }
  throw new Error('Xvfb did not start.');
}

/** Again when somebody else took its port. */
async function openDriver(env: NodeJS.ProcessEnv): Promise<{ driver: ChildProcess; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const port = await findFreePort();
    const driver = startChild(webKitDriverFile, [`--port=${port}`], { env });
    try {
      (await reach(port, driver)).destroy();
      return { driver, port };
    } catch (error) {
      await endChild(driver);
      if (tries === 3) throw error;
    }
  }
}

function pageOf(ask: Ask, at: string): Omit<Engine, 'close'> {
  const find = async (value: string) => idOf(await ask('POST', `${at}/element`, { using: 'css selector', value }));
  return {
    name: 'WebKit',
    ...handsOf((actions) => ask('POST', `${at}/actions`, { actions })),
    go: async (url) => void (await ask('POST', `${at}/url`, { url })),
    run: async (script, ...args) => (await ask('POST', `${at}/execute/sync`, { script, args })) as never,
    click: async (selector) => void (await ask('POST', `${at}/element/${await find(selector)}/click`, {})),
    type: async (selector, text) => void (await ask('POST', `${at}/element/${await find(selector)}/value`, { text })),
    resize: async (width, height) => void (await ask('POST', `${at}/window/rect`, { width, height })),
    picture: async (file) => writeFileSync(file, Buffer.from(String(await ask('GET', `${at}/screenshot`)), 'base64')),
  };
}
