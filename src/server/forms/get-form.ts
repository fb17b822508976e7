// GET /form and GET /form/{formId}. SPEC.md "Forms".
import { errors } from '../errors.ts';
import { Answer, type ApiRequest, callerOf } from '../http/api-request.ts';
import { type IdOperators, readIdFilter } from '../http/id-filter.ts';
import { nextPageLink, projectFields, readCursor, writeCursor } from '../http/lists.ts';
import type { Services } from '../services.ts';
import { countFormFiles } from '../store/files.ts';
import { type FormRow, findForm, listForms } from '../store/forms.ts';
import { answerForm } from './form-version.ts';
import { presentForm } from './present-form.ts';

export async function getForm(request: ApiRequest<{ formId: string }>, services: Services): Promise<Answer> {
  return answerForm(await getOwnForm(request, services));
}

/** What a person wants to know before deleting a form. */
export async function countFilesOfForm(request: ApiRequest<{ formId: string }>, services: Services) {
  const { id, account } = await getOwnForm(request, services);
  return countFormFiles(services.db.sql, { account, form: id });
}

/** Another account's form is a 403, not a 404: SPEC.md "Authentication" 4. */
async function getOwnForm(request: ApiRequest<{ formId: string }>, services: Services): Promise<FormRow> {
  const row = await findForm(services.db.sql, request.params.formId);
  if (row === undefined) throw errors.formNotFound(request.params.formId);
  if (row.account !== callerOf(request).account) throw errors.insufficientPermissions();
  return row;
}

interface FormListQuery {
  readonly query?: { _id?: string | IdOperators };
  readonly fields?: string[];
  readonly limit?: number;
  readonly after?: string;
}

export async function listOwnForms(request: ApiRequest<unknown, FormListQuery>, services: Services): Promise<Answer> {
  const { query, fields, limit, after } = request.query;
  const rows = await listForms(services.db.sql, {
    account: callerOf(request).account,
    after: after === undefined ? undefined : readCursor(after, services.secrets.cursor),
    limit: limit === undefined ? undefined : limit + 1,
    ids: readIdFilter(query?._id),
  });
  const page = limit === undefined ? rows : rows.slice(0, limit);
  const data = page.map(presentForm).map((form) => (fields === undefined ? form : projectFields(form, fields)));
  const last = page.at(-1);
  if (rows.length === page.length || last === undefined) return Answer.ofBody({ data });
  const cursor = writeCursor(last.id, services.secrets.cursor);
  return Answer.ofBody(
    { data },
    { link: nextPageLink({ apiUrl: services.config.apiUrl, path: request.path, cursor }) },
  );
}
