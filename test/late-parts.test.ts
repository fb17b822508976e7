// Is all code that is loaded later loaded so that it can be tried again? Reads the sources, and what was built of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = ['fields', 'fill', 'form-view', 'admin', 'client', 'core']
  .flatMap((layer) =>
    readdirSync(join('src', layer), { recursive: true, encoding: 'utf8' }).map((path) => join('src', layer, path)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));

test('[house] late code: every import() of the apps stands alone in a function for importPart', () => {
  const imports = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(.{0,40})\bimport\((['"].+?['"])?(.{0,1})/gs)]
      .filter(([, before = '']) => !before.endsWith('typeof '))
      .map(([whole, before = '', address]) => ({ path, whole, before, address })),
  );
  expect(imports.length).toBeGreaterThan(40);
  const others = imports.filter(
    ({ before, address, path }) =>
      !(/(importPart|loadPart|lazyPart|lazyControl)\(\s*\(\) =>\s*$/.test(before) && address !== undefined) &&
      path !== join('src', 'form-view', 'import-part.ts'),
  );
  expect(others.map(({ path, whole }) => `${path}: ${whole}`)).toEqual([]);
});

test('[house] late code: what was built of it holds the address of a file that is there', () => {
  const assets = readdirSync('dist/web/assets');
  const scripts = assets.filter((name) => name.endsWith('.js'));
  const imports = scripts.flatMap((name) =>
    [...readFileSync(join('dist/web/assets', name), 'utf8').matchAll(/(.{4})import\((.*?)\)/g)].map(
      ([, before, address]) => ({ name, before, address: address ?? '' }),
    ),
  );
  const plain = imports.filter(({ address }) => !address.includes('?retry='));
  expect(plain.length).toBeGreaterThan(40);
  for (const { name, before, address } of plain) {
    // importPart reads the first text of the function: nothing may come before it.
    expect([name, before]).toEqual([name, '()=>']);
    expect(assets).toContain(/^["'`]\.\/([\w-]+\.js)["'`]$/.exec(address)?.[1]);
  }
  // One importPart in each app that has such code.
  expect(imports.length - plain.length).toBe(4);
});
