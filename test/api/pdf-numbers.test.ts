// Archived PDFs show the number of their entry, though they are made before the commit that gives it. A
// failed PDF fails the submit and uses no number. The numbers are foretold, and the commit is made only if they are right.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInScope } from '../../src/server/base/request-scope.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { readPdf } from '../support/read-pdf.ts';
import { findMiscounts } from '../support/recount.ts';
import { createScope } from '../support/request-scopes.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';
import { reach } from '../support/upload.ts';

let smtp: TestSmtp;
let service: TestService;
let second: SecondService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url });
  second = await startSecondService(service);
  alice = asAlice(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
  await smtp.close();
});

const fields = root(
  { type: 'fInput', name: 'name', label: 'Your name' },
  { type: 'eText', name: 'seen', text: 'idx {{ data.entry.idx }} submitIdx {{ data.entry.submitIdx }}.' },
);
const archive = { renders: [{}] };
const formWith = (more: object) => makeForm(service, { name: 'Order form', formSchema: { rootElem: fields }, ...more });

interface Entry {
  readonly id: string;
  readonly idx: number;
  readonly submitIdx?: number;
  readonly archivedRenders: { file: { url: string; storageKey: string } }[];
}

const textsOf = (entry: Entry): Promise<string[]> =>
  Promise.all(
    entry.archivedRenders.map(async ({ file }) => {
      const response = await fetch(reach(service, file.url));
      const pdf = await readPdf(Buffer.from(await response.arrayBuffer()));
      return `${pdf.title} ${pdf.text}`;
    }),
  );

/** The numbers that each archived PDF of the entry shows. */
async function shownIn(entry: Entry): Promise<string[]> {
  const shown = (text: string) =>
    `${/\(No\. (\d+)\)/.exec(text)?.[1]}, ${/idx (\d*) submitIdx (\d*)\./.exec(text)?.slice(1).join('/')}`;
  return (await textsOf(entry)).map(shown);
}

/** Files of the form that are there, and those that its entries list. */
async function filesOf(form: string): Promise<{ stored: string[]; listed: string[] }> {
  const { sql } = service.services.db;
  const stored = await sql<{ key: string }[]>`
    select storage_key as key from files where form = ${form} and kind = 'generated' and state <> 'deleted' order by 1`;
  const rows = await sql<{ renders: string }[]>`
    select archived_renders as renders from entries where form = ${form} and status <> 3`;
  const listed = rows.flatMap(({ renders }) => JSON.parse(renders) as Entry['archivedRenders']);
  return {
    stored: stored.map(({ key }) => key),
    listed: listed.map(({ file }) => file.storageKey).toSorted(),
  };
}

test('[after-actions.pdfs.number] saves, submits, drafts, edits and templates: the PDF and the emailed one have the numbers of the entry', async () => {
  const emails = [{ to: ['ops@example.com'], subject: 's', text: 't' }];
  const rules = { ...archive, emails };
  const form = await formWith({ postSave: archive, postSubmit: rules, postEdit: archive, postTemplate: archive });
  const template = (await alice('POST', '/entry/template', { form, data: {} })).body;
  const saved = (await alice('POST', '/entry/save', { form, data: { name: 'Dana' } })).body;
  expect(await shownIn(saved.entry)).toEqual(['2, 2/']);
  const submitted = (await alice('POST', '/entry/submit', { form, data: { name: 'Eli' } })).body;
  expect(await shownIn(submitted.entry)).toEqual(['1, 3/1']);
  const [attachment] = smtp.emails[0]?.attachments ?? [];
  expect((await readPdf(attachment?.content as Buffer)).text).toContain('idx 3 submitIdx 1.');

  const finished = (await alice('POST', `/entry/${saved.entryId}/submit`, { data: { name: 'Dana' } })).body;
  expect([finished.entry.idx, finished.entry.submitIdx]).toEqual([2, 2]);
  expect(await shownIn(finished.entry)).toEqual(['2, 2/', '2, 2/2']);
  // It keeps its number when it is submitted once more.
  await alice('POST', `/entry/${saved.entryId}/edit`, { status: 'saved' });
  const again = (await alice('POST', `/entry/${saved.entryId}/submit`, { data: { name: 'Dana' } })).body;
  expect(again.entry.submitIdx).toBe(2);
  expect(await shownIn(again.entry)).toEqual(['2, 2/', '2, 2/2', '2, 2/2', '2, 2/2']);
  const made = (await alice('GET', `/entry/${template.entryId}`)).body;
  expect(await shownIn(made)).toEqual(['1, 1/']);
  expect(await findMiscounts(service.services.db.sql)).toEqual([]);
});

test('[after-actions.pdfs.number] an archive rule sees the number that the entry gets', async () => {
  const form = await formWith({ postSubmit: { renders: [{ if: 'data.entry.submitIdx % 2 == 0' }] } });
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      service.call('POST', '/entry/submit', { body: { form, data: { name: `${n}` } } }),
    ),
  );
  const entries = replies.map(({ body }) => body.entry as Entry);
  expect(entries.map(({ submitIdx }) => submitIdx).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  for (const { submitIdx = 0, archivedRenders } of entries)
    expect(archivedRenders.length).toBe(submitIdx % 2 === 0 ? 1 : 0);
});

test('[after-actions.pdfs.number] [heavy] 40 submits at once over two processes, among others without PDF: every number right, no gap, no file left over', async () => {
  const form = await formWith({ postSubmit: archive, postSave: archive });
  const drafts = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const body = { form, data: { name: `draft ${n}` }, skipRenders: true };
      return (await service.call('POST', '/entry/save', { body })).body;
    }),
  );
  const services = [service, second] as const;
  const call = (n: number, path: string, body: object, query: Record<string, string> = {}) =>
    services[n % 2 === 0 ? 0 : 1].call('POST', path, { body, query });
  const calls: Promise<Reply>[] = [];
  for (let n = 0; n < 40; n += 1) calls.push(call(n, '/entry/submit', { form, data: { name: `new ${n}` } }));
  for (const [n, { entryId, bewit }] of drafts.entries()) {
    calls.push(call(n, `/entry/${entryId}/submit`, { data: { name: `done ${n}` } }, { bewit }));
  }
  let isOver = false;
  const strangers: Reply[] = [];
  const disturb = (async () => {
    for (let n = 0; !isOver; n += 1) {
      strangers.push(await call(n, '/entry/submit', { form, data: { name: 'x' }, skipRenders: true }));
      await sleep(40);
    }
  })();
  const replies = await Promise.all(calls);
  isOver = true;
  await disturb;
  expect([...replies, ...strangers].filter(({ status }) => status !== 200)).toEqual([]);
  for (const { body } of replies) {
    const { idx, submitIdx } = body.entry;
    expect(await shownIn(body.entry)).toEqual([`${submitIdx}, ${idx}/${submitIdx}`]);
  }
  expect(await findMiscounts(service.services.db.sql)).toEqual([]);
  const { stored, listed } = await filesOf(form);
  expect(stored).toEqual(listed);
  expect(listed).toHaveLength(48);
});

test('[after-actions.pdfs.number] a PDF that fails: 500, no number is used, and those behind it in line get the right ones', async () => {
  const source = '#let it = json("/entry.json")\n#if it.model.name == "bad" { panic("no") }\n#it.entry.submitIdx';
  const form = await formWith({
    templates: [{ type: 'typst', source }],
    postSubmit: archive,
  });
  const names = ['a', 'bad', 'b', 'bad', 'c'];
  const replies = await Promise.all(names.map((name) => alice('POST', '/entry/submit', { form, data: { name } })));
  expect(replies.map(({ status }) => status)).toEqual([200, 500, 200, 500, 200]);
  const entries = replies.filter(({ status }) => status === 200).map(({ body }) => body.entry as Entry);
  expect(entries.map(({ submitIdx }) => submitIdx).toSorted()).toEqual([1, 2, 3]);
  for (const entry of entries) expect((await textsOf(entry))[0]).toMatch(new RegExp(`\\b${entry.submitIdx}$`));
  const { stored, listed } = await filesOf(form);
  expect(stored).toEqual(listed);
  expect(await findMiscounts(service.services.db.sql)).toEqual([]);
});

test('[after-actions.pdfs.number] numbers that others take again and again: the last try holds the counters, and ends', async () => {
  const emails = [{ to: ['ops@example.com'], subject: 's', text: 't' }];
  const form = await formWith({ postSubmit: { ...archive, emails } });
  // Between the look at the counters and the commit somebody always gets a number, as long as nobody holds them.
  let tries = 0;
  const make = service.services.pdf.make;
  const disturbed: typeof make = async (request) => {
    tries += 1;
    const body = { form, data: { name: 'x' }, skipRenders: true, skipEmails: true };
    const call = second.call('POST', '/entry/submit', { body });
    if (tries <= 2) expect((await call).status).toBe(200);
    else others.push(call);
    if (tries === 3) [madeAt] = await second.services.db.sql`select clock_timestamp() as time`;
    return make(request);
  };
  // What is owed is as old as the commit, not as the making of the PDF: nobody else takes it up too early.
  let madeAt: { time?: Date } | undefined;
  let owed: { isYoung?: boolean } | undefined;
  smtp.onEmail = async () => {
    [owed] = await second.services.db.sql`select create_time > ${madeAt?.time ?? null} as "isYoung" from outbox`;
  };
  const others: Promise<Reply>[] = [];
  Object.assign(service.services.pdf, { make: disturbed });
  try {
    const { status, body } = await service.call('POST', '/entry/submit', { body: { form, data: { name: 'Dana' } } });
    expect([status, tries, body.entry.idx, body.entry.submitIdx]).toEqual([200, 3, 3, 3]);
    expect(await shownIn(body.entry)).toEqual(['3, 3/3']);
    expect((await Promise.all(others)).map((reply) => [reply.status, reply.body.entry.idx])).toEqual([[200, 4]]);
    expect(owed).toEqual({ isYoung: true });
  } finally {
    smtp.onEmail = async () => {};
    Object.assign(service.services.pdf, { make });
  }
  const { stored, listed } = await filesOf(form);
  expect(stored).toEqual(listed);
  expect(await findMiscounts(service.services.db.sql)).toEqual([]);
});

test('[running.request-errors] a submit whose request failed while its PDF was made leaves the line of the form', async () => {
  const form = await formWith({ postSubmit: archive });
  const scope = createScope();
  const never = () => new Promise<never>(() => {});
  const stuck = runInScope(scope, () =>
    service.services.predictedNumbers.run({
      ...{ form, limitedAccount: undefined, gives: ['idx', 'submitIdx'], make: never, discard: never, write: never },
      ...{ isWritten: () => false, findWritten: async () => false },
    }),
  );
  const behind = alice('POST', '/entry/submit', { form, data: { name: 'Dana' } });
  scope.fail(new Error('outside'));
  await expect(stuck).rejects.toThrow('outside');
  expect(await shownIn((await behind).body.entry)).toEqual(['1, 1/1']);
});
