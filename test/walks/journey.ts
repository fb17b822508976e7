// One random journey through one random form, from the first answer to the thank-you. Whatever happens on the way (a reload, a row that is
// removed and brought back, a save that is continued elsewhere, a network that is away, a form that its owner changes), the page shows
// afterwards what it showed before, or says what is gone; and in the end what was seen is stored. [fill-links.seen-stored]
import { expect } from 'vitest';
import type { Network } from '../engines/network.ts';
import { makeForm } from '../support/entries.ts';
import type { TestService } from '../support/service.ts';
import { isMeant, type Kind } from './kinds.ts';
import { makeWalkForm, type WalkForm } from './make-form.ts';
import type { Person } from './person.ts';
import { type Random, randomOf } from './random.ts';
import { keysOf, type ReadField, readPage, valueAt } from './read-page.ts';

export interface Walk {
  readonly person: Person;
  readonly service: TestService;
  readonly network: Network;
}

export interface WalkResult {
  /** Values that were compared. */
  readonly compared: number;
  /** What happened, in order. */
  readonly steps: readonly string[];
}

interface Going extends Walk {
  readonly random: Random;
  readonly form: string;
  readonly walk: WalkForm;
  /** Names of questions that the owner took away. */
  readonly gone: Set<string>;
  readonly steps: string[];
  compared: number;
}

export async function takeJourney(seed: number, { person, service, network }: Walk): Promise<WalkResult> {
  const random = randomOf(seed);
  const walk = makeWalkForm(random);
  const form = await makeForm(service, walk.body);
  const going: Going = {
    ...{ person, service, network, random, walk, form },
    ...{ gone: new Set<string>(), steps: [], compared: 0 },
  };
  try {
    await person.engine.go(`${network.url}/f/${form}/`);
    await person.shows('.field');
    // Nobody types into a control that is not there yet.
    await expect.poll(() => person.has('.loading')).toBe(false);
    const isStepped = walk.body['display'] === 'steps';
    for (let step = 0; step < 3; step += 1) {
      await fillSome(going);
      if (!isStepped) await disturb(going);
    }
    await fillSome(going);
    return await send(going);
  } catch (error) {
    network.mend();
    const page = await person.text().catch(() => '');
    const about = `Seed ${seed}: ${going.steps.join(', ')}: ${(error as Error).message}`;
    throw new Error(`${about}\n${page.slice(0, 1500)}`, { cause: error });
  }
}

async function fillSome(going: Going): Promise<void> {
  const { person, random, steps } = going;
  for (let time = 0; time < 4; time += 1) {
    const fields = await readPage(person.engine);
    if (fields.length === 0) return;
    const { path } = random.pick(fields);
    const kind = kindAt(going, path);
    if (kind === undefined) continue;
    steps.push(`${kind.name} ${path}`);
    await kind.fill(person, boxOf(path), `[id="f-${keysOf(path).join('-')}"]`, random);
  }
  await settle(going);
}

const boxOf = (path: string) => `[data-path="${path.replace(/"/g, '\\"')}"]`;

function kindAt({ walk }: Going, path: string): Kind | undefined {
  return walk.kindOf.get(String(keysOf(path).at(-1)));
}

/** What is typed is kept a moment later. */
async function settle({ person }: Going): Promise<void> {
  await person.engine.run('document.activeElement?.blur()');
  await new Promise((resolve) => setTimeout(resolve, 600));
}

type Disturbance = (going: Going) => Promise<void>;

const disturbances: readonly (readonly [name: string, act: Disturbance])[] = [
  ['reload', reload],
  ['save', continueElsewhere],
  ['rows', addAndUndo],
  ['offline', goOffline],
  ['change', changeForm],
  ['nothing', async () => {}],
];

async function disturb(going: Going): Promise<void> {
  const [name, act] = going.random.pick(disturbances);
  going.steps.push(name);
  await act(going);
}

async function reload(going: Going): Promise<void> {
  const { person } = going;
  const before = await readPage(person.engine);
  await person.engine.run('document.documentElement.dataset.old = ""; location.reload()');
  // The old page still shows everything. Between the two there is none to ask.
  const isNew = () =>
    person.engine
      .run<boolean>('return !("old" in document.documentElement.dataset) && document.readyState === "complete"')
      .catch(() => false);
  await expect.poll(isNew).toBe(true);
  await hasSame(going, before);
}

/** The page shows what it showed, in the end. */
async function hasSame(going: Going, before: readonly ReadField[]): Promise<void> {
  const wanted = before.map((field) => [field.path, comparable(going, field)]);
  await expect
    .poll(async () => (await readPage(going.person.engine)).map((field) => [field.path, comparable(going, field)]))
    .toEqual(wanted);
  going.compared += before.length;
}

/** A number and a phone number may come back in another spelling of the same value, and words of rich text in other blanks. */
function comparable(going: Going, { path, texts }: ReadField): readonly string[] {
  const name = kindAt(going, path)?.name;
  if (name === 'phone') return texts.map((text) => text.replace(/\D/g, '').replace(/^0+/, '').slice(-7));
  if (name === 'number') return texts.map((text) => String(Number(text.replace(/,/g, ''))));
  return texts.map((text) => text.replace(/[\s\u200b]+/g, ' ').trim());
}

async function continueElsewhere(going: Going): Promise<void> {
  const { person } = going;
  const before = await readPage(person.engine);
  await person.press('button.save');
  // A form that was changed meanwhile is shown first: nothing was saved yet.
  await person.until('return document.querySelector(".saved input[readonly], .summary, #changed-title") !== null');
  if (!(await person.has('.saved input[readonly]'))) return;
  const link = await person.engine.run<string>('return document.querySelector(".saved input[readonly]").value');
  // Another device has nothing of this one.
  await person.engine.run('localStorage.clear()');
  await person.engine.go(link);
  await hasSame(going, before);
}

async function addAndUndo(going: Going): Promise<void> {
  const { person } = going;
  if (!(await person.has('.row-tools button.add:not(.next)'))) return;
  const add = '.repeat .row-tools button.add';
  if (!(await person.has(add))) return;
  await person.press(add);
  await person.shows('.repeat .card');
  await fillSome(going);
  const before = await readPage(person.engine);
  if (!(await person.has('.repeat .card .remove'))) return;
  await person.press('.repeat .card .remove');
  await settle(going);
  if (!(await person.has('.repeat .notice button'))) return;
  await person.press('.repeat .notice button');
  await hasSame(going, before);
}

async function goOffline(going: Going): Promise<void> {
  const { person, network } = going;
  network.cut();
  const before = await readPage(person.engine);
  await settle(going);
  network.mend();
  await hasSame(going, before);
}

/** The owner takes a question away. */
async function changeForm(going: Going): Promise<void> {
  const { service, form, walk, random, gone } = going;
  const named = walk.elements.filter((one) => walk.kindOf.has((one as { name: string }).name));
  const { name } = random.pick(named) as { name: string };
  if (name === 'more') return;
  gone.add(name);
  const children = walk.elements.filter((one) => !gone.has((one as { name: string }).name));
  const rootElem = { type: 'cSection', name: 'root', children };
  const { key } = service.people.alice;
  const reply = await service.call('PATCH', `/form/${form}`, { key, body: { formSchema: { rootElem } } });
  expect(reply.status).toBe(200);
}

async function send(going: Going): Promise<WalkResult> {
  const { person, service, form, gone, steps } = going;
  let seen: ReadField[] = [];
  const lost: ReadField[] = [];
  // Wrong answers are emptied, steps are gone through, what is said is read.
  for (let tries = 0; ; tries += 1) {
    expect(tries, await person.text()).toBeLessThan(12);
    const read = await readPage(person.engine);
    const paths = new Set(read.map(({ path }) => path));
    seen = [...seen.filter(({ path }) => !paths.has(path)), ...read];
    await person.press('button.primary');
    await settle(going);
    if (await person.has('.thank-you')) break;
    const now = await readPage(person.engine);
    const isGone = ({ path, texts }: ReadField) =>
      texts.length > 0 && gone.has(String(keysOf(path).at(-1))) && now.every((one) => one.path !== path);
    lost.push(...seen.filter(isGone));
    seen = seen.filter((field) => !isGone(field));
    if (lost.length > 0) await tells(going, lost.splice(0));
    await emptyWrong(going);
  }
  expect(await person.has('#seen-title'), 'no false alarm').toBe(false);
  const { key } = service.people.alice;
  const { body } = await service.call('GET', '/entry', { key, query: { query: { form } } });
  const submitted = body.data.filter(({ status }: { status: string }) => status === 'submitted');
  expect(submitted).toHaveLength(1);
  const { data } = submitted[0];
  const differences = seen.flatMap((field) => {
    const kind = kindAt(going, field.path);
    const stored = valueAt(data, field.path);
    if (kind === undefined || isMeant(kind, field.texts, stored)) return [];
    return [`${kind.name} ${field.path}: seen ${JSON.stringify(field.texts)}, stored ${JSON.stringify(stored)}`];
  });
  expect(differences).toEqual([]);
  return { compared: going.compared + seen.length, steps };
}

/** Answers to a question that is gone are named with their words before anything is sent. */
async function tells(going: Going, lost: readonly ReadField[]): Promise<void> {
  const text = (await going.person.text()).replace(/\s+/g, ' ');
  for (const { path, texts } of lost) {
    const [first = ''] = texts;
    const words = kindAt(going, path)?.means === undefined ? first : undefined;
    expect(await going.person.has('#changed-title'), `${path} is gone without a word`).toBe(true);
    if (words !== undefined) expect(text).toContain(words.replace(/\s+/g, ' ').trim());
  }
}

/** A filler who cannot answer leaves it out. */
async function emptyWrong(going: Going): Promise<void> {
  const { person, steps } = going;
  const wrong = await person.engine.run<string[]>(
    'return [...document.querySelectorAll(".field[data-path]")].filter((one) => one.querySelector(".message.error")).map((one) => one.dataset.path)',
  );
  for (const path of wrong) {
    steps.push(`empty ${path}`);
    const id = `[id="f-${keysOf(path).join('-')}"]`;
    if (await person.has(`input${id}`)) await person.retype(`input${id}`, '');
    if (await person.has(`${boxOf(path)} .other-text`)) await person.retype(`${boxOf(path)} .other-text`, 'mine');
  }
}
