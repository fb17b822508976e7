// What an email carries besides its words: the PDF of the entry and the files that were uploaded, within a bound. What cannot be
// attached never keeps the email back: it goes without, and its record says so. docs/limits.md "Emails".
// [after-actions.emails.attach]
import { buffer } from 'node:stream/consumers';
import type { EmailAttach, JsonObject } from '../../core/definition/form-definition.ts';
import { statusFromNumber } from '../../core/plan/entry-status.ts';
import { filesIn } from '../../core/plan/files-in-entry.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { MailAttachment } from '../mail/mail.ts';
import { makePdfs } from '../pdf/make-pdfs.ts';
import type { PdfEntry } from '../pdf/pdf-entry.ts';
import type { FairLimits } from '../scheduling/limiter.ts';
import type { EntryRow } from '../store/entries/entries.ts';
import { findFiles } from '../store/files/files.ts';

type Needs = Pick<
  Services,
  'clock' | 'log' | 'outbound' | 'pdfs' | 'attachments' | 'db' | 'quotas' | 'pdf' | 'storage'
>;

/** Of all uploaded files of one email: most mail servers take no more than 20 MB, and encoding adds a third. */
export const maxAttachedBytes = 10_000_000;
export const maxAttachedFiles = 20;

/** Emails with files in a process: each holds its files in memory while it is sent. */
export const attachmentLimits: FairLimits = {
  maxAtOnce: 8,
  maxPerAccount: 4,
  maxWaitingPerAccount: 50,
  maxWaiting: 200,
  maxWaitMs: 15_000,
};

export interface Attached {
  readonly attachments: readonly MailAttachment[];
  /** What could not be attached, for the record of the email; empty where nothing is missing. */
  readonly missing: string;
}

export interface AttachTo {
  readonly form: LoadedForm;
  readonly row: EntryRow;
  /** The one that was archived. */
  readonly mainPdf: MailAttachment | undefined;
  readonly isAnonymous: boolean;
}

const pdfTimeoutMs = 15_000;

type Send<Sent> = (attachments: readonly MailAttachment[]) => Promise<Sent>;

/** Without files where too many such emails wait already. */
export async function sendWithAttachments<Sent>(
  attach: EmailAttach | undefined,
  to: AttachTo,
  services: Needs,
  send: Send<Sent>,
): Promise<{ readonly sent: Sent; readonly missing: string }> {
  const work = async (wanted: EmailAttach) => {
    const { attachments, missing } = await gather(wanted, to, services);
    return { sent: await send(attachments), missing };
  };
  if (attach?.files !== true) return work(attach ?? {});
  let hasBegun = false;
  try {
    return await services.attachments.run(to.form.account, () => {
      hasBegun = true;
      return work(attach);
    });
  } catch (error) {
    if (hasBegun) throw error;
    const { sent, missing } = await work({ ...attach, files: false });
    return { sent, missing: joinWords(missing, 'The files could not be attached.') };
  }
}

async function gather(attach: EmailAttach, to: AttachTo, services: Needs): Promise<Attached> {
  const pdf = await pdfOf(attach.pdf, to, services);
  const files = attach.files === true ? await readFiles(to, services) : nothing;
  return {
    attachments: [...pdf.attachments, ...files.attachments],
    missing: joinWords(pdf.missing, files.missing),
  };
}

export function joinWords(...sentences: readonly string[]): string {
  return sentences.filter((words) => words !== '').join(' ');
}

const nothing: Attached = { attachments: [], missing: '' };

async function pdfOf(wanted: boolean | undefined, to: AttachTo, services: Needs): Promise<Attached> {
  if (wanted === false) return nothing;
  if (to.mainPdf !== undefined) return { attachments: [to.mainPdf], missing: '' };
  return wanted === true ? makePdf(to, services) : nothing;
}

async function makePdf({ form, row, isAnonymous }: AttachTo, services: Needs): Promise<Attached> {
  const { account, id } = form;
  try {
    await services.quotas.take({ kind: 'pdfs', account, form: id, isAnonymous });
    const signal = AbortSignal.timeout(pdfTimeoutMs);
    const { main } = await makePdfs(
      { form, entry: pdfEntryOf(row), isArchive: false, isForFiller: true, signal },
      services,
    );
    return { attachments: [{ name: main.name, type: 'application/pdf', content: main.content }], missing: '' };
  } catch (error) {
    services.log.warn({ form: id, entry: row.id, error: String(error) }, 'an email has no PDF');
    return { attachments: [], missing: 'The PDF could not be attached.' };
  }
}

function pdfEntryOf(row: EntryRow): PdfEntry {
  return {
    id: row.id,
    idx: row.idx,
    ...(row.submitIdx === null ? {} : { submitIdx: row.submitIdx }),
    status: statusFromNumber(row.status) ?? '',
    createTime: row.createTime,
    ...(row.submitTime === null ? {} : { submitTime: row.submitTime }),
    data: JSON.parse(row.data) as JsonObject,
  };
}

/** Only uploads of the account that are still there. */
async function readFiles(
  { form, row }: AttachTo,
  services: Pick<Services, 'log' | 'db' | 'storage'>,
): Promise<Attached> {
  const { db, storage, log } = services;
  const shown = filesIn(form.plan, JSON.parse(row.data) as JsonObject).filter(({ element }) => !element.concealed);
  const keys = new Set(shown.map(({ file }) => file.storageKey));
  if (keys.size === 0) return nothing;
  const attachments: MailAttachment[] = [];
  let bytes = 0;
  try {
    const rows = await findFiles(db.sql, [...keys].slice(0, maxAttachedFiles));
    for (const file of rows.values()) {
      if (file.account !== form.account || file.kind !== 'upload' || file.state !== 'stored') continue;
      // As a mail program would not read it.
      if (file.contentEncoding !== null) continue;
      if (bytes + file.size > maxAttachedBytes) continue;
      const found = await storage.read(file.storageKey);
      if (found === undefined) continue;
      bytes += file.size;
      attachments.push({ name: file.name, type: file.contentType, content: await buffer(found.stream) });
    }
  } catch (error) {
    log.warn({ form: form.id, entry: row.id, error: String(error) }, 'an email lacks files');
  }
  const left = keys.size - attachments.length;
  return { attachments, missing: left === 0 ? '' : `${left} of ${keys.size} files could not be attached.` };
}
