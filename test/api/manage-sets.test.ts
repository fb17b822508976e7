// A set as a whole: renamed, copied, removed, and the forms that use it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMaintainedSets } from '../../src/server/options-sets/maintained-sets.ts';
import { asAlice, id, makeForm, root, time } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service, { isSignedIn: true });
});
afterAll(() => service.close());

async function makeSet(name: string, ...values: string[]): Promise<string> {
  const set = (await alice('POST', '/optionsSet', { name })).body.id;
  const options = values.map((value) => ({ value, data: { length: value.length } }));
  if (values.length > 0) await alice('POST', `/optionsSet/${set}/addOptions`, { options });
  return set;
}

const usingForm = (name: string, set: string) => ({
  name,
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'plain' },
      {
        type: 'cSection',
        name: 'inside',
        children: [
          {
            type: 'fSelect',
            name: 'town',
            label: 'Town <b>',
            options: { url: `/v1.0/optionsSet/${set.toUpperCase()}/autocomplete`, qs: '{ term: term }' },
            validators: [
              {
                type: 'remote',
                req: { url: `/v1.0/optionsSet/${set}/validate`, qs: '{ value: value }' },
                res: 'res.data.isValid',
              },
            ],
          },
        ],
      },
    ),
  },
});

test('[options-sets.rename] another name, and nothing else', async () => {
  const set = await makeSet('Before', 'a');
  const reply = await alice('PATCH', `/optionsSet/${set}`, { name: 'After' });
  expect([reply.status, reply.body]).toEqual([
    200,
    { id: set, name: 'After', account: service.people.alice.account, createTime: time, modifyTime: time },
  ]);
  expect((await alice('GET', `/optionsSet/${set}`)).body).toEqual(reply.body);
  for (const body of [{}, { name: '' }, { name: 'x'.repeat(1_001) }, { name: 'x', account: 'f'.repeat(24) }]) {
    expect((await alice('PATCH', `/optionsSet/${set}`, body)).status).toBe(400);
  }
});

test('[options-sets.duplicate] a copy is a set of its own, of a maintained one too', async () => {
  const set = await makeSet('Original', 'a', 'bb');
  const copy = (await alice('POST', `/optionsSet/${set}/duplicate`, {})).body;
  expect(copy).toEqual({
    id,
    name: 'Original (copy)',
    account: expect.any(String),
    createTime: time,
    modifyTime: time,
  });
  await alice('POST', `/optionsSet/${copy.id}/addOptions`, { options: [{ value: 'mine' }] });
  const values = async (of: string) => (await alice('GET', `/optionsSet/${of}/browse`)).body.data;
  expect(await values(set)).toHaveLength(2);
  expect(await values(copy.id)).toMatchObject([
    { value: 'a', data: { length: 1 } },
    { value: 'bb', data: { length: 2 } },
    { value: 'mine' },
  ]);
  expect((await alice('GET', `/optionsSet/${copy.id}/summary`)).body).toMatchObject({ count: 3, dataKeys: ['length'] });
  const found = await service.call('GET', `/optionsSet/${copy.id}/autocomplete?term=b`);
  expect(found.body.data).toEqual([{ value: 'bb' }]);
  const countries = allMaintainedSets.find(({ key }) => key === 'countries')!;
  const own = (await alice('POST', `/optionsSet/${countries.id}/duplicate`, { name: 'My countries' })).body;
  expect(own).toMatchObject({ name: 'My countries', account: service.people.alice.account });
  expect((await alice('GET', `/optionsSet/${own.id}/summary`)).body).toMatchObject({ count: 249, isMaintained: false });
  expect((await alice('DELETE', `/optionsSet/${own.id}`)).status).toBe(200);
});

test("[options-sets.forms] forms of the caller's account that name the set, with their fields", async () => {
  const set = await makeSet('Towns', 'a');
  expect((await alice('GET', `/optionsSet/${set}/forms`)).body).toEqual({ data: [] });
  const form = await makeForm(service, usingForm('Registration', set));
  await makeForm(service, usingForm('Other', 'e'.repeat(24)));
  await makeForm(service, usingForm('Foreign', set), service.people.chelsea.key);
  expect((await alice('GET', `/optionsSet/${set}/forms`)).body).toEqual({
    data: [
      {
        id: form,
        name: 'Registration',
        fields: [{ name: 'town', label: 'Town <b>', uses: ['options', 'validator'] }],
      },
    ],
  });
  const foreign = await service.call('GET', `/optionsSet/${set}/forms`, { token: service.people.chelsea.token });
  expect(foreign.status).toBe(403);
});

test('[options-sets.remove] a set that forms use is refused with their names, unless forced; then it is gone', async () => {
  const set = await makeSet('Used', 'a');
  await makeForm(service, usingForm('Registration', set));
  const refused = await alice('DELETE', `/optionsSet/${set}`);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This options set is used in forms: Registration. To delete it all the same, send force=true.',
  ]);
  const hebrew = await alice('DELETE', `/optionsSet/${set}?locale=he`);
  expect(hebrew.body.message).toContain('נמצאת בשימוש בטפסים: Registration');
  expect((await service.call('GET', `/optionsSet/${set}/autocomplete?term=a`)).body.data).toEqual([{ value: 'a' }]);
  const gone = await alice('DELETE', `/optionsSet/${set}?force=true`);
  expect([gone.status, gone.body]).toEqual([200, { message: 'The options set was deleted.' }]);
  expect((await alice('GET', `/optionsSet/${set}`)).status).toBe(404);
  expect((await service.call('GET', `/optionsSet/${set}/autocomplete?term=a`)).status).toBe(404);
  expect((await alice('DELETE', `/optionsSet/${set}?force=true`)).status).toBe(404);
  const [row] = await service.services.db.sql<{ n: number }[]>`
    select count(*)::int as n from options_pieces where set_id = ${set}`;
  expect(row?.n).toBe(0);
});
