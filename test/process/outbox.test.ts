// kill -9 while emails are being sent: none vanishes, none goes out twice. More rounds: npm run test:kills.
import { afterEach, beforeAll, expect, test } from 'vitest';
import { killWhileSending } from '../support/email-kills.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import { buildServer, endAll } from '../support/server-process.ts';

beforeAll(buildServer);
afterEach(endAll);

test('[after-actions.emails.owed] kill -9 in a storm of submits with emails, and a start: each email is received once or told as unknown', async () => {
  const figures = await killWhileSending(3, copyServedFolder());
  expect(figures).toMatchObject({ vanished: 0, twice: 0, unrecorded: 0 });
  expect(figures.stored).toBeGreaterThanOrEqual(figures.acknowledged);
});
