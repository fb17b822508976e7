// A folder with forms and the files of their options sets, and the commands that pull, compare and push them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientCommands } from '../../src/cli/client-commands.ts';
import type { PullResult } from '../../src/cli/forms/pull-command.ts';
import type { PushResult } from '../../src/cli/forms/push-command.ts';
import { openCommand } from './run-command.ts';
import type { TestService } from './service.ts';

type Result = Record<string, unknown> & { sets: PullResult['sets'] & PushResult['sets'] & { different: object[] } };

export type FormsFolder = Awaited<ReturnType<typeof openFormsFolder>>;

export const streetsFile = 'streets.options.jsonl';
export const streets = [
  { value: 'הרצל "1"', score: 3, data: { zip: '007', city: 'חיפה' } },
  { value: 'Main\nstreet', data: { isOld: true, no: null, code: 5 } },
  { value: 'Plain' },
];

/** With an account of its own, whose person signs in, or whose key is used. */
export async function openFormsFolder(service: TestService) {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-sets-'));
  mkdirSync(join(folder, 'forms'));
  const person = await service.person(`sets-${Math.random().toString(36).slice(2)}@example.com`);
  writeFileSync(join(folder, 'password'), `${person.password}\n`, { mode: 0o600 });

  async function runAt(url: string, command: string, rest: readonly string[], isPerson: boolean) {
    const opened = openCommand({ folder, env: { url, key: isPerson ? undefined : person.key } });
    const who = isPerson ? ['--user', person.email, '--password-file', join(folder, 'password')] : [];
    const result = (await clientCommands[`forms ${command}`]?.([...rest, ...who], opened.context)) as Result;
    return { ...opened, result };
  }
  const call = (method: string, path: string, body?: object) =>
    service.call(method, path, { token: person.token, ...(body && { body }) });
  const formOf = (name: string, ...sets: string[]) => ({
    name,
    formSchema: {
      rootElem: {
        type: 'cSection',
        name: 'root',
        children: sets.map((set, at) => ({
          type: 'fSelect',
          name: `field${at}`,
          options: { url: `${service.url}/v1.0/optionsSet/${set}/autocomplete`, qs: '{term: term}' },
        })),
      },
    },
  });
  return {
    folder,
    person,
    runAt,
    run: (command: string, ...rest: string[]) => runAt(service.url, command, rest, true),
    runByKey: (command: string, ...rest: string[]) => runAt(service.url, command, rest, false),
    read: (name: string) => readFileSync(join(folder, 'forms', name), 'utf8'),
    write: (name: string, text: string | Buffer) => writeFileSync(join(folder, 'forms', name), text),
    call,
    optionsOf: async (set: string) => (await call('GET', `/optionsSet/${set}/download?format=json`)).body.options,
    ownSets: async () =>
      ((await call('GET', '/optionsSet')).body.data as { id: string; name: string; account: string }[]).filter(
        ({ account }) => account === person.account,
      ),
    makeSet: async (name: string, options: readonly object[]): Promise<string> => {
      const { id } = (await call('POST', '/optionsSet', { name })).body;
      for (let start = 0; start < options.length; start += 10_000)
        await call('POST', `/optionsSet/${id}/addOptions`, { options: options.slice(start, start + 10_000) });
      return id;
    },
    formOf,
    makeForm: async (name: string, ...sets: string[]) => (await call('POST', '/form', formOf(name, ...sets))).body.id,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
