// What tests of entries share: a form, and quick calls.
import { expect } from 'vitest';
import type { CallOptions, Reply, TestService } from './service.ts';

export const root = (...children: object[]) => ({ type: 'cSection', name: 'root', children });
export const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const id = expect.stringMatching(/^[0-9a-f]{24}$/);

/** Makes a form of alice's and answers its id. */
export async function makeForm(service: TestService, body: object, key = service.people.alice.key): Promise<string> {
  const reply = await service.call('POST', '/form', { key, body });
  expect(reply.text).toContain('"id"');
  expect(reply.status).toBe(200);
  return reply.body.id;
}

/** A form with a required name, an optional age and rows. */
export const memberForm = {
  name: 'Members',
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'name', reqValidator: true },
      { type: 'fInput', name: 'age', typeValidator: 'num' },
      {
        type: 'cRepeat',
        name: 'items',
        children: [
          { type: 'fInput', name: 'product', reqValidator: true },
          { type: 'fInput', name: 'note' },
        ],
      },
    ),
  },
};

/** With her API key; or signed in, as in the management app. */
export function asAlice(service: TestService, { isSignedIn = false } = {}) {
  const { key, token } = service.people.alice;
  const credential = isSignedIn ? { token } : { key };
  return (method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Reply> =>
    service.call(method, path, { ...credential, body, ...options });
}
