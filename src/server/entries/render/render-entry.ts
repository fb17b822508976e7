// POST /entry/{entryId}/render and POST /entry/render: a fresh PDF behind a link of about 2 days. No
// archived render, no action, no email; a form that keeps renders gets an entry with status render.
// [entries.render] [entries.render.kept]
import type { ApiLink } from '../../../api-types/lists.ts';
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import { isoNow } from '../../base/clock.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { storedPdfEntry } from '../../entry-facts/pdf-entry.ts';
import { storeGenerated } from '../../files/store-generated.ts';
import type { LoadedForm } from '../../forms/load-form.ts';
import { refuseForeignForm } from '../../forms/start-form.ts';
import { formChanged, withCurrentForm } from '../../forms/with-current-form.ts';
import { type ApiRequest, type ApiResponse, callerOf } from '../../http/api-request.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';
import { makePdfs, type PdfsToMake } from '../../pdf/make-pdfs.ts';
import type { PdfEntry } from '../../pdf/pdf-entry.ts';
import { findEntry } from '../../store/entries/entries.ts';
import { checkEntry } from '../check-entry.ts';
import { getOwnEntry } from '../edit-entry.ts';
import { keyUsed, respondOnce } from '../idempotency.ts';
import { refuseTransition } from '../open-draft.ts';
import { writeNewEntry } from '../write-new-entry.ts';
import { takePdf } from './take-pdf.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'outbound'
  | 'fetchForForm'
  | 'pdfs'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'pdf'
  | 'notices'
  | 'keepResponse'
  | 'writes'
  | 'latestAccounts'
  | 'storage'
  | 'disk'
  | 'slowForms'
  | 'entryBytes'
>;

/** What an entry holds now, by the form's layouts of now. */
export async function renderEntry(
  request: ApiRequest<{ entryId: string }>,
  services: Needs,
): Promise<ApiResponse<ApiLink>> {
  const row = await getOwnEntry(request.params.entryId, request, services);
  refuseTransition(row, 'render');
  return renderOnce({ formId: row.form, request, read: async () => storedPdfEntry({ row }, services) }, services);
}

export interface RenderPayload {
  readonly form: string;
  readonly data?: JsonObject;
}

/** Data that is in no entry: cleaned, and refused where a value has a wrong type; rules are not checked. */
export async function renderData(
  request: ApiRequest<unknown, unknown, RenderPayload>,
  services: Needs,
): Promise<ApiResponse<ApiLink>> {
  const { form: formId, data = {} } = request.payload;
  return renderOnce(
    {
      formId,
      request,
      async read(form) {
        refuseForeignForm(form, request);
        const isStored = keepsRenders(form);
        const check = await checkEntry({ form, data, status: 'render', entry: { id: null }, isStored }, services);
        return { id: undefined, status: 'render', createTime: isoNow(services.clock), data: check.data };
      },
    },
    services,
  );
}

interface Rendering {
  readonly formId: string;
  readonly request: ApiRequest;
  readonly read: (form: LoadedForm) => Promise<PdfEntry>;
}

function renderOnce({ formId, request, read }: Rendering, services: Needs): Promise<ApiResponse<ApiLink>> {
  const work = {
    request,
    formOrAccount: callerOf(request).account,
    async run(key: IdempotencyKey | undefined) {
      // The layout of now, not one that another process replaced a moment ago.
      await services.forms.getFresh(formId);
      return withCurrentForm(formId, services, async (form) => {
        const entry = await read(form);
        const answer = await storeRender({ form, entry, signal: request.signal }, services);
        const kept = keepsRenders(form)
          ? await keepRender({ form, data: entry.data, request, key }, services)
          : undefined;
        return kept === formChanged || kept === keyUsed ? kept : answer;
      });
    },
    async rebuild(entry: string) {
      const row = await findEntry(services.db.sql, entry);
      if (row === undefined) throw errors.entryNotFound(entry);
      const form = await services.forms.getFresh(row.form);
      return storeRender({ form, entry: storedPdfEntry({ row }, services), signal: request.signal }, services);
    },
  };
  return respondOnce(work, services);
}

async function storeRender(render: Omit<PdfsToMake, 'isArchive' | 'isForFiller'>, services: Needs): Promise<string> {
  await takePdf({ account: render.form.account, form: render.form.id }, services);
  const { main } = await makePdfs({ ...render, isArchive: false, isForFiller: false }, services);
  const { account, id } = render.form;
  const { name, content } = main;
  const type = 'application/pdf';
  const { url } = await storeGenerated({ account, form: id, name, type, content, life: 'temporary' }, services);
  return JSON.stringify({ url });
}

function keepsRenders({ definition }: LoadedForm): boolean {
  return definition.saveRenderedEntries === 'all';
}

/** A copy of the data behind the PDF. It shows files of others and holds none: deleting it ends no upload. */
function keepRender(
  kept: { form: LoadedForm; data: JsonObject; request: ApiRequest; key: IdempotencyKey | undefined },
  services: Needs,
) {
  const [id, actionId] = [services.newId(), services.newId()];
  const renders = { items: [], mainPdf: undefined };
  return writeNewEntry({ ...kept, id, actionId, status: 'render', trigger: 'render', renders }, services);
}
