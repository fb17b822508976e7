// Which browser engines beside Chromium are installed, as Debian's packages bring them?
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const firefoxFile = '/usr/bin/firefox-esr';
export const webKitDriverFile = '/usr/bin/WebKitWebDriver';
export const screenFile = '/usr/bin/Xvfb';

/** Each with the packages that bring it. */
export function listEngines() {
  const hasWebKit = existsSync(webKitDriverFile) && existsSync(screenFile) && findMiniBrowser() !== undefined;
  return [
    { name: 'Firefox', packages: ['firefox-esr'], isInstalled: existsSync(firefoxFile) },
    { name: 'WebKit', packages: ['webkit2gtk-driver', 'xvfb'], isInstalled: hasWebKit },
  ];
}

/** The browser that the driver of WebKit starts. */
export function findMiniBrowser() {
  const root = '/usr/lib';
  if (!existsSync(root)) return undefined;
  const folders = readdirSync(root).filter((name) => name.endsWith('-linux-gnu'));
  return folders
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((name) => join(root, folder, name, 'MiniBrowser')))
    .find((file) => existsSync(file));
}

/** What is said at the end of a run where something could not be tried; undefined where nothing was missing. */
export function missingEngines() {
  const missing = listEngines().filter(({ isInstalled }) => !isInstalled);
  if (missing.length === 0) return undefined;
  const line = '!'.repeat(100);
  const names = missing.map(({ name, packages }) => `${name} (Debian: ${packages.join(', ')})`).join(' and ');
  return `${line}\nNOT TRIED, NOT INSTALLED: ${names}.\n${line}`;
}

// `node scripts/find-engines.mjs` names the packages that are missing.
if (process.argv[1] === import.meta.filename) {
  const missing = listEngines().filter(({ isInstalled }) => !isInstalled);
  console.log(missing.flatMap(({ packages }) => packages).join(' '));
}
