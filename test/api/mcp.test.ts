// Tools for agents, with the official client: over standard input and output, against a service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, openAgent } from '../support/mcp-agent.ts';
import { buildRegistration, section } from '../support/mcp-journey.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;
let alice: Agent;

beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'mcp-'));
  const built = pathToFileURL(resolve('dist/server/cli.js')).href;
  writeFileSync(join(folder, 'run.mjs'), `import { main } from '${built}';\nmain(process.argv.slice(2));\n`);
  alice = await openStdio(service.people.alice.key);
});
afterAll(async () => {
  await alice.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

function openStdio(key: string, ...flags: string[]): Promise<Agent> {
  const env = { FORMSTEAD_URL: service.url, FORMSTEAD_KEY: key, PATH: String(process.env['PATH']) };
  const args = [join(folder, 'run.mjs'), 'mcp', ...flags];
  return openAgent(new StdioClientTransport({ command: process.execPath, args, env, cwd: folder, stderr: 'inherit' }));
}

test('[mcp.tools] [mcp.errors] [mcp.stdio] [running.commands.mcp] an agent builds a registration through failures, submits to it and reads it back', async () => {
  await buildRegistration(alice, service.url);
});

test('[mcp.delete] deleting is there only when it is allowed, and wants the name', async () => {
  const { client } = alice;
  const names = (await client.listTools()).tools.map((tool) => tool.name);
  expect(names).toHaveLength(12);
  expect(names.filter((name) => name.startsWith('delete'))).toEqual([]);
  await expect(alice.call('delete_form', { formId: 'a'.repeat(24), name: 'x' })).rejects.toThrow(/not found/);
  const bold = await openStdio(service.people.alice.key, '--allow-delete');
  try {
    const { tools } = await bold.client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual([
      'delete_form',
      'delete_entry',
    ]);
    const { id: formId } = (await bold.call('create_form', { form: { name: 'Doomed', formSchema: section() } }))
      .content;
    const { entryId } = (await bold.call('submit_entry', { formId, data: {} })).content;
    expect((await bold.call('delete_entry', { entryId })).content).toEqual({ deleted: entryId });
    expect((await bold.call('delete_form', { formId, name: 'Other' })).content.error.keys).toEqual(['name']);
    expect((await bold.call('get_form', { formId })).isError).toBe(false);
    expect((await bold.call('delete_form', { formId, name: 'Doomed' })).content.deleted).toBe(formId);
    expect((await bold.call('get_form', { formId })).content.error.status).toBe(404);
  } finally {
    await bold.close();
  }
});

test('[mcp.tools] [mcp.data] another account sees nothing; a key that is wrong is told as such; arguments are checked', async () => {
  const { id: formId } = (await alice.call('create_form', { form: { name: 'Private', formSchema: section() } }))
    .content;
  const chelsea = await openStdio(service.people.chelsea.key);
  const nobody = await openStdio('a'.repeat(56));
  try {
    expect((await chelsea.call('list_forms')).content.forms).toEqual([]);
    for (const name of ['get_form', 'preview_form', 'list_entries', 'count_entries', 'insight'])
      expect((await chelsea.call(name, { formId })).content.error).toMatchObject({ status: 403 });
    const update = { formId, version: 1, changes: { name: 'Mine' } };
    expect((await chelsea.call('update_form', update)).content.error).toMatchObject({ status: 403 });
    expect((await nobody.call('list_forms')).content.error).toMatchObject({ status: 401, code: 'invalidApiKey' });
  } finally {
    await chelsea.close();
    await nobody.close();
  }
  await expect(alice.call('no_such_tool')).rejects.toThrow(/not found/);
  for (const given of [{}, { formId: 'x' }, { formId, limit: 1000 }, { formId, unknown: 1 }, { formId, where: 'x' }])
    expect((await alice.call('list_entries', given)).isError).toBe(true);
  const draft = await service.call('POST', '/entry/save', {
    key: service.people.alice.key,
    body: { form: formId, data: {} },
  });
  const { entry } = (await alice.call('get_entry', { entryId: draft.body.entryId })).content;
  expect([entry.status, entry.bewit, entry.resumeUrlBewit]).toEqual(['saved', undefined, undefined]);
});

test('[mcp.bounds] [mcp.preview] [mcp.language] large arguments and results, broken forms, many calls at once', async () => {
  const long = { type: 'fLngTxt', name: 'text' };
  const { id: formId } = (await alice.call('create_form', { form: { formSchema: section(long) } })).content;
  for (let at = 0; at < 6; at += 1)
    await alice.call('submit_entry', { formId, data: { text: `${at}${'x'.repeat(60_000)}` } });
  const page = (await alice.call('list_entries', { formId, limit: 6 })).content;
  expect(page.entries.length).toBeGreaterThan(0);
  expect(page.entries.length).toBeLessThan(6);
  const rest = (await alice.call('list_entries', { formId, limit: 1, after: page.next })).content;
  expect(rest.entries[0].data.text[0]).toBe(String(5 - page.entries.length));
  const { entryId } = (await alice.call('submit_entry', { formId, data: { text: 'y'.repeat(400_000) } })).content;
  expect((await alice.call('list_entries', { formId })).content.error.keys).toEqual(['fields']);
  expect((await alice.call('get_entry', { entryId })).isError).toBe(true);
  expect((await alice.call('list_entries', { formId, fields: ['id'] })).content.entries).toHaveLength(7);
  const where = { path: 'text', op: 'in', value: ['x'.repeat(6_000)] };
  expect((await alice.call('count_entries', { formId, where })).content.error.keys).toEqual(['where']);
  const huge = await alice.call('create_form', { form: { name: 'n'.repeat(3_000_000) } });
  expect(huge.content.error).toMatchObject({ status: 413 });

  for (const form of [
    {},
    { formSchema: 5 },
    { formSchema: { rootElem: { type: 'cSection', children: [null, { type: 'x' }, 7] } } },
  ])
    expect((await alice.call('preview_form', { form })).isError).toBe(false);
  const many = section(...Array.from({ length: 3_000 }, (_, at) => ({ type: 'fInput', name: `f${at}` })));
  expect((await alice.call('preview_form', { form: { formSchema: many } })).content.text).toContain(
    'only the first 2000',
  );
  expect((await alice.call('preview_form', {})).content.error.keys).toEqual(['formId', 'form']);
  const topic = await alice.call('describe_form_language', { topic: 'form-language: Options' });
  expect(topic.content.text).toMatch(/^## Options/);
  expect((await alice.call('describe_form_language', { topic: 'x' })).content.error.keys).toEqual(['topic']);
  const ofRating = (await alice.call('describe_form_language', { element: 'fRate' })).content.text;
  expect(ofRating).toContain('| `rateMax` | `fRate` | a positive integer | `5` |');
  expect(ofRating).not.toContain('`fileTypes`');
  expect((await alice.call('describe_form_language', { element: 'fNothing' })).isError).toBe(true);
  const both = await alice.call('describe_form_language', { element: 'fRate', topic: 'form-language: Options' });
  expect(both.content.error.keys).toEqual(['topic', 'element']);
  const counts = await Promise.all(Array.from({ length: 20 }, () => alice.call('count_entries', { formId })));
  expect(counts.map(({ content }) => content.count)).toEqual(Array.from({ length: 20 }, () => 7));
});
