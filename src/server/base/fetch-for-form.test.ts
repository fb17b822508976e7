import { expect, test } from 'vitest';
import { createFetchForForm } from './fetch-for-form.ts';
import type { Outbound } from './outbound.ts';

const config = {
  apiUrl: 'https://forms.example/v1.0',
  publicUrl: 'https://forms.example',
  appUrl: 'https://forms.example',
};

function makeRequest(answer: { status?: number; body?: string } = {}) {
  const asked: string[] = [];
  const outbound: Outbound = async (url) => {
    asked.push(url);
    return {
      status: answer.status ?? 200,
      contentType: 'application/json',
      body: Buffer.from(answer.body ?? '{"a":1}'),
    };
  };
  const request = createFetchForForm({
    config,
    outbound,
    callOwnApi: (path, query) => (path.startsWith('/optionsSet/') ? Promise.resolve({ path, query }) : undefined),
  });
  return { asked, request };
}

test('[validation.remote] parameters go into the query string, objects as JSON; the response is JSON', async () => {
  const { asked, request } = makeRequest();
  const qs = { value: 'a b&c', n: 3, query: { city: 'חיפה' } };
  expect(await request('https://other.example/check?old=1', qs)).toEqual({ a: 1 });
  const [url] = asked.map((text) => new URL(text));
  expect(url?.origin).toBe('https://other.example');
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    old: '1',
    value: 'a b&c',
    n: '3',
    query: '{"city":"חיפה"}',
  });
});

test('[validation.remote.own] addresses of our own API are answered in process, and only they', async () => {
  const { asked, request } = makeRequest();
  expect(await request('https://forms.example/v1.0/optionsSet/5/validate', { value: 'x' })).toEqual({
    path: '/optionsSet/5/validate',
    query: { value: 'x' },
  });
  expect(asked).toEqual([]);
  for (const foreign of [
    'https://forms.example.evil.example/v1.0/optionsSet/5/validate',
    'https://forms.example/v1.0x/optionsSet/5/validate',
    'https://forms.example:444/v1.0/optionsSet/5/validate',
    'https://forms.example/v1.0/entry',
  ]) {
    await request(foreign, {});
    expect(asked.pop()).toBe(foreign);
  }
});

test('[validation.remote.own] asked in process or by a query string, the parameters are the same', async () => {
  const { request } = makeRequest();
  const qs = { value: 'a b&c', n: 3, query: { city: 'חיפה' }, half: '\ud83d', whole: '\u{1f600}', list: [1] };
  const query = { value: 'a b&c', n: '3', query: '{"city":"חיפה"}', half: '\ufffd', whole: '\u{1f600}', list: '[1]' };
  const path = '/optionsSet/5/validate';
  for (let round = 0; round < 2; round++) {
    expect(await request(`/v1.0${path}`, qs)).toEqual({ path, query });
    expect(await request(`https://forms.example/v1.0${path}?value=old&more=1`, qs)).toEqual({
      path,
      query: { ...query, more: '1' },
    });
    const { half: _, ...whole } = qs;
    const { half: __, ...wholeQuery } = query;
    expect(await request(`/v1.0/x/..${path}`, whole)).toEqual({ path, query: wholeQuery });
  }
});

test('[validation.remote] a response that is not JSON, or not a success, counts as no response', async () => {
  await expect(makeRequest({ body: '<html>' }).request('https://other.example/', {})).rejects.toThrow();
  await expect(makeRequest({ status: 500 }).request('https://other.example/', {})).rejects.toThrow('answered 500');
  await expect(makeRequest().request('no address', {})).rejects.toThrow();
});
