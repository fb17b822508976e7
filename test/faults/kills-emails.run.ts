// `npm run test:kills`: rounds of submits with emails in the middle of which the service is killed. ROUNDS sets how many (10).
import { afterEach, beforeAll, expect, test } from 'vitest';
import { killWhileSending } from '../support/email-kills.ts';
import { buildServer, endAll, makeDataFolder } from '../support/server-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 10);
beforeAll(buildServer);
afterEach(endAll);

test(`[after-actions.emails.owed] while emails are sent, ${rounds} rounds: each is received once or recorded as one that nobody knows of`, async () => {
  const figures = await killWhileSending(rounds, makeDataFolder());
  console.log(`kill rounds with emails: ${JSON.stringify(figures)}`);
  expect(figures).toMatchObject({ vanished: 0, twice: 0, unrecorded: 0 });
});
