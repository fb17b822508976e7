// POST /entry/template: a prefilled starting point, with a short link to it. SPEC.md "Entries".
import { randomInt } from 'node:crypto';
import type { JsonObject } from '../../core/form-definition.ts';
import { writeWithRenders } from '../after-actions/archive-renders.ts';
import { hasEmails, sendEmails } from '../after-actions/send-emails.ts';
import { deleteSentFiles } from '../files/files-of-entries.ts';
import type { Answer, ApiRequest } from '../http/api-request.ts';
import { isoNow, type Services } from '../services.ts';
import { findShortLinkOfEntry, insertShortLink } from '../store/short-links.ts';
import { checkEntry } from './check-entry.ts';
import { refuseForeignForm, withCurrentForm } from './current-form.ts';
import { noteUnfinishedRules } from './entry-facts.ts';
import type { FillPayload } from './fill-entry.ts';
import { answerOnce, keyUsed } from './idempotency.ts';
import { newPdfEntry } from './pdf-entry.ts';
import { shortUrlOf } from './present-entry.ts';
import { writeNewEntry } from './write-new-entry.ts';

type TemplateRequest = ApiRequest<
  unknown,
  { createShortUrl: boolean },
  FillPayload & { form: string; data?: JsonObject }
>;

const rules = 'postTemplate' as const;

/** The owner can make templates of a closed form too. CONTRACT.md section 4. */
export async function createTemplate(request: TemplateRequest, services: Services): Promise<Answer> {
  const { form: formId, data = {} } = request.payload;
  const work = {
    request,
    formOrAccount: request.caller?.account ?? `form ${formId}`,
    async run(key: Parameters<typeof writeNewEntry>[0]['key']) {
      const written = await withCurrentForm(formId, services, async (form) => {
        refuseForeignForm(form, request);
        const [id, actionId] = [services.newId(), services.newId()];
        const check = await checkEntry({ form, data, status: 'template', entry: { id } }, services);
        const { budget } = check;
        const made = { id, status: 'template', data: check.data } as const;
        const entry = () => newPdfEntry(made, services);
        const { skipRenders } = request.payload;
        const isAnonymous = request.caller === undefined;
        return writeWithRenders(
          { form, rules, actionId, entry, skipRenders, isAnonymous, budget },
          services,
          async (renders) => {
            const toWrite = { ...made, actionId, form, trigger: 'template', request, key, renders } as const;
            const done = await writeNewEntry(toWrite, services);
            return typeof done === 'symbol'
              ? done
              : { ...done, actionId, budget, mainPdf: renders.mainPdf, sentFiles: check.deletedFiles };
          },
        );
      });
      if (written === keyUsed) return keyUsed;
      const { form, row, sentFiles } = written;
      const sent = { form, entry: row.id, sent: sentFiles, dataBefore: '{}', isByOwner: true };
      if (sentFiles.length > 0) await deleteSentFiles(sent, services);
      // Before the emails, which may hold it.
      const shortUrl = await shortUrlFor(row.id, request, services);
      const emails = { ...written, shortUrl, rules, request };
      if (hasEmails(emails)) await sendEmails(emails, services);
      noteUnfinishedRules(written, services);
      return answerText(row, shortUrl);
    },
    rebuild: async (entry: string) =>
      answerText({ id: entry, form: formId }, await shortUrlFor(entry, request, services)),
  };
  return answerOnce(work, services);
}

function answerText(row: { id: string; form: string }, shortUrl: string | undefined): string {
  return JSON.stringify({ formId: row.form, entryId: row.id, shortUrl });
}

const codeAlphabet = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 9;

/** Made where it is asked for, and only once. */
async function shortUrlFor(entry: string, request: TemplateRequest, services: Services): Promise<string | undefined> {
  if (!request.query.createShortUrl) return undefined;
  const known = await findShortLinkOfEntry(services.db.sql, entry);
  const code = known ?? Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
  if (known === undefined) {
    const account = request.caller?.account ?? '';
    await insertShortLink(services.db.sql, { code, account, entry, time: isoNow(services.clock) });
  }
  return shortUrlOf(code, services.config);
}
