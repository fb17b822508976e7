// Firefox and WebKit as Debian brings them, each driven by the protocol it speaks itself: Marionette and WebDriver. Only what the
// journeys need.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../support/server-process.ts';

/** One page of a browser. Scripts are bodies of functions: what they return comes back as JSON. */
export interface Engine {
  readonly name: string;
  go(url: string): Promise<void>;
  run<T>(script: string, ...args: unknown[]): Promise<T>;
  /** Presses where the element is, as a finger would. */
  click(selector: string): Promise<void>;
  /** Keys into the element; \uE004 is Tab, \uE006 Enter. */
  type(selector: string, text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  picture(file: string): Promise<void>;
  close(): Promise<void>;
}

type Command = (name: string, parameters: object) => Promise<unknown>;

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const idOf = (found: unknown) => (found as Record<string, string>)[elementKey] as string;

const firefoxFile = '/usr/bin/firefox-esr';
const driverFile = '/usr/bin/WebKitWebDriver';

export const hasFirefox = () => existsSync(firefoxFile);
export const hasWebKit = () => existsSync(driverFile) && findMiniBrowser() !== undefined && existsSync('/usr/bin/Xvfb');

function findMiniBrowser(): string | undefined {
  const root = '/usr/lib';
  for (const machine of readdirSync(root).filter((name) => name.endsWith('-linux-gnu'))) {
    for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0']) {
      const file = join(root, machine, version, 'MiniBrowser');
      if (existsSync(file)) return file;
    }
  }
  return undefined;
}

export async function openFirefox(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-firefox-'));
  const port = await findFreePort();
  // No request of its own, to anywhere.
  const settings: Record<string, unknown> = {
    'marionette.port': port,
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
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(folder, 'user.js'), `${lines.join('\n')}\n`);
  const env = { ...process.env, HOME: folder, MOZ_HEADLESS: '1', MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' };
  const child = spawn(firefoxFile, ['--marionette', '--headless', '--no-remote', '--profile', folder], {
    env,
    stdio: 'ignore',
  });
  const socket = await reach(port, child);
  const command = speakMarionette(socket);
  await command('WebDriver:NewSession', {});
  return {
    name: 'Firefox',
    go: async (url) => void (await command('WebDriver:Navigate', { url })),
    run: async (script, ...args) => unwrap(await command('WebDriver:ExecuteScript', { script, args })) as never,
    async click(selector) {
      const found = unwrap(await command('WebDriver:FindElement', { using: 'css selector', value: selector }));
      await command('WebDriver:ElementClick', { id: idOf(found) });
    },
    async type(selector, text) {
      const found = unwrap(await command('WebDriver:FindElement', { using: 'css selector', value: selector }));
      await command('WebDriver:ElementSendKeys', { id: idOf(found), text });
    },
    resize: async (width, height) => void (await command('WebDriver:SetWindowRect', { width, height })),
    async picture(file) {
      const shot = unwrap(await command('WebDriver:TakeScreenshot', { full: true }));
      writeFileSync(file, Buffer.from(String(shot), 'base64'));
    },
    async close() {
      socket.destroy();
      await endChild(child);
      rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

const unwrap = (result: unknown) => (result as { value: unknown }).value;

/** Each message is its length, a colon and JSON: [0, id, name, parameters] and [1, id, error, result]. */
function speakMarionette(socket: Socket): Command {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let bytes = Buffer.alloc(0);
  let last = 0;
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
      last += 1;
      waiting.set(last, { resolve, reject });
      const text = JSON.stringify([0, last, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

async function reach(port: number, child: ChildProcess): Promise<Socket> {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const socket = await new Promise<Socket | undefined>((done) => {
      const tried = connect(port, '127.0.0.1', () => done(tried));
      tried.once('error', () => done(undefined));
    });
    if (socket !== undefined) return socket;
    await sleep(200);
  }
  throw new Error('The browser did not open its port.');
}

export async function openWebKit(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-webkit-'));
  const number = 100 + ((await findFreePort()) % 500);
  const screen = spawn('/usr/bin/Xvfb', [`:${number}`, '-screen', '0', '1400x1200x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  const port = await findFreePort();
  const env = {
    ...process.env,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    DISPLAY: `:${number}`,
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    // Refused to root, and to users in many containers; only our own pages are opened.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    NO_AT_BRIDGE: '1',
  };
  const child = spawn(driverFile, [`--port=${port}`], { env, stdio: 'ignore' });
  (await reach(port, child)).destroy();
  const ask = async (method: string, path: string, body?: object) => {
    const request = { method, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value as unknown;
  };
  const browser = { binary: findMiniBrowser(), args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } };
  const { sessionId } = (await ask('POST', '/session', { capabilities })) as { sessionId: string };
  const at = `/session/${sessionId}`;
  const find = async (value: string) => idOf(await ask('POST', `${at}/element`, { using: 'css selector', value }));
  return {
    name: 'WebKit',
    go: async (url) => void (await ask('POST', `${at}/url`, { url })),
    run: async (script, ...args) => (await ask('POST', `${at}/execute/sync`, { script, args })) as never,
    click: async (selector) => void (await ask('POST', `${at}/element/${await find(selector)}/click`, {})),
    type: async (selector, text) => void (await ask('POST', `${at}/element/${await find(selector)}/value`, { text })),
    resize: async (width, height) => void (await ask('POST', `${at}/window/rect`, { width, height })),
    async picture(file) {
      writeFileSync(file, Buffer.from(String(await ask('GET', `${at}/screenshot`)), 'base64'));
    },
    async close() {
      await ask('DELETE', at).catch(() => {});
      await endChild(child);
      await endChild(screen);
      rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(10_000).then(() => child.kill('SIGKILL'))]);
}
