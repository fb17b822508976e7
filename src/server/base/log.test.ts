import { expect, test } from 'vitest';
import { openLog } from './log.ts';

const facts = {
  requestId: '0c7f6a52-6f0f-4d4e-9a55-8e2b6f3f3c11',
  method: 'GET',
  route: '/v1.0/form/:formId',
  status: 404,
  ms: 1.5,
  // An address comes from a header when proxies are trusted.
  ip: '"},\n{"level":60,"ip":"\u2028',
};

test.each([undefined, '01a1deaa3ac9c2d5bc0bb600'])(
  '[running.log] the line of a request is JSON of its facts, and one line; user %s',
  (user) => {
    let written = '';
    const destination = {
      write: (text: string) => {
        written += text;
      },
      flush() {},
    };
    const log = openLog('info', destination);
    log.request({ ...facts, user });
    const said = {
      level: 30,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      ...facts,
      ...(user && { user }),
      msg: 'request',
    };
    expect(JSON.parse(written)).toEqual(said);
    expect(written.indexOf('\n')).toBe(written.length - 1);
  },
);
