import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileCache } from './web-assets.ts';

test('[house] a built file that could not be read is read the next time it is asked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-assets-'));
  const read = createFileCache(folder);
  await expect(read('a.js')).rejects.toThrow('ENOENT');
  writeFileSync(join(folder, 'a.js'), 'text');
  expect(String(await read('a.js'))).toBe('text');
  rmSync(folder, { recursive: true });
});
