// The commands of docs/integrate.md work as they are written.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';

const run = promisify(execFile);

test('[conventions.document.guides] docs/integrate.md: every command gets what it asks for', async () => {
  const service = await startService();
  try {
    const { key } = service.people.alice;
    const children = [
      { type: 'fInput', name: 'name', reqValidator: true },
      { type: 'fInput', name: 'email', validators: ['str/email'] },
    ];
    const formSchema = { rootElem: { type: 'cSection', name: 'root', children } };
    const form = (await service.call('POST', '/form', { key, body: { name: 'Registration', formSchema } })).body.id;
    const page = readFileSync('docs/integrate.md', 'utf8');
    const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, command = '']) => command);
    expect(commands.length).toBeGreaterThanOrEqual(5);
    for (const command of commands) {
      const env = { ...process.env, URL: service.url, KEY: key, FORM: form };
      const { stdout } = await run('sh', ['-c', command], { env });
      const body = JSON.parse(stdout) as Record<string, unknown>;
      expect([command, body['statusCode'], body['message']]).toEqual([command, undefined, undefined]);
    }
  } finally {
    await service.close();
  }
});
