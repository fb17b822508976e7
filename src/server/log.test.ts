import { expect, test } from 'vitest';
import { requestText } from './log.ts';

const facts = {
  requestId: '0c7f6a52-6f0f-4d4e-9a55-8e2b6f3f3c11',
  method: 'GET',
  route: '/v1.0/form/:formId',
  status: 404,
  ms: 1.5,
  ip: '127.0.0.1',
};

test.each([undefined, '01a1deaa3ac9c2d5bc0bb600'])(
  '[running.log] the line of a request is JSON of its facts; user %s',
  (user) => {
    // An address comes from a header when proxies are trusted.
    const said = { ...facts, ip: '"},\n{"level":60,"ip":"\u2028', user };
    expect(JSON.parse(`{"level":30${requestText(said)}}`)).toEqual(JSON.parse(JSON.stringify({ level: 30, ...said })));
    expect(requestText(said)).not.toContain('\n');
  },
);
