// Whether time tells who has a user here: processor time for an email that is known and for one that is not, at POST /auth/forgot (until
// the response, and with what follows it) and at a sign-in with a wrong password.
import type { ApiRequest } from '../src/server/http/api-request.ts';
import { createUser } from '../src/server/identity/create-user.ts';
import { forgotPassword } from '../src/server/identity/forgot-password.ts';
import { logIn } from '../src/server/identity/log-in.ts';
import { hashPassword } from '../src/server/identity/password.ts';
import { openFilledService } from './support/filled-service.ts';
import { median } from './support/load.ts';

const rounds = 15;
const asksPerRound = 120;
const signInsPerRound = 3;

export async function run() {
  const filled = await openFilledService();
  try {
    const services = {
      ...filled.services,
      config: { ...filled.services.config, smtpUrl: 'smtp://127.0.0.1:1' },
      mail: { send: async () => ({ state: 'sent' as const, words: '' }) },
    };
    const { account } = filled;
    const password = 'three green birds';
    const users = Array.from({ length: asksPerRound }, (_, at) => `known${at}@example.com`);
    for (const email of users) await createUser({ email, password: undefined, account }, services);
    const hash = await hashPassword(password);
    const cheap = await hashPassword(password, { N: 2 ** 15, r: 8, p: 1 });
    await services.db.sql`update users set password_hash = ${hash}`;

    let addresses = 0;
    const request = (payload: object) =>
      ({
        payload,
        // An address of its own each time, so that no bound is met.
        ip: `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`,
        userAgent: 'bench',
        locales: ['en'],
      }) as unknown as ApiRequest<never, never, never>;
    const unknown = users.map((email) => `no.${email}`);
    const forget = async (emails: readonly string[]) => {
      for (const email of emails) await forgotPassword(request({ email }), services);
    };
    const respond = async (emails: readonly string[]) => {
      const later: (() => Promise<void>)[] = [];
      const background = {
        start: (_: string, work: () => Promise<void>) => void later.push(work),
        finished: async () => {},
      };
      for (const email of emails) await forgotPassword(request({ email }), { ...services, background });
    };
    const whole = async (emails: readonly string[]) => {
      await forget(emails);
      await services.background.finished();
    };
    const guess = async (emails: readonly string[]) => {
      for (const email of emails) await logIn(request({ email, password: 'a wrong one' }), services).catch(() => {});
    };
    const few = (emails: readonly string[]) => emails.slice(0, signInsPerRound);
    const old = few(users).map((email) => email);
    const setHash = (value: string) => services.db.sql`update users set password_hash = ${value}`;

    const kinds: { name: string; count: number; work: () => Promise<unknown> }[] = [
      { name: 'forgot until the response, unknown email', count: asksPerRound, work: () => respond(unknown) },
      { name: 'forgot until the response, known email', count: asksPerRound, work: () => respond(users) },
      { name: 'forgot and what follows, unknown email', count: asksPerRound, work: () => whole(unknown) },
      { name: 'forgot and what follows, known email', count: asksPerRound, work: () => whole(users) },
      { name: 'wrong password, unknown email', count: signInsPerRound, work: () => guess(few(unknown)) },
      { name: 'wrong password, known email', count: signInsPerRound, work: () => guess(few(users)) },
      { name: 'wrong password, known email, hash from before', count: signInsPerRound, work: () => guess(old) },
    ];
    const times = new Map(kinds.map(({ name }) => [name, [] as number[]]));
    // In turn, there and back, so that whatever else the machine does, and what the one before leaves to be cleaned up, falls on
    // all of them.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, count, work } of round % 2 === 0 ? kinds : kinds.toReversed()) {
        await setHash(name.endsWith('from before') ? cheap : hash);
        await services.db.sql`truncate login_failures, email_counts, person_links`;
        const before = process.cpuUsage();
        await work();
        const { user, system } = process.cpuUsage(before);
        if (round > 0) times.get(name)?.push((user + system) / 1000 / count);
      }
    }
    const costs = kinds.map(({ name }) => median(times.get(name) ?? []));
    const near = (one: number, other: number) =>
      Math.min(costs[one] ?? 0, costs[other] ?? 0) / Math.max(costs[one] ?? 1, costs[other] ?? 1);
    return {
      title: 'emails that are known and that are not, processor time of one request',
      columns: ['request', 'ms'],
      rows: kinds.map(({ name }, at) => [name, (costs[at] ?? 0).toFixed(2)]),
      verdicts: [
        { name: 'forgot: until the response the same', ratio: near(0, 1), atLeast: 0.9 },
        { name: 'wrong password: the same', ratio: near(4, 5), atLeast: 0.9 },
        { name: 'wrong password: the same for a hash from before', ratio: near(4, 6), atLeast: 0.9 },
      ],
    };
  } finally {
    await filled.close();
  }
}
