// `npm run docs`: writes the table of properties of docs/form-language.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProgram } from './build-program.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(root, 'node_modules', '.docs-'));
try {
  const made = await buildProgram(join(root, 'src/fields/property-docs.ts'), join(folder, 'property-docs.mjs'));
  const { withPropertyRows } = await import(pathToFileURL(made).href);
  const page = join(root, 'docs/form-language.md');
  writeFileSync(page, withPropertyRows(readFileSync(page, 'utf8')));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
