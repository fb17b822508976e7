// `npm run test:engines`: what people do with forms, in Chromium, Firefox and WebKit. Engines that are not installed are named loudly;
// with CI=true they fail the run.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingEngines } from '../../scripts/find-engines.mjs';
import { makeForm, root } from '../support/entries.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startService, type TestService } from '../support/service.ts';
import { testBuilding } from './building.ts';
import type { Engine } from './engine.ts';
import { type Filler, fillerOn } from './filler.ts';
import { installedEngines } from './installed.ts';
import { type Network, openNetwork } from './network.ts';
import { testSample } from './sample.ts';

let service: TestService;
let network: Network;
let folder: string;
beforeAll(async () => {
  network = await openNetwork();
  service = await startService({ PUBLIC_URL: network.url });
  network.leadTo(service.url);
  folder = mkdtempSync(join(tmpdir(), 'formstead-engines-'));
});
afterAll(async () => {
  await network.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

test('[house] every engine is installed, or it is said which are not', () => {
  const missing = missingEngines();
  if (missing !== undefined) console.error(missing);
  expect(process.env['CI'] === 'true' ? missing : undefined).toBeUndefined();
});

describe.each(installedEngines())('[fill-links.quality] $name', ({ name, open }) => {
  let engine: Engine;
  let filler: Filler;
  beforeAll(async () => {
    engine = await open();
    filler = fillerOn(engine, service);
    await engine.resize(1000, 900);
  });
  afterAll(() => engine?.close());

  const place = () => ({ filler, service, url: network.url, folder });
  testSample(place);
  testBuilding(place);

  test('[fill-links.long] a long form: found by a search, used from the last field', async () => {
    const { shows, press } = filler;
    const fields = Array.from({ length: 120 }, (_, at) => ({
      ...{ type: 'fInput', name: `line${at}`, label: `Line ${at}.` },
    }));
    const form = await makeForm(service, { name: 'Long', formSchema: { rootElem: root(...fields) } });
    await engine.go(`${network.url}/f/${form}/`);
    await shows('#f-line119');
    // Some builds of Chromium search for nothing at all.
    const [near, far] = await engine.run<boolean[]>(
      "return ['Line 0.', 'Line 119.'].map((text) => window.find(text, false, false, true))",
    );
    expect([engine.name, far]).toEqual([engine.name, near]);
    await engine.type('#f-line119', 'the last');
    await engine.type('#f-line60', 'the middle');
    await press('Submit');
    await shows('.thank-you');
    expect(await filler.entriesOf(form)).toEqual([{ line119: 'the last', line60: 'the middle' }]);
  });

  test('[fill-links.quality] files: sent at once, in the entry', async () => {
    const form = await makeForm(service, {
      name: 'Files',
      formSchema: { rootElem: root({ type: 'fFile', name: 'papers', label: 'Papers' }) },
    });
    const file = join(folder, 'paper.txt');
    writeFileSync(file, 'some words');
    await engine.go(`${network.url}/f/${form}/`);
    await filler.shows('input#f-papers');
    await engine.type('#f-papers', file);
    await filler.shows('.file-row a');
    await filler.press('Submit');
    await filler.shows('.thank-you');
    expect(await filler.entriesOf(form)).toEqual([
      { papers: [expect.objectContaining({ name: 'paper.txt', size: 10 })] },
    ]);
  });

  // WebKitGTK's driver has no command for it.
  if (name !== 'WebKit')
    test('[fill-links.print] on paper: every option, whole texts, titles of sections and tabs', async () => {
      const options = Array.from({ length: 30 }, (_, at) => `Option ${at + 1}!`);
      const rootElem = root(
        { type: 'fRadio', name: 'pick', label: 'Pick', options },
        { type: 'fLngTxt', name: 'long', label: 'Long' },
        {
          ...{ type: 'cSection', name: 'part', label: 'Closed part', secCollapse: true },
          children: [{ type: 'fInput', name: 'inside', label: 'Inside it' }],
        },
        {
          type: 'cTabs',
          name: 'tabs',
          tabs: [{ label: 'First tab' }, { label: 'Second tab' }],
          children: [
            [{ type: 'fInput', name: 'a', label: 'In one' }],
            [{ type: 'fInput', name: 'b', label: 'In two' }],
          ],
        },
      );
      const form = await makeForm(service, { name: 'On paper', formSchema: { rootElem } });
      await engine.go(`${network.url}/f/${form}/`);
      await filler.press('Option 29!');
      const lines = Array.from({ length: 90 }, (_, at) => `Paragraph ${at + 1}.`);
      await filler.choose('#f-long', lines.join('\n'));
      const { text, pages } = await readPdf(await engine.pdf!());
      for (const word of [...options, ...lines, 'Closed part', 'Inside it', 'First tab', 'Second tab', 'In two'])
        expect(text).toContain(word);
      expect(pages.filter((page) => page.includes('Paragraph')).length).toBeGreaterThan(1);
    });

  test('[fill-links.quality] a reload keeps what was typed; a draft goes on by its link', async () => {
    const form = await makeForm(service, {
      name: 'Draft',
      formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'Name' }) },
    });
    await engine.go(`${network.url}/f/${form}/`);
    await filler.shows('#f-name');
    await engine.type('#f-name', 'Dana');
    await expect.poll(() => engine.run('return Object.keys(localStorage).length')).toBeGreaterThan(0);
    await engine.go(`${network.url}/f/${form}/`);
    await filler.hasValue('#f-name', 'Dana');
    await filler.press('Save for later');
    await filler.shows('.saved input');
    const link = await engine.run<string>('return document.querySelector(".saved input").value');
    await engine.go(link);
    await filler.hasValue('#f-name', 'Dana');
    await filler.press('Submit');
    await filler.shows('.thank-you');
    expect(await filler.entriesOf(form)).toEqual([{ name: 'Dana' }]);
  });

  test('[fill-links.quality] without a network: opened again, and sent when it is back', async () => {
    const form = await makeForm(service, {
      name: 'Offline',
      formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'Name' }) },
    });
    await engine.go(`${network.url}/f/${form}/`);
    await filler.shows('#f-name');
    const keptPages = `return window.keptPages ?? (caches.open('formstead-pages').then((cache) => cache.keys())
      .then((keys) => { window.keptPages = keys.map(({ url }) => new URL(url).pathname).includes(location.pathname) || undefined; }), false)`;
    await expect.poll(() => engine.run(keptPages)).toBe(true);
    const isActive = `navigator.serviceWorker.ready.then(() => { window.isActive = true; }); return window.isActive === true`;
    await expect.poll(() => engine.run(isActive)).toBe(true);
    network.cut();
    await engine.go(`${network.url}/f/${form}/`);
    await filler.shows('#f-name');
    await engine.type('#f-name', 'Dana');
    await filler.press('Submit');
    await filler.says('Try again');
    network.mend();
    await filler.press('Try again');
    await filler.shows('.thank-you');
    expect(await filler.entriesOf(form)).toEqual([{ name: 'Dana' }]);
  });

  test('[fill-links.quality] in a frame of another site its height is followed', async () => {
    const form = await makeForm(service, {
      name: 'Framed',
      formSchema: { rootElem: root({ type: 'fLngTxt', name: 'a', label: 'Words' }, { type: 'fInput', name: 'b' }) },
    });
    const site =
      await openSite(`<!doctype html><title>site</title><iframe src="${network.url}/f/${form}/" style="height: 20px; width: 600px"></iframe>
      <script src="${network.url}/embed.js"></script>`);
    try {
      await engine.go(site.url);
      await expect.poll(() => engine.run('return document.querySelector("iframe").offsetHeight')).toBeGreaterThan(200);
    } finally {
      site.server.close();
    }
  });

  test('[fill-links.quality] hostile words are words', async () => {
    const evil = `<img src=x onerror="document.title='ran'"><script>document.title='ran'</script>`;
    const form = await makeForm(service, {
      name: evil,
      formSchema: { rootElem: root({ type: 'fRadio', name: 'a', label: evil, options: [evil] }) },
    });
    await engine.go(`${network.url}/f/${form}/`);
    await filler.says('<img src=x');
    expect(await engine.run('return document.title')).not.toBe('ran');
  });
});

async function openSite(html: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}
