import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { keepCompiled, loadProgram } from './load-program.ts';

interface Program {
  double(value: number): number;
  readonly here: string;
  loadOther(): Promise<{ word: string }>;
}

const source = `
const { basename } = require('node:path');
exports.double = (value) => value * 2;
exports.here = basename(ownAddress);
exports.loadOther = () => importFile('./other.mjs');
exports.word = '\u05E9\u05DC\u05D5\u05DD';
`;

test('[running.start] a program is loaded with what was compiled of it, without, and with what V8 refuses', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-program-'));
  try {
    const file = join(folder, 'program.cjs');
    writeFileSync(file, source);
    writeFileSync(join(folder, 'other.mjs'), `export const word = 'other';`);
    const load = () => loadProgram<Program & { word: string }>(pathToFileURL(file).href);
    const expectWhole = async () => {
      const { double, here, word, loadOther } = load();
      expect([double(21), here, word, (await loadOther()).word]).toEqual([42, 'program.cjs', 'שלום', 'other']);
    };
    await expectWhole();
    keepCompiled(file);
    const [compiled] = readdirSync(folder).filter((name) => name.endsWith('.compiled')) as [string];
    expect(compiled).toContain(process.version);
    await expectWhole();
    const bytes = readFileSync(join(folder, compiled));
    for (const broken of [bytes.subarray(0, bytes.length / 2), Buffer.alloc(0), Buffer.from('not compiled')]) {
      writeFileSync(join(folder, compiled), broken);
      await expectWhole();
    }
    // A source of another length is another source.
    writeFileSync(join(folder, compiled), bytes);
    writeFileSync(file, source.replace('value * 2', 'value * 200'));
    expect(load().double(21)).toBe(4_200);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
