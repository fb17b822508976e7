// Measures calls to other systems: emails, PDFs, storage, jobs. Meters exist only where metrics are on; elsewhere the service calls these
// systems directly. [running.metrics]

import type { Clock } from '../base/clock.ts';
import { createHistogram, gauge, type Histogram } from '../base/metrics/instruments.ts';
import type { Labels, Metric } from '../base/metrics/registry.ts';
import type { OpenedStorage } from '../files/storage/s3-storage.ts';
import { StorageKeyTakenError } from '../files/storage/storage.ts';
import type { OpenedMail } from '../mail/mail.ts';
import { MailError } from '../mail/mail-error.ts';
import { PdfError } from '../pdf/pdf-error.ts';
import type { PdfMaker } from '../pdf/pdf-maker.ts';

export interface Meters {
  mail(mail: OpenedMail): OpenedMail;
  storage(storage: OpenedStorage): OpenedStorage;
  pdf(pdf: PdfMaker): PdfMaker;
  /** Throws what the job throws. */
  job<T>(name: string, work: () => Promise<T>): Promise<T>;
  report(): Metric[];
}

/** Where metrics are off. */
export const noMeters: Meters = {
  mail: (mail) => mail,
  storage: (storage) => storage,
  pdf: (pdf) => pdf,
  job: (_name, work) => work(),
  report: () => [],
};

export function createMeters({ now }: Clock): Meters {
  const emails = createHistogram('formstead_email_seconds', 'Attempts to send an email, by what became of it.');
  const stored = createHistogram('formstead_storage_seconds', 'What was asked of the storage of files.');
  const pdfs = createHistogram('formstead_pdf_seconds', 'PDFs that were made or joined, with their wait.');
  const jobs = createHistogram('formstead_job_seconds', 'Jobs that this process ran.');
  const lastSuccess = new Map<string, number>();

  return {
    mail: (mail) => ({
      ...mail,
      send(message, options) {
        const work = () => mail.send(message, options);
        const failed = (error: unknown) => (error instanceof MailError ? error.delivery.state : 'notSent');
        return time(emails, work, { done: ({ state }) => ({ state }), failed: (error) => ({ state: failed(error) }) });
      },
    }),
    storage(storage) {
      const timed = <T>(operation: string, work: () => Promise<T>) =>
        time(stored, work, {
          done: () => ({ operation, result: 'ok' }),
          // A key that is taken is what the caller wanted to know.
          failed: (error) => ({ operation, result: error instanceof StorageKeyTakenError ? 'ok' : 'error' }),
        });
      return {
        ...storage,
        put: (key, content, options) => timed('put', () => storage.put(key, content, options)),
        stat: (key) => timed('stat', () => storage.stat(key)),
        read: (key, range) => timed('read', () => storage.read(key, range)),
        delete: (key) => timed('delete', () => storage.delete(key)),
        list: (page) => timed('list', () => storage.list(page)),
      };
    },
    pdf(pdf) {
      const timed = <T>(kind: string, work: () => Promise<T>) =>
        time(pdfs, work, {
          done: () => ({ kind, result: 'ok' }),
          failed: (error) => ({ kind, result: error instanceof PdfError ? error.failure : 'error' }),
        });
      return {
        ...pdf,
        make: (request) => timed('make', () => pdf.make(request)),
        join: (parts, options) => timed('join', () => pdf.join(parts, options)),
      };
    },
    async job(name, work) {
      const result = await time(jobs, work, {
        done: () => ({ name, result: 'ok' }),
        failed: () => ({ name, result: 'error' }),
      });
      lastSuccess.set(name, now() / 1000);
      return result;
    },
    report: () => [
      ...[emails, stored, pdfs, jobs].map((one) => one.report()),
      gauge(
        'formstead_job_last_success_seconds',
        'When this process last ran a job to its end, in seconds since 1970.',
        [...lastSuccess].map(([name, seconds]) => [{ name }, seconds]),
      ),
    ],
  };
}

async function time<T>(
  histogram: Histogram,
  work: () => Promise<T>,
  labels: { readonly done: (result: T) => Labels; readonly failed: (error: unknown) => Labels },
): Promise<T> {
  const start = performance.now();
  const observe = (of: Labels) => histogram.observe(of, (performance.now() - start) / 1000);
  try {
    const result = await work();
    observe(labels.done(result));
    return result;
  } catch (error) {
    observe(labels.failed(error));
    throw error;
  }
}

declare module '../base/services.ts' {
  interface Services {
    /** Counts and measures, where metrics are on. */
    readonly meters: Pick<Meters, 'job' | 'report'>;
  }
}
