// GET /form and GET /form/{formId}. [conventions.accounts] [forms.no-fields] [identity.permissions]
import type { ApiForm, FileCount } from '../../api-types/forms.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, type ApiResponse, callerOf } from '../http/api-request.ts';
import { countFormFiles } from '../store/files/files.ts';
import { type FormRow, findForm } from '../store/forms/forms.ts';
import { respondWithForm } from './form-version.ts';

export async function getForm(
  request: ApiRequest<{ formId: string }>,
  services: Pick<Services, 'db'>,
): Promise<ApiResponse<ApiForm>> {
  return respondWithForm(await getOwnForm(request, services));
}

/** What a person wants to know before deleting a form. [forms.file-count] */
export async function countFilesOfForm(
  request: ApiRequest<{ formId: string }>,
  services: Pick<Services, 'db'>,
): Promise<FileCount> {
  const { id, account } = await getOwnForm(request, services);
  return countFormFiles(services.db.sql, { account, form: id });
}

/** Another account's form is a 403, not a 404: [conventions.accounts] */
async function getOwnForm(request: ApiRequest<{ formId: string }>, services: Pick<Services, 'db'>): Promise<FormRow> {
  const row = await findForm(services.db.sql, request.params.formId);
  if (row === undefined) throw errors.formNotFound(request.params.formId);
  if (row.account !== callerOf(request).account) throw errors.insufficientPermissions();
  return row;
}
