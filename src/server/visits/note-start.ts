// POST /form/{formId}/started: somebody began to fill in the form. A page sends it once, and waits for nothing.
// [insight.visits]
import type { ApiRequest } from '../http/api-request.ts';
import type { Services } from '../services.ts';

export async function noteStart(request: ApiRequest<{ formId: string }>, services: Services): Promise<void> {
  // Perhaps as it was a while ago: this must cost as little as it can.
  const form = await services.forms.get(request.params.formId);
  services.visits.add(form.id, 'started');
}
