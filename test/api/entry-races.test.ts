// Requests at once: numbering, winners and losers, counters, forms that change; in one process and in two.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeForm, memberForm, root } from '../support/entries.ts';
import { findMiscounts } from '../support/recount.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type CallOptions, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
let key: string;
beforeAll(async () => {
  service = await startService();
  second = await startSecondService(service);
  key = service.people.alice.key;
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const post = (path: string, body: object, options: CallOptions = {}) =>
  service.call('POST', path, { key, body, ...options });
/** Every other request goes to the other process. */
const either = (place: number) => (place % 2 === 0 ? service : second);
const times = (count: number) => Array.from({ length: count }, (_, place) => place);
const numbers = (count: number) => times(count).map((place) => place + 1);
const sorted = (values: number[]) => values.sort((a, b) => a - b);
const miscounts = () => findMiscounts(service.services.db.sql);
const typesOf = (entry: { actions: { type: string }[] }) => entry.actions.map((action) => action.type);

const submitSubmitted = 'You cannot submit this form entry because it was already submitted.';
const saveSubmitted = 'You cannot save this form entry because it was already submitted.';
const editDeleted = 'This form entry was already deleted and cannot be edited.';
const deleteDeleted = 'You cannot delete this form entry because it was already deleted.';

describe('numbers', () => {
  test('[entries.numbers] 200 submits at once: idx and submitIdx 1 to 200', async () => {
    const form = await makeForm(service, memberForm);
    const replies = await Promise.all(times(200).map(() => post('/entry/submit', { form, data: { name: 'x' } })));
    expect(replies.map((reply) => reply.status)).toEqual(times(200).map(() => 200));
    expect(sorted(replies.map((reply) => reply.body.entry.idx))).toEqual(numbers(200));
    expect(sorted(replies.map((reply) => reply.body.entry.submitIdx))).toEqual(numbers(200));
    expect(await miscounts()).toEqual([]);
  });

  test('[entries.numbers] two processes, several forms, new entries and drafts of all kinds at once', async () => {
    const forms = [await makeForm(service, memberForm), await makeForm(service, memberForm)];
    const replies = await Promise.all(
      times(240).map((place) => {
        const form = forms[place % 3 === 0 ? 0 : 1] as string;
        const body = { form, data: { name: `n${place}` } };
        if (place % 20 === 7) {
          return either(place).call('POST', `/form/${form}/generateEntries`, { key, body: { num: 5 } });
        }
        return either(place).call('POST', `/entry/${['submit', 'save', 'template'][place % 5] ?? 'submit'}`, {
          key,
          body,
        });
      }),
    );
    expect([...new Set(replies.map((reply) => reply.status))]).toEqual([200]);
    expect(await miscounts()).toEqual([]);
    const drafts = replies.flatMap((reply) =>
      (reply.body.createdEntries ?? [reply.body.entry])
        .filter((entry?: { status: string }) => entry?.status === 'created' || entry?.status === 'saved')
        .map((entry: { id: string }) => entry.id),
    );
    expect(drafts.length).toBeGreaterThan(60);
    // Each draft from both processes, in opposite orders: row locks must not meet crosswise for good.
    const finished = await Promise.all(
      [...drafts, ...drafts.toReversed()].map((draft, place) =>
        either(place < drafts.length ? 0 : 1).call('POST', `/entry/${draft}/submit`, {
          key,
          body: { data: { name: 'y' } },
        }),
      ),
    );
    expect(finished.filter((reply) => reply.status === 200)).toHaveLength(drafts.length);
    for (const reply of finished.filter((one) => one.status !== 200)) {
      expect([reply.status, reply.body.message]).toEqual([403, submitSubmitted]);
    }
    expect(await miscounts()).toEqual([]);
  });

  test('[entries.shared-commits] a row that the database refuses fails alone', async () => {
    const form = await makeForm(service, memberForm);
    const { sql } = service.services.db;
    await sql.unsafe(`create function refuse_bad() returns trigger language plpgsql as $$ begin
        if new.data ->> 'name' = 'bad' then raise exception 'refused by the test'; end if; return new; end $$;
      create trigger refuse_bad before insert on entries for each row execute function refuse_bad()`);
    try {
      const replies = await Promise.all(
        times(60).map((place) => post('/entry/submit', { form, data: { name: place % 20 === 3 ? 'bad' : 'good' } })),
      );
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(57);
      expect(replies.filter((reply) => reply.status === 500)).toHaveLength(3);
      expect(await miscounts()).toEqual([]);
    } finally {
      await sql.unsafe('drop trigger refuse_bad on entries; drop function refuse_bad()');
    }
  });
});

describe('one entry, many requests', () => {
  test.each(['a key', 'a bewit'])(
    '[entries.races] 20 submits at once with %s: one wins, nineteen come too late',
    async (means) => {
      const form = await makeForm(service, memberForm);
      const draft = (await post('/entry/save', { form, data: {} })).body.entry;
      const options = means === 'a key' ? { key } : {};
      const search = means === 'a key' ? '' : `?bewit=${draft.bewit}`;
      const replies = await Promise.all(
        times(20).map((place) =>
          either(place).call('POST', `/entry/${draft.id}/submit${search}`, {
            ...options,
            body: { data: { name: `n${place}` } },
          }),
        ),
      );
      const winners = replies.filter((reply) => reply.status === 200);
      expect(winners).toHaveLength(1);
      for (const reply of replies.filter((one) => one.status !== 200)) {
        expect([reply.status, reply.body.message]).toEqual([403, submitSubmitted]);
      }
      const entry = (await service.call('GET', `/entry/${draft.id}`, { key })).body;
      const { actions, ...rest } = winners[0]?.body.entry ?? {};
      expect(entry).toEqual({ ...rest, actions: entry.actions });
      expect(entry.actions.at(-1)).toEqual(actions.at(-1));
      expect(typesOf(entry)).toEqual(['save', 'submit']);
      expect(await miscounts()).toEqual([]);
    },
  );

  test('[entries.races] [heavy] 40 edits at once: each is made on the one before it, none is lost', async () => {
    const form = await makeForm(service, {
      formSchema: { rootElem: root(...times(40).map((place) => ({ type: 'fInput', name: `f${place}` }))) },
    });
    const entry = (await post('/entry/submit', { form, data: {} })).body.entry;
    const replies = await Promise.all(
      times(40).map((place) =>
        either(place).call('POST', `/entry/${entry.id}/edit`, {
          key,
          body: { updateMode: 'merge', data: { [`f${place}`]: 'set' } },
        }),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual(times(40).map(() => 200));
    const after = (await service.call('GET', `/entry/${entry.id}`, { key })).body;
    expect(Object.keys(after.data)).toHaveLength(40);
    expect(after.actions).toHaveLength(41);
    expect(await miscounts()).toEqual([]);
  });

  test('[entries.races] 20 deletes at once: one wins', async () => {
    const form = await makeForm(service, memberForm);
    const { entryId } = (await post('/entry/save', { form, data: {} })).body;
    const replies = await Promise.all(
      times(20).map((place) =>
        place % 4 === 3
          ? either(place).call('POST', '/entry/delete', { key, body: { query: { _id: entryId } } })
          : either(place).call('DELETE', `/entry/${entryId}`, { key }),
      ),
    );
    const single = replies.filter((_, place) => place % 4 !== 3);
    expect(single.filter((reply) => reply.status === 200).length).toBeLessThanOrEqual(1);
    for (const reply of single.filter((one) => one.status !== 200)) {
      expect([reply.status, reply.body.message]).toEqual([403, deleteDeleted]);
    }
    expect(typesOf((await service.call('GET', `/entry/${entryId}`, { key })).body)).toEqual(['save', 'delete']);
    expect(await miscounts()).toEqual([]);
  });

  /** What a request may be told, by the last status-changing action before it. */
  const refusals: Record<string, Record<string, string>> = {
    save: { submitted: saveSubmitted, deleted: editDeleted },
    submit: { submitted: submitSubmitted, deleted: editDeleted },
    edit: { deleted: editDeleted },
    delete: { deleted: deleteDeleted },
  };

  test('[entries.races] [heavy] save, submit, edit and delete at once: a story that could have been told one by one', async () => {
    const form = await makeForm(service, memberForm);
    for (const round of times(30)) {
      const draft = (await post('/entry/save', { form, data: { name: 'start' } })).body.entry;
      const requests = ['save', 'submit', 'edit', 'save', 'submit', 'edit', ...(round % 2 === 0 ? ['delete'] : [])];
      const shuffled = requests.map((kind, place) => ({ kind, at: (place * 7 + round * 3) % requests.length }));
      const replies = await Promise.all(
        shuffled
          .sort((a, b) => a.at - b.at)
          .map(async ({ kind }, place) => {
            const data = { name: `${kind} ${place}`, age: place };
            const reply =
              kind === 'delete'
                ? await either(place).call('DELETE', `/entry/${draft.id}`, { key })
                : await either(place).call('POST', `/entry/${draft.id}/${kind}`, { key, body: { data } });
            return { kind, data, reply };
          }),
      );
      const final = (await service.call('GET', `/entry/${draft.id}`, { key })).body;
      const story = typesOf(final);
      const won = replies.filter(({ reply }) => reply.status === 200);
      expect(story.slice(1).toSorted()).toEqual(won.map(({ kind }) => kind).toSorted());
      // Each winner saw the story so far, with itself at the end.
      for (const { kind, data, reply } of won.filter((one) => one.kind !== 'delete')) {
        const seen = reply.body.entry;
        expect(final.actions.slice(0, seen.actions.length)).toEqual(seen.actions);
        expect([seen.actions.at(-1).type, seen.data]).toEqual([kind, data]);
      }
      // No action out of its state: nothing but edits and a delete after a submit, nothing after a delete.
      const submitted = story.indexOf('submit');
      if (submitted >= 0)
        expect(story.slice(submitted + 1).filter((type) => type !== 'edit' && type !== 'delete')).toEqual([]);
      if (story.includes('delete')) expect(story.at(-1)).toBe('delete');
      const states = [submitted >= 0 && 'submitted', story.includes('delete') && 'deleted'].filter(Boolean) as string[];
      for (const { kind, reply } of replies.filter((one) => one.reply.status !== 200)) {
        expect(reply.status, reply.text).toBe(403);
        expect(states.map((state) => refusals[kind]?.[state])).toContain(reply.body.message);
      }
      const lastWithData = final.actions.findLastIndex((action: { type: string }) => action.type !== 'delete');
      const writer = won.find(({ reply }) => reply.body.entry?.actions.length === lastWithData + 1);
      expect(final.data).toEqual(writer === undefined ? { name: 'start' } : writer.data);
    }
    expect(await miscounts()).toEqual([]);
  });
});

describe('a form that changes meanwhile', () => {
  /** Odd versions know a, even ones b; what is stored tells what it was checked against. */
  const versionOf = (version: number) => ({
    rootElem: root({ type: 'fInput', name: version % 2 === 1 ? 'a' : 'b', reqValidator: true }),
  });

  test('[forms.versions-under-way] [heavy] every entry fits the version that it was committed against', async () => {
    const form = await makeForm(service, { formSchema: versionOf(1) });
    const { sql } = service.services.db;
    // Written in the transaction that writes the entry, under the lock that holds the version still.
    await sql.unsafe(`create table seen_versions (entry text, version int, keys text);
      create function see_version() returns trigger language plpgsql as $$ begin
        insert into seen_versions select new.id, version, (select string_agg(k, ',') from json_object_keys(new.data) k)
          from form_counters where form = new.form; return new; end $$;
      create trigger see_version after insert or update of data on entries for each row execute function see_version()`);
    const entry = (await post('/entry/submit', { form, data: { a: 'x', b: 'x' } })).body.entryId;
    const drafts: string[] = [];
    for (const _ of times(40))
      drafts.push((await post('/entry/save', { form, data: { a: 'x', b: 'x' } })).body.entryId);
    let isOver = false;
    const change = async () => {
      for (let version = 2; !isOver; version += 1) {
        const body = { formSchema: versionOf(version) };
        const reply = await either(version).call('PATCH', `/form/${form}`, { key, body });
        expect(reply.status).toBe(200);
        await sleep(15);
      }
    };
    const storm = async () => {
      const both = { data: { a: 'x', b: 'x' } };
      const waves: Reply[] = [];
      for (const wave of times(12)) {
        const replies = await Promise.all([
          ...times(20).map((place) => either(place).call('POST', '/entry/submit', { key, body: { form, ...both } })),
          ...drafts
            .splice(0, 3)
            .map((draft) => either(wave).call('POST', `/entry/${draft}/submit`, { key, body: both })),
          either(wave).call('POST', `/entry/${entry}/edit`, { key, body: both }),
        ]);
        waves.push(...replies);
      }
      isOver = true;
      return waves;
    };
    const [replies] = await Promise.all([storm(), change()]);
    expect([...new Set(replies.map((reply) => reply.status))]).toEqual([200]);
    const rows = await sql<{ version: number; keys: string }[]>`select version, keys from seen_versions`;
    expect(new Set(rows.map((row) => row.version)).size).toBeGreaterThan(4);
    expect(rows.filter((row) => row.keys !== (row.version % 2 === 1 ? 'a' : 'b'))).toEqual([]);
    await sql.unsafe('drop trigger see_version on entries; drop function see_version(); drop table seen_versions');
    expect(await miscounts()).toEqual([]);
  });

  test('[forms.versions-under-way] a form changed through one process is at once the rule in the other', async () => {
    const form = await makeForm(service, { formSchema: versionOf(1) });
    for (const version of numbers(12)) {
      const [writer, filler] = version % 2 === 0 ? [service, second] : [second, service];
      expect(
        (await writer.call('PATCH', `/form/${form}`, { key, body: { formSchema: versionOf(version) } })).status,
      ).toBe(200);
      const [known, unknown] = version % 2 === 1 ? ['a', 'b'] : ['b', 'a'];
      const good = await filler.call('POST', '/entry/submit', { body: { form, data: { a: 'x', b: 'x' } } });
      expect(good.body.entry.data).toEqual({ [known as string]: 'x' });
      const bad = await filler.call('POST', '/entry/submit', { body: { form, data: { [unknown as string]: 'x' } } });
      expect(bad.body.messages.map((item: { modelPath: string }) => item.modelPath)).toEqual([`model['${known}']`]);
    }
    await service.call('PATCH', `/form/${form}`, { key, body: { access: { isDisabled: true } } });
    expect((await second.call('POST', '/entry/submit', { body: { form, data: { a: 'x', b: 'x' } } })).status).toBe(403);
  });

  test('[forms.delete] deleted in a storm: who was told 200 has a marker, nothing is left behind', async () => {
    const form = await makeForm(service, memberForm);
    const { sql } = service.services.db;
    const drafts = (await post(`/form/${form}/generateEntries`, { num: 300 })).body.createdEntries;
    const fill = async (place: number) => {
      const told: string[] = [];
      for (;;) {
        const reply = await either(place).call('POST', '/entry/submit', { key, body: { form, data: { name: 'x' } } });
        if (reply.status !== 200) return { told, reply };
        told.push(reply.body.entryId);
      }
    };
    const finish = async (place: number) => {
      const told: string[] = [];
      for (const { id } of drafts.slice(place * 50, place * 50 + 50)) {
        const reply = await either(place).call('POST', `/entry/${id}/submit`, { key, body: { data: { name: 'x' } } });
        if (reply.status !== 200) return { told, reply };
        told.push(id);
      }
      return { told, reply: undefined };
    };
    const deadlocks = () => sql`select deadlocks::int from pg_stat_database where datname = current_database()`;
    const [before] = await deadlocks();
    const storm = Promise.all([...times(16).map(fill), ...times(6).map(finish)]);
    await sleep(150);
    const removal = await service.call('DELETE', `/form/${form}`, { key });
    expect(removal.status, removal.text).toBe(200);
    const results = await storm;
    expect(await deadlocks()).toEqual([before]);
    for (const { reply } of results) if (reply !== undefined) expect(reply.status, reply.text).toBe(404);
    const told = results.flatMap((result) => result.told);
    const markers = await sql<{ id: string }[]>`select id from entry_markers where form = ${form}`;
    const marked = new Set(markers.map((marker) => marker.id));
    expect(told.filter((entry) => !marked.has(entry))).toEqual([]);
    expect(marked.size).toBe(new Set([...told, ...drafts.map(({ id }: { id: string }) => id)]).size);
    expect(await sql`select id from entries where form = ${form}`).toHaveLength(0);
  });
});
