// Rounds of submits, each with an email, in the middle of which the service is killed; afterwards every stored entry's email was
// received once or is recorded as one that nobody knows about. The mail server is ours and outlives the kills.
import { expect } from 'vitest';
import { listWorkers, type ServerProcess, startProcess } from './server-process.ts';
import { startSmtp } from './smtp.ts';
import { withDatabase } from './with-database.ts';

const connections = 12;
const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
const formSchema = { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'n' }] } };

export interface EmailFigures {
  rounds: number;
  acknowledged: number;
  /** Entries, acknowledged or not. */
  stored: number;
  /** Emails that the mail server took. */
  received: number;
  /** Recorded as begun by a process that ended. */
  unknown: number;
  /** Entries whose email was neither received nor recorded as unknown. */
  vanished: number;
  twice: number;
  unrecorded: number;
}

export async function killWhileSending(rounds: number, dataDir: string): Promise<EmailFigures> {
  const smtp = await startSmtp();
  try {
    const env = { ...admin, WORKERS: '1', SMTP_URL: smtp.url };
    let server = await startProcess(dataDir, env);
    const { token } = (
      await server.call('POST', '/auth/login', { body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD } })
    ).body;
    const emails = [1, 2].map((n) => ({ to: ['ops@example.com'], subject: `${n} {{ model.n }}`, text: 'New' }));
    const form = (await server.call('POST', '/form', { token, body: { formSchema, postSubmit: { emails } } })).body.id;
    const acknowledged: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const storm = startStorm(server, { form, round, acknowledged });
      const wanted = acknowledged.length + 5 + ((round * 7) % 20);
      await expect.poll(() => acknowledged.length, { timeout: 120_000, interval: 2 }).toBeGreaterThanOrEqual(wanted);
      for (const pid of [...listWorkers(server.pid), server.pid]) process.kill(pid, 'SIGKILL');
      await server.ended;
      await storm;
      server = await startProcess(dataDir, env);
      await waitForEmptyOutbox(dataDir);
    }
    const figures = await compare(dataDir, { rounds, acknowledged, received: smtp.emails.map(subjectOf) });
    await server.end('SIGTERM');
    return figures;
  } finally {
    await smtp.close();
  }
}

function subjectOf(email: { headers: ReadonlyMap<string, string> }): string {
  return email.headers.get('subject') ?? '';
}

/** Resolves when the server no longer answers. */
async function startStorm(
  server: ServerProcess,
  { form, round, acknowledged }: { form: string; round: number; acknowledged: string[] },
): Promise<void> {
  const drive = async (connection: number) => {
    try {
      for (let count = 0; ; count += 1) {
        const n = `${round} ${connection} ${count}`;
        const { status } = await server.call('POST', '/entry/submit', { body: { form, data: { n } } });
        if (status === 200) acknowledged.push(n);
      }
    } catch {
      // Killed.
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => drive(connection)));
}

function waitForEmptyOutbox(dataDir: string): Promise<void> {
  return withDatabase(dataDir, (sql) =>
    expect.poll(async () => (await sql`select 1 from outbox`).length, { timeout: 120_000, interval: 50 }).toBe(0),
  );
}

async function compare(
  dataDir: string,
  site: { rounds: number; acknowledged: readonly string[]; received: readonly string[] },
): Promise<EmailFigures> {
  const rows = await withDatabase(
    dataDir,
    (sql) => sql<{ n: string; sentEmails: string }[]>`
      select data ->> 'n' as n, sent_emails as "sentEmails" from entries`,
  );
  const times = new Map<string, number>();
  for (const subject of site.received) times.set(subject, (times.get(subject) ?? 0) + 1);
  const figures: EmailFigures = {
    rounds: site.rounds,
    acknowledged: site.acknowledged.length,
    stored: rows.length,
    received: site.received.length,
    unknown: 0,
    vanished: 0,
    twice: [...times.values()].filter((count) => count > 1).length,
    unrecorded: 0,
  };
  for (const { n, sentEmails } of rows) {
    const sent: { subject: string; error?: string }[] = JSON.parse(sentEmails);
    for (const subject of [`1 ${n}`, `2 ${n}`]) {
      const [item, ...more] = sent.filter((one) => one.subject === subject);
      if (item === undefined || more.length > 0) figures.unrecorded += 1;
      else if (item.error?.startsWith('It is not known whether')) figures.unknown += 1;
      else if (!times.has(subject)) figures.vanished += 1;
    }
  }
  return figures;
}
