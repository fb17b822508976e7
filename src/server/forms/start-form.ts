// GET /form/{formId}/start: what a filler needs to open a form. [forms.start] [forms.closed] [forms.version-told]

import type { StartedForm } from '../../api-types/forms.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import { mayArchive } from './compile-rules.ts';
import { formVersionHeaders } from './form-version.ts';
import type { LoadedForm } from './load-form.ts';
import { presentFormToFiller } from './present-form.ts';

export interface StartQuery {
  /** The version of the form that the caller has. */
  readonly since?: number;
}

export async function startForm(
  request: ApiRequest<{ formId: string }, StartQuery>,
  services: Pick<Services, 'forms' | 'pdf' | 'starts' | 'visits'>,
): Promise<ApiResponse<StartedForm>> {
  const form = await services.forms.getFresh(request.params.formId);
  refuseForeignForm(form, request);
  refuseClosed(form);
  // Whoever has a version of the form has started it before.
  if (request.query.since === undefined) {
    services.visits.add(form.id, 'opened');
    await services.starts.add(form.id);
  }
  // Starting the typesetter takes seconds, which a filler can spend on filling.
  if (mayArchive(form.definition)) services.pdf.warm();
  return ApiResponse.ofJson(startText(form), formVersionHeaders(form));
}

/** Of a large form it takes 10 ms to write, and a form is opened again and again. */
const texts = new WeakMap<LoadedForm, Buffer>();

function startText(form: LoadedForm): Buffer {
  const known =
    texts.get(form) ?? Buffer.from(JSON.stringify({ form: presentFormToFiller(form) } satisfies StartedForm));
  texts.set(form, known);
  return known;
}

/** A caller with a credential uses only forms of its own account; one without may fill any. [identity.permissions] */
export function refuseForeignForm(form: Pick<LoadedForm, 'account'>, request: Pick<ApiRequest, 'caller'>): void {
  if (request.caller !== undefined && request.caller.account !== form.account) throw errors.insufficientPermissions();
}

/** A form with access.isDisabled accepts no new entries; the owner's own words say so, if there are any. */
export function refuseClosed(form: LoadedForm): void {
  refuseClosedAccount(form);
  const { access } = form.definition;
  if (access?.isDisabled === true) throw errors.formClosed(access.disabledMessage);
}

/** Drafts end with their account, unlike those of a form that its owner closed. [identity.accounts.closed] */
export function refuseClosedAccount(form: LoadedForm): void {
  if (form.isAccountClosed === true) throw errors.formClosed(undefined);
}
