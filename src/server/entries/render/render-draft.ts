// POST /form/render: the PDF of a form that is not saved, for the builder's preview. Nothing is stored but the PDF.
// [forms.preview]
import type { ApiLink } from '../../../api-types/lists.ts';
import type { FormDefinition, JsonObject } from '../../../core/definition/form-definition.ts';
import { compilePattern } from '../../../core/text/pattern.ts';
import { isoNow } from '../../base/clock.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { storeGenerated } from '../../files/store-generated.ts';
import { compileDefinition } from '../../forms/load-form.ts';
import { readDefinition } from '../../forms/read-definition.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import { makePdfs } from '../../pdf/make-pdfs.ts';
import { checkEntry } from '../check-entry.ts';
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
  | 'pdf'
  | 'latestAccounts'
  | 'storage'
  | 'disk'
  | 'slowForms'
>;

export interface DraftToRender {
  readonly form: FormDefinition;
  readonly data?: JsonObject;
  /** Which of the form's layouts; without it all of them, as POST /entry/render joins them. */
  readonly template?: number;
}

export async function renderDraft(
  request: ApiRequest<unknown, unknown, DraftToRender>,
  services: Needs,
): Promise<ApiLink> {
  const { account } = callerOf(request);
  const { form: sent, data = {}, template } = request.payload;
  const definition = withLayout(await readDefinition(sent, { under: 'form' }), template);
  const form = await compileDefinition({ id: services.newId(), account, version: 0, definition, compilePattern });
  const check = await checkEntry({ form, data, status: 'render', entry: { id: null }, isStored: false }, services);
  const entry = { id: undefined, status: 'render' as const, createTime: isoNow(services.clock), data: check.data };
  await takePdf({ account }, services);
  const { main } = await makePdfs(
    { form, entry, isArchive: false, isForFiller: false, signal: request.signal },
    services,
  );
  // A preview belongs to no form: those of an account share one folder.
  const { url } = await storeGenerated(
    { account, form: account, name: main.name, type: 'application/pdf', content: main.content, life: 'temporary' },
    services,
  );
  return { url };
}

function withLayout(definition: FormDefinition, template: number | undefined): FormDefinition {
  if (template === undefined) return definition;
  const layouts = definition.templates ?? [];
  // Without layouts the PDF is made from the form itself, which counts as the one there is.
  const last = Math.max(0, layouts.length - 1);
  if (template > last) {
    throw errors.requestInvalid(`"template" must be less than or equal to ${last}`, {
      source: 'payload',
      keys: ['template'],
    });
  }
  return { ...definition, templates: layouts.slice(template, template + 1) };
}
