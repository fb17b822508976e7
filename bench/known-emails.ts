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
    const nothingLater = { start: async () => {}, finished: async () => {} };
    const respond = (email: string) => forgotPassword(request({ email }), { ...services, background: nothingLater });
    const forget = async (email: string) => {
      await forgotPassword(request({ email }), services);
      await services.background.finished();
    };
    const guess = (email: string) => logIn(request({ email, password: 'a wrong one' }), services).catch(() => {});
    const setHashes = (value: string, emails: readonly string[]) =>
      services.db.sql`update users set password_hash = ${value} where email = any(${emails})`;
    const few = users.slice(0, signInsPerRound);
    const old = users.slice(signInsPerRound, 2 * signInsPerRound);
    await setHashes(hash, users);

    const groups: {
      emails: readonly (readonly [name: string, emails: readonly string[]])[];
      work: (email: string) => Promise<unknown>;
    }[] = [
      {
        work: respond,
        emails: [
          ['forgot until the response, unknown email', unknown],
          ['forgot until the response, known email', users],
        ],
      },
      {
        work: forget,
        emails: [
          ['forgot and what follows, unknown email', unknown],
          ['forgot and what follows, known email', users],
        ],
      },
      {
        work: guess,
        emails: [
          ['wrong password, unknown email', unknown.slice(0, signInsPerRound)],
          ['wrong password, known email', few],
          ['wrong password, known email, hash from before', old],
        ],
      },
    ];
    const kinds = groups.flatMap(({ emails }) => emails.map(([name]) => ({ name })));
    const times = new Map(kinds.map(({ name }) => [name, [] as number[]]));
    // Request by request in turn, there and back, so that whatever else the machine does, and what one leaves to be cleaned up,
    // falls on all of them.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { emails, work } of groups) {
        // A sign-in hashes an old one again only when the password is right.
        await setHashes(cheap, old);
        await services.db.sql`truncate login_failures, email_counts, person_links`;
        const spent = new Map(emails.map(([name]) => [name, 0]));
        const count = emails[0]![1].length;
        for (let at = 0; at < count; at += 1) {
          for (const [name, list] of (at + round) % 2 === 0 ? emails : emails.toReversed()) {
            const before = process.cpuUsage();
            await work(list[at]!);
            const { user, system } = process.cpuUsage(before);
            spent.set(name, spent.get(name)! + user + system);
          }
        }
        await setHashes(hash, old);
        if (round > 0) for (const [name, sum] of spent) times.get(name)!.push(sum / 1000 / count);
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
