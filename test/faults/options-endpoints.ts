// Options sets, their uploads and the lists of maintained ones, for the fault runs.
import { endpoint, expectOk, makeSet, plain, signedIn } from './endpoint.ts';
import { newMark, type World } from './world.ts';

plain('GET /optionsSet', '/optionsSet?limit=5');
for (const [name, tail, method] of [
  ['GET /optionsSet/:setId', '', 'GET'],
  ['GET /optionsSet/:setId/summary', '/summary', 'GET'],
  ['GET /optionsSet/:setId/fingerprint', '/fingerprint', 'GET'],
  ['GET /optionsSet/:setId/autocomplete', '/autocomplete?term=o', 'GET'],
  ['GET /optionsSet/:setId/validate', '/validate?value=one', 'GET'],
  ['POST /optionsSet/:setId/deleteOptions', '/deleteOptions', 'POST'],
  ['POST /optionsSet/:setId/uploads', '/uploads', 'POST'],
] as const) {
  endpoint(name, async (world) => {
    const id = await makeSet(world);
    return { send: () => world.call(method, `/optionsSet/${id}${tail}`, method === 'POST' ? {} : undefined) };
  });
}
for (const [name, tail] of [
  ['GET /optionsSet/:setId/browse', '/browse'],
  ['GET /optionsSet/:setId/download', '/download?format=csv'],
  ['GET /optionsSet/:setId/forms', '/forms'],
] as const) {
  endpoint(name, async (world) => {
    const id = await makeSet(world);
    return { send: () => world.call('GET', `/optionsSet/${id}${tail}`, undefined, signedIn(world)) };
  });
}
endpoint('POST /optionsSet', (world) => {
  const name = newMark();
  return {
    send: () => world.call('POST', '/optionsSet', { name }),
    countDone: async () =>
      (await world.sql`select count(*)::int as n from options_sets where name = ${name}`)[0]?.['n'] as number,
  };
});
endpoint('POST /optionsSet/:setId/addOptions', async (world) => {
  const id = await makeSet(world);
  return {
    send: () => world.call('POST', `/optionsSet/${id}/addOptions`, { options: [{ value: 'two' }] }),
    countDone: async () => (await world.call('GET', `/optionsSet/${id}/summary`)).body.count - 1,
  };
});

endpoint('PUT /optionsSet/:setId/options', async (world) => {
  const id = await makeSet(world);
  return {
    send: () => world.call('PUT', `/optionsSet/${id}/options`, { options: [{ value: 'two' }, { value: 'three' }] }),
    countDone: async () => (await world.call('GET', `/optionsSet/${id}/summary`)).body.count - 1,
  };
});
endpoint('PATCH /optionsSet/:setId/options', async (world) => {
  const id = await makeSet(world);
  const change = { place: '1.0', insert: { value: 'two' } };
  return {
    send: () => world.call('PATCH', `/optionsSet/${id}/options`, { changes: [change] }, signedIn(world)),
    countDone: async () => (await world.call('GET', `/optionsSet/${id}/summary`)).body.count - 1,
  };
});
const makeUpload = async (world: World) => {
  const set = await makeSet(world);
  const { id } = expectOk(await world.call('POST', `/optionsSet/${set}/uploads`, {})).body;
  const path = `/optionsSet/${set}/uploads/${id}`;
  const part = (number: number) => world.call('PUT', `${path}/parts/${number}`, { options: [{ value: 'new' }] });
  expectOk(await part(1));
  return { set, path, part };
};
endpoint('PUT /optionsSet/:setId/uploads/:uploadId/parts/:part', async (world) => {
  const { part } = await makeUpload(world);
  return { send: () => part(2) };
});
endpoint('POST /optionsSet/:setId/uploads/:uploadId/finish', async (world) => {
  const { path } = await makeUpload(world);
  return { send: () => world.call('POST', `${path}/finish`, { parts: 1 }) };
});
endpoint('DELETE /optionsSet/:setId/uploads/:uploadId', async (world) => {
  const { path } = await makeUpload(world);
  return { send: () => world.call('DELETE', path) };
});
endpoint('POST /optionsSet/:setId/duplicate', async (world) => {
  const id = await makeSet(world);
  const name = newMark();
  return {
    send: () => world.call('POST', `/optionsSet/${id}/duplicate`, { name }, signedIn(world)),
    countDone: async () =>
      (await world.sql`select count(*)::int as n from options_sets where name = ${name}`)[0]?.['n'] as number,
  };
});
endpoint('PATCH /optionsSet/:setId', async (world) => {
  const id = await makeSet(world);
  return { send: () => world.call('PATCH', `/optionsSet/${id}`, { name: 'Other' }, signedIn(world)) };
});
endpoint('DELETE /optionsSet/:setId', async (world) => {
  const id = await makeSet(world);
  return { send: () => world.call('DELETE', `/optionsSet/${id}`, undefined, signedIn(world)) };
});
// Lists of maintained sets: the countries of the first start, and a copy of them under another number.
const countries = '5e7500000000000000000008';
const copyList = async ({ sql }: World, isRefused: boolean) => {
  const [row] = await sql`update options_sets set last_generation = greatest(last_generation, generation) + 1
    where id = ${countries} returning last_generation as number`;
  const number = row?.['number'] as number;
  await sql`insert into options_pieces select p.set_id, ${number}, p.position, p.option_count, p.options
    from options_pieces p join options_sets s on s.id = p.set_id and s.generation = p.generation
    where s.id = ${countries}`;
  await sql`insert into set_lists (set_id, number, landing, kind, is_refused, fingerprint, last_position, option_count,
      option_bytes, data_keys, facts, time)
    select id, ${number}, ${number}, 'refresh', ${isRefused}, ${newMark()}, last_position, option_count, option_bytes,
      data_keys, '{"source":"","warnings":[]}', now() from options_sets where id = ${countries}`;
  return number;
};
endpoint('GET /optionsSet/:setId/lists', (world) => ({
  send: () => world.call('GET', `/optionsSet/${countries}/lists`, undefined, signedIn(world)),
}));
endpoint('GET /optionsSet/:setId/lists/:number/diff', async (world) => {
  const path = `/optionsSet/${countries}/lists/${await copyList(world, false)}/diff`;
  return { send: () => world.call('GET', path, undefined, signedIn(world)) };
});
for (const [name, tail, isRefused] of [
  ['POST /optionsSet/:setId/lists/:number/restore', 'restore', false],
  ['POST /optionsSet/:setId/lists/:number/accept', 'accept', true],
] as const) {
  endpoint(name, async (world) => {
    const number = await copyList(world, isRefused);
    const path = `/optionsSet/${countries}/lists/${number}/${tail}`;
    return {
      send: () => world.call('POST', path, {}, signedIn(world)),
      countDone: async () =>
        (
          await world.sql`select count(*)::int as n from options_sets where id = ${countries} and generation = ${number}`
        )[0]?.['n'] as number,
    };
  });
}
