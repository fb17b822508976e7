// What /metrics tells of a service that was used: each number is what was done.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDue } from '../../src/server/jobs/run-jobs.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { refusal, startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ METRICS: '1', SMTP_URL: smtp.url });
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});

async function readSamples(): Promise<Map<string, number>> {
  const { text } = await send('GET', `${service.url}/metrics`);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('[running.metrics] commits, emails, PDFs, storage, exports, jobs, connections and free space', async () => {
  const alice = asAlice(service);
  const form = await makeForm(service, {
    name: 'Measured',
    formSchema: { rootElem: root({ type: 'fInput', name: 'name' }) },
    postSubmit: { emails: [{ to: ['{{ model.name }}'], subject: 'Hello', text: 'You' }] },
  });
  smtp.onRecipient = (address) => {
    if (address === 'gone@example.com') throw refusal(550, 'No such user here');
  };
  for (const name of ['here@example.com', 'gone@example.com', 'there@example.com']) {
    const reply = await service.call('POST', '/entry/submit', { body: { form, data: { name } } });
    expect(reply.status).toBe(200);
  }
  expect((await service.call('POST', '/entry/save', { body: { form, data: {} } })).status).toBe(200);
  const exported = await alice('POST', '/entry/export?format=csv', { query: { form } });
  expect(exported.status).toBe(200);
  const everyMs = 1_000;
  const job = { name: 'measured', everyMs, run: async () => {} };
  expect(await runDue(job, service.services)).toBe(true);
  const failing = { name: 'failing', everyMs, run: async () => Promise.reject(new Error('no')) };
  expect(await runDue(failing, service.services)).toBe(false);

  const samples = await readSamples();
  const value = (name: string) => samples.get(name);
  expect(value('formstead_write_entries_total{kind="new"}')).toBe(4);
  expect(value('formstead_write_entries_total{kind="draft"}')).toBe(0);
  expect(value('formstead_write_batches_total')).toBe(4);
  expect(value('formstead_write_wait_seconds_total')).toBeGreaterThanOrEqual(0);
  expect([value('formstead_write_waiting'), value('formstead_write_oldest_seconds')]).toEqual([0, 0]);
  expect(value('formstead_email_seconds_count{state="sent"}')).toBe(2);
  expect(value('formstead_email_seconds_count{state="refused"}')).toBe(1);
  expect(value('formstead_storage_seconds_count{operation="put",result="ok"}')).toBe(1);
  expect(value('formstead_job_seconds_count{name="measured",result="ok"}')).toBe(1);
  expect(value('formstead_job_seconds_count{name="failing",result="error"}')).toBe(1);
  expect(value('formstead_job_last_success_seconds{name="measured"}')).toBeGreaterThan(1e9);
  expect(value('formstead_job_last_success_seconds{name="failing"}')).toBeUndefined();
  expect(value('formstead_database_connections{state="open"}')).toBeGreaterThan(0);
  expect(value('formstead_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0);
  expect(value('formstead_database_waiting')).toBe(0);
  for (const kind of ['exportRows', 'exportPdfs', 'pdfs', 'longReads', 'largeWrites', 'scans']) {
    expect(value(`formstead_work{kind="${kind}",state="running"}`)).toBe(0);
    expect(value(`formstead_work{kind="${kind}",state="waiting"}`)).toBe(0);
  }
  expect(value('formstead_disk_free_bytes')).toBeGreaterThan(0);
  expect(value('formstead_workers')).toBe(1);
});

test('[running.metrics] a statement that fails is counted by its code', async () => {
  const { sql } = service.services.db;
  await expect(sql`select 1 / 0`).rejects.toThrow();
  expect((await readSamples()).get('formstead_database_errors_total{code="22012"}')).toBe(1);
});

test('[running.metrics] no label is named as one of those that Prometheus adds', async () => {
  const labels = [...(await readSamples()).keys()].flatMap((sample) => [...sample.matchAll(/[{,]([a-z_]+)="/g)]);
  expect(new Set(labels.map(([, name]) => name))).toContain('route');
  expect(labels.filter(([, name]) => ['job', 'instance', 'exported_job'].includes(name!))).toEqual([]);
});
