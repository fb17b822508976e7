// The pages of the management app share one stylesheet: a class that two of them name would make one page spoil the other.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageStyle } from '../src/server/web/page-shell.ts';

const folder = 'src/admin';
const shared = 'ui/ui.css';
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.css') && path !== 'admin.css');

function classesIn(sheet: string): Set<string> {
  const text = readFileSync(`${folder}/${sheet}`, 'utf8').replace(/\/\*.*?\*\//gs, '');
  const selectors = [...text.matchAll(/([^{}]+)\{/g)].map(([, selector]) => selector ?? '');
  return new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)));
}

test('[house] admin: no class is named by the styles of two pages, but those that all share', () => {
  expect(sheets).toContain(shared);
  const ofAll = classesIn(shared);
  const places = new Map<string, string[]>();
  for (const sheet of sheets.filter((one) => one !== shared)) {
    for (const name of classesIn(sheet)) {
      if (!ofAll.has(name)) places.set(name, [...(places.get(name) ?? []), sheet]);
    }
  }
  expect(places.size).toBeGreaterThan(100);
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
});

test('[house] pages that the server draws by itself have the colors and measures of the management app', () => {
  const app = new Map(tokensOf(readFileSync(`${folder}/${shared}`, 'utf8')));
  const own = tokensOf(pageStyle);
  expect(own.length).toBeGreaterThan(10);
  expect(own).toEqual(own.map(([name]) => [name, app.get(name)]));
});

/** `--name: value;` of the first rule. */
function tokensOf(css: string): [name: string, value: string][] {
  const rule = css.slice(css.indexOf(':root {'), css.indexOf('}'));
  return [...rule.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]);
}
