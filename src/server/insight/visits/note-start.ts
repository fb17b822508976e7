// POST /form/{formId}/started: somebody began to fill in the form. A page sends it once, and waits for nothing.
// [insight.visits]

import type { Services } from '../../base/services.ts';
import { refuseForeignForm } from '../../forms/start-form.ts';
import type { ApiRequest } from '../../http/api-request.ts';

export async function noteStart(
  request: ApiRequest<{ formId: string }>,
  services: Pick<Services, 'forms' | 'visits'>,
): Promise<void> {
  // Perhaps as it was a while ago: this must cost as little as it can.
  const form = await services.forms.get(request.params.formId);
  refuseForeignForm(form, request);
  services.visits.add(form.id, 'started');
}
