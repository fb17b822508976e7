// `npm run test:engines`: what people do with forms, in Chromium, Firefox and WebKit. Engines that are not installed are named loudly;
// with CI=true they fail the run.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { openChromium } from './chromium.ts';
import { type Engine, hasFirefox, hasWebKit, openFirefox, openWebKit } from './drivers.ts';

const engines = [
  { name: 'Chromium', open: openChromium, isThere: true },
  { name: 'Firefox', open: openFirefox, isThere: hasFirefox() },
  { name: 'WebKit', open: openWebKit, isThere: hasWebKit() },
];
const missing = engines.filter(({ isThere }) => !isThere).map(({ name }) => name);

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
  if (missing.length > 0)
    console.error(`${'!'.repeat(80)}\nNOT INSTALLED, NOT TRIED: ${missing.join(', ')}\n${'!'.repeat(80)}`);
  expect(process.env['CI'] === 'true' ? missing : []).toEqual([]);
});

describe.each(engines.filter(({ isThere }) => isThere))('[fill-links.quality] $name', ({ open }) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
    await engine.resize(1000, 900);
  });
  afterAll(() => engine?.close());

  const shows = (selector: string) =>
    expect.poll(() => engine.run(`return document.querySelector(arguments[0]) !== null`, selector)).toBe(true);
  const says = (text: string) =>
    expect.poll(() => engine.run<string>('return document.body.innerText')).toContain(text);
  /** Presses the control whose label says this. */
  const press = async (text: string) => {
    const mark = `t${marks++}`;
    const find = `const [text, mark] = arguments;
      const all = [...document.querySelectorAll('label, button, a, [role=option], [role=radio]')];
      const found = all.filter((one) => one.offsetParent !== null).find((one) => (one.getAttribute('aria-label') ?? one.innerText).trim().replace(/\\u00a0/g, ' ').startsWith(text));
      found?.setAttribute('data-mark', mark);
      found?.scrollIntoView({ block: 'center' });
      return found !== undefined;`;
    await expect.poll(() => engine.run(find, text, mark)).toBe(true);
    await engine.click(`[data-mark="${mark}"]`);
  };
  let marks = 0;
  const entriesOf = async (form: string) => {
    const { body } = await service.call('GET', '/entry', { key: service.people.alice.key, query: { query: { form } } });
    return (body.data as { data: unknown }[]).map(({ data }) => data);
  };
  const picture = async (name: string) => {
    const pictures = process.env['PICTURES'];
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    await engine.picture(join(pictures, `${name}-${engine.name.toLowerCase()}.png`));
  };

  test('[fill-links.quality] every kind of answer arrives, errors lead to their questions', async () => {
    const rootElem = root(
      { type: 'fInput', name: 'name', label: 'Name', reqValidator: true },
      { type: 'fInput', name: 'count', label: 'Count', typeValidator: 'num' },
      { type: 'fLngTxt', name: 'story', label: 'Story' },
      { type: 'fSelect', name: 'size', label: 'Size', options: ['Small', 'Large'] },
      { type: 'fRadio', name: 'how', label: 'How', options: ['By bus', 'By train'] },
      { type: 'fCheckbox', name: 'days', label: 'Days', options: ['Monday', 'Tuesday'] },
      { type: 'fBool', name: 'terms', label: 'I agree' },
      { type: 'fRate', name: 'stars', label: 'Stars', rateMax: 5 },
      { type: 'fSelect', name: 'city', label: 'City', options: Array.from({ length: 60 }, (_, n) => `City ${n}`) },
      {
        type: 'cRepeat',
        name: 'guests',
        label: 'Guests',
        children: [{ type: 'fInput', name: 'guest', label: 'Guest' }],
      },
    );
    const form = await makeForm(service, { name: 'Everything', formSchema: { rootElem } });
    await engine.go(`${network.url}/f/${form}/`);
    await shows('#f-name');
    await press('Submit');
    await shows('.summary');
    await expect.poll(() => engine.run('return document.activeElement.id')).toBe('f-name');
    await engine.type('#f-name', 'Dana שלום');
    await engine.type('#f-count', '1,234.5');
    await engine.type('#f-story', 'one');
    await engine.run(`const select = document.querySelector('#f-size'); select.value = select.options[2].value;
      select.dispatchEvent(new Event('change', { bubbles: true }));`);
    await press('By train');
    await press('Monday');
    await press('Tuesday');
    await press('I agree');
    await engine.click('.rating label:nth-child(4)');
    await engine.type('#f-city', 'City 42');
    await engine.type('#f-city', '\uE004');
    await press('Add to Guests');
    await shows('[id*="guest"] input, input[id*="guest"]');
    await engine.type('input[id*="guest"]', 'Eli');
    await picture('every-element');
    await press('Submit');
    await shows('.thank-you');
    expect(await entriesOf(form)).toEqual([
      {
        name: 'Dana שלום',
        count: 1234.5,
        story: 'one',
        size: 'Large',
        how: 'By train',
        days: ['Monday', 'Tuesday'],
        terms: true,
        stars: 4,
        city: 'City 42',
        guests: [{ guest: 'Eli' }],
      },
    ]);
  });

  test('[fill-links.quality] in Hebrew, in steps: from right to left, back and on, sent from the last', async () => {
    const rootElem = root({
      type: 'cTabs',
      name: 'tabs',
      tabs: [{ label: 'פרטים' }, { label: 'סיום' }],
      children: [
        [{ type: 'fInput', name: 'name', label: 'שם', reqValidator: true }],
        [{ type: 'fInput', name: 'note', label: 'הערה' }],
      ],
    });
    const form = await makeForm(service, { name: 'שלבים', locale: 'he', display: 'steps', formSchema: { rootElem } });
    await engine.resize(500, 900);
    await engine.go(`${network.url}/f/${form}/`);
    await shows('#f-name');
    expect(await engine.run('return getComputedStyle(document.querySelector("main")).direction')).toBe('rtl');
    await press('הבא');
    await shows('[aria-invalid="true"]');
    await engine.type('#f-name', 'דנה');
    await press('הבא');
    await expect.poll(() => engine.run('return document.querySelector("#f-note")?.offsetParent != null')).toBe(true);
    await picture('steps-he');
    await engine.run('history.back()');
    await expect.poll(() => engine.run('return document.querySelector("#f-name")?.offsetParent != null')).toBe(true);
    await press('הבא');
    await press('שליחה');
    await shows('.thank-you');
    expect(await entriesOf(form)).toEqual([expect.objectContaining({ name: 'דנה' })]);
    await engine.resize(1000, 900);
  });

  test('[fill-links.quality] files: sent at once, in the entry', async () => {
    const form = await makeForm(service, {
      name: 'Files',
      formSchema: { rootElem: root({ type: 'fFile', name: 'papers', label: 'Papers' }) },
    });
    const file = join(folder, 'paper.txt');
    writeFileSync(file, 'some words');
    await engine.go(`${network.url}/f/${form}/`);
    await shows('input#f-papers');
    await engine.type('#f-papers', file);
    await shows('.file-row a');
    await press('Submit');
    await shows('.thank-you');
    expect(await entriesOf(form)).toEqual([{ papers: [expect.objectContaining({ name: 'paper.txt', size: 10 })] }]);
  });

  test('[fill-links.quality] a reload keeps what was typed; a draft goes on by its link', async () => {
    const form = await makeForm(service, {
      name: 'Draft',
      formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'Name' }) },
    });
    await engine.go(`${network.url}/f/${form}/`);
    await shows('#f-name');
    await engine.type('#f-name', 'Dana');
    await expect.poll(() => engine.run('return Object.keys(localStorage).length')).toBeGreaterThan(0);
    await engine.go(`${network.url}/f/${form}/`);
    await expect.poll(() => engine.run('return document.querySelector("#f-name")?.value')).toBe('Dana');
    await press('Save for later');
    await shows('.saved input');
    const link = await engine.run<string>('return document.querySelector(".saved input").value');
    await engine.go(link);
    await expect.poll(() => engine.run('return document.querySelector("#f-name")?.value')).toBe('Dana');
    await press('Submit');
    await shows('.thank-you');
    expect(await entriesOf(form)).toEqual([{ name: 'Dana' }]);
  });

  test('[fill-links.quality] without a network: opened again, and sent when it is back', async () => {
    const form = await makeForm(service, {
      name: 'Offline',
      formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'Name' }) },
    });
    await engine.go(`${network.url}/f/${form}/`);
    await shows('#f-name');
    const keptPages = `return window.keptPages ?? (caches.open('formstead-pages').then((cache) => cache.keys())
      .then((keys) => { window.keptPages = keys.map(({ url }) => new URL(url).pathname).includes(location.pathname) || undefined; }), false)`;
    await expect.poll(() => engine.run(keptPages)).toBe(true);
    const isActive = `navigator.serviceWorker.ready.then(() => { window.isActive = true; }); return window.isActive === true`;
    await expect.poll(() => engine.run(isActive)).toBe(true);
    network.cut();
    await engine.go(`${network.url}/f/${form}/`);
    await shows('#f-name');
    await engine.type('#f-name', 'Dana');
    await press('Submit');
    await says('Try again');
    network.mend();
    await press('Try again');
    await shows('.thank-you');
    expect(await entriesOf(form)).toEqual([{ name: 'Dana' }]);
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
    await says('<img src=x');
    expect(await engine.run('return document.title')).not.toBe('ran');
  });
});

interface Network {
  readonly url: string;
  leadTo(url: string): void;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A way to the service that can be cut. */
async function openNetwork(): Promise<Network> {
  let target = 0;
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    if (isCut) return socket.destroy();
    const further = connect(target, '127.0.0.1');
    for (const one of [socket, further]) {
      sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          (one === socket ? further : socket).destroy();
        });
    }
    socket.pipe(further).pipe(socket);
    return undefined;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url) {
      target = Number(new URL(url).port);
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}

async function openSite(html: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}
