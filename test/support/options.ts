// Options sets over HTTP, as alice fills them and anybody searches them.
import { expect } from 'vitest';
import { asAlice } from './entries.ts';
import type { TestService } from './service.ts';

export type Sets = ReturnType<typeof openSets>;

export function openSets(service: TestService) {
  async function makeSet(name: string, ...options: object[]): Promise<string> {
    const made = await asAlice(service)('POST', '/optionsSet', { name });
    expect(made.status).toBe(200);
    if (options.length > 0) await add(made.body.id, ...options);
    return made.body.id;
  }

  async function add(set: string, ...options: unknown[]) {
    const reply = await asAlice(service)('POST', `/optionsSet/${set}/addOptions`, { options });
    expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String) }]);
    return reply;
  }

  /** Without a credential: anyone who knows a set id can search it. */
  async function search(set: string, query: Record<string, unknown> = {}): Promise<string[]> {
    const reply = await service.call('GET', `/optionsSet/${set}/autocomplete`, { query });
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['data']]);
    for (const item of reply.body.data) expect(Object.keys(item)).toEqual(['value']);
    return reply.body.data.map((item: { value: string }) => item.value);
  }

  async function isValid(set: string, query: Record<string, unknown>): Promise<boolean> {
    const reply = await service.call('GET', `/optionsSet/${set}/validate`, { query });
    expect([reply.status, reply.body]).toEqual([200, { isValid: expect.any(Boolean) }]);
    return reply.body.isValid;
  }

  return { makeSet, add, search, isValid };
}
