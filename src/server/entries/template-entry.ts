// POST /entry/template: a prefilled starting point, with a short link to it. [entries.template]
import type { CreatedTemplate } from '../../api-types/entries.ts';
import { writeWithRenders } from '../after-actions/archive-renders.ts';
import { type Numbers, OtherNumbers } from '../after-actions/number-lines.ts';
import { owedEmails, sendEmails } from '../after-actions/send-emails.ts';
import { noteUnfinishedRules } from '../entry-facts/entry-facts.ts';
import { makeShortLink } from '../entry-facts/short-link.ts';
import { deleteSentFiles } from '../files/files-of-entries.ts';
import type { ApiRequest, ApiResponse } from '../http/api-request.ts';
import type { Services } from '../services.ts';
import { checkEntry } from './check-entry.ts';
import { refuseForeignForm, withCurrentForm } from './current-form.ts';
import type { FillPayload } from './fill-entry.ts';
import { answerOnce, keyUsed } from './idempotency.ts';
import { newPdfEntry } from './pdf-entry.ts';
import { writeNewEntry } from './write-new-entry.ts';

export interface TemplateQuery {
  readonly createShortUrl: boolean;
}

export interface TemplatePayload extends FillPayload {
  readonly form: string;
}

type TemplateRequest = ApiRequest<unknown, TemplateQuery, TemplatePayload>;

const rules = 'postTemplate' as const;

/** The owner can make templates of a closed form too. [forms.closed] */
export async function createTemplate(
  request: TemplateRequest,
  services: Services,
): Promise<ApiResponse<CreatedTemplate>> {
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
        const entry = (numbers: Numbers) => newPdfEntry(made, numbers, services);
        const { skipRenders } = request.payload;
        const isAnonymous = request.caller === undefined;
        return writeWithRenders(
          { form, rules, actionId, entry, gives: ['idx'], skipRenders, isAnonymous, budget },
          services,
          async (renders, numbering) => {
            const { mainPdf } = renders;
            const hasLink = request.query.createShortUrl;
            const owed = owedEmails({ form, rules, entry: id, actionId, mainPdf, hasLink, request });
            const written = { actionId, form, trigger: 'template', request, key, renders, owed, numbering } as const;
            const done = await writeNewEntry({ ...made, ...written }, services);
            return typeof done === 'symbol' || done instanceof OtherNumbers
              ? done
              : { ...done, owed, budget, mainPdf, sentFiles: check.deletedFiles };
          },
        );
      });
      if (written === keyUsed) return keyUsed;
      const { form, row, owed, sentFiles } = written;
      const sent = { form, entry: row.id, sent: sentFiles, dataBefore: '{}', isByOwner: true };
      if (sentFiles.length > 0) await deleteSentFiles(sent, services);
      // Before the emails, which may hold it.
      const shortUrl = await shortUrlFor(row.id, request, services);
      if (owed !== undefined) await sendEmails({ ...written, owed, shortUrl }, services);
      noteUnfinishedRules(written, services);
      return answerText(row, shortUrl);
    },
    rebuild: async (entry: string) =>
      answerText({ id: entry, form: formId }, await shortUrlFor(entry, request, services)),
  };
  return answerOnce(work, services);
}

function answerText(row: { id: string; form: string }, shortUrl: string | undefined): string {
  const created: CreatedTemplate = { formId: row.form, entryId: row.id, ...(shortUrl !== undefined && { shortUrl }) };
  return JSON.stringify(created);
}

async function shortUrlFor(entry: string, request: TemplateRequest, services: Services): Promise<string | undefined> {
  return request.query.createShortUrl ? makeShortLink(entry, services, request.caller?.account ?? '') : undefined;
}
