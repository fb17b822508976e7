// Firefox as Debian brings it, driven by the protocol it speaks itself, Marionette. Only what the journeys need.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { firefoxFile } from '../../scripts/find-engines.mjs';
import { type Engine, endChild, idOf, isRunning, reach, startChild } from './engine.ts';
import { handsOf } from './hands.ts';

type Command = (name: string, parameters: object) => Promise<unknown>;

/** No request of its own, to anywhere. */
const settings: Record<string, unknown> = {
  'marionette.port': 0,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'services.settings.server': 'http://127.0.0.1:9/',
};

export async function openFirefox(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-firefox-'));
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(folder, 'user.js'), `${lines.join('\n')}\n`);
  const env = { ...process.env, HOME: folder, MOZ_HEADLESS: '1', MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' };
  const args = ['--marionette', '--headless', '--no-remote', '--profile', folder];
  const child = startChild(firefoxFile, args, { env });
  let socket: Socket | undefined;
  const close = async () => {
    socket?.destroy();
    await endChild(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  };
  try {
    // It chooses a free port and writes it here.
    const portFile = join(folder, 'MarionetteActivePort');
    for (let tries = 0; tries < 600 && isRunning(child) && readPort(portFile) === 0; tries += 1) await sleep(200);
    socket = await reach(readPort(portFile), child);
    const command = speakMarionette(socket);
    await command('WebDriver:NewSession', {});
    return { ...pageOf(command), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const readPort = (file: string) => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);

function pageOf(command: Command): Omit<Engine, 'close'> {
  const ask = async (name: string, parameters: object) => {
    const { value } = (await command(`WebDriver:${name}`, parameters)) as { value: unknown };
    return value;
  };
  const find = async (value: string) => idOf(await ask('FindElement', { using: 'css selector', value }));
  return {
    name: 'Firefox',
    ...handsOf((actions) => command('WebDriver:PerformActions', { actions })),
    go: async (url) => void (await command('WebDriver:Navigate', { url })),
    run: async (script, ...args) => (await ask('ExecuteScript', { script, args })) as never,
    click: async (selector) => void (await command('WebDriver:ElementClick', { id: await find(selector) })),
    type: async (selector, text) =>
      void (await command('WebDriver:ElementSendKeys', { id: await find(selector), text })),
    resize: async (width, height) => void (await command('WebDriver:SetWindowRect', { width, height })),
    picture: async (file) =>
      writeFileSync(file, Buffer.from(String(await ask('TakeScreenshot', { full: true })), 'base64')),
    pdf: async () => Buffer.from(String(await ask('Print', { background: false })), 'base64'),
  };
}

/** Each message is its length, a colon and JSON: [0, id, name, parameters] and [1, id, error, result]. */
function speakMarionette(socket: Socket): Command {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let bytes = Buffer.alloc(0);
  let last = 0;
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection.'));
  });
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let colon = bytes.indexOf(58); colon > 0; colon = bytes.indexOf(58)) {
      const end = colon + 1 + Number(bytes.subarray(0, colon).toString());
      if (bytes.length < end) return;
      const message: unknown = JSON.parse(bytes.subarray(colon + 1, end).toString());
      bytes = bytes.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, { error: string; message: string } | null, unknown];
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error === null) asked?.resolve(result);
      else asked?.reject(new Error(`${error.error}: ${error.message}`));
    }
  });
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new Error('Firefox closed the connection.'));
      last += 1;
      waiting.set(last, { resolve, reject });
      const text = JSON.stringify([0, last, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
      return undefined;
    });
}
