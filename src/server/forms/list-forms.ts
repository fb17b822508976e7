// GET /form. A form may have 2 MB, and an account any number of them: what is large is read a few MB at a time and shares the event loop.
// [forms.list] [lists.large]

import type { ApiForm } from '../../api-types/forms.ts';
import type { ApiList, Projection } from '../../api-types/lists.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, type ApiResponse, callerOf } from '../http/api-request.ts';
import { fieldProjector } from '../http/lists.ts';
import { findPage, type ListQuery, type RowsAsked } from '../http/page-by-id.ts';
import { maxWholeBytes, type Parts, responseParts } from '../http/response-parts.ts';
import { mapInSlices } from '../scheduling/run-in-slices.ts';
import { runsByBytes } from '../store/entries/entry-bytes.ts';
import { type FormRow, findDefinitions, type ListedForm, listForms } from '../store/forms/forms.ts';
import { presentForm } from './present-form.ts';

const runBytes = 4 * 2 ** 20;

export async function listOwnForms(
  request: ApiRequest<unknown, ListQuery>,
  services: Pick<Services, 'config' | 'longReads' | 'db' | 'secrets'>,
): Promise<ApiResponse<ApiList<ApiForm | Projection<ApiForm>>>> {
  const { account } = callerOf(request);
  const list = (asked: RowsAsked) => listForms(services.db.sql, { account, ...asked }, runBytes);
  const { page, headers } = await findPage(request, services, list);
  const { fields } = request.query;
  const project = fields === undefined ? (form: object) => form : fieldProjector(fields);
  const toText = (row: FormRow) => Buffer.from(JSON.stringify(project(presentForm(row))));
  return responseParts(eachTexts(page, { account, toText }, services), { maxBytes: maxWholeBytes, headers });
}

async function* eachTexts(
  page: readonly ListedForm[],
  { account, toText }: { account: string; toText: (row: FormRow) => Buffer },
  services: Pick<Services, 'longReads' | 'db'>,
): Parts {
  const isRead = (row: ListedForm): row is ListedForm & FormRow => row.definition !== null;
  yield await mapInSlices(page.filter(isRead), toText);
  // The others come after all of these.
  for (const run of runsByBytes(
    page.filter((row) => !isRead(row)),
    runBytes,
  )) {
    const ids = run.map(({ id }) => id);
    const found = await services.longReads.run(account, () => findDefinitions(services.db.sql, ids));
    const rows = run.map((row) => ({ ...row, definition: found.get(row.id) ?? null })).filter(isRead);
    yield await mapInSlices(rows, toText);
  }
}
