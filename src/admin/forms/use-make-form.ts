// Making a form, and going to where it is built. Failures are shown, and what was typed stays.
import { useRef, useState } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import { ApiError } from '../../client/call-api.ts';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { useApp } from '../app-context.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';

export interface MakeForm {
  readonly make: (form: FormDefinition | (() => Promise<FormDefinition>)) => Promise<void>;
  readonly isBusy: boolean;
  readonly error: unknown;
}

export function useMakeForm(): MakeForm {
  const { api, notify } = useApp();
  const t = useTexts('forms/newForm');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const attempt = useRef<{ readonly text: string; readonly key: string }>();
  const make: MakeForm['make'] = async (form) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = typeof form === 'function' ? await form() : form;
      const text = JSON.stringify(body);
      // The same once more after a response that was lost: not a second form.
      if (attempt.current?.text !== text) attempt.current = { text, key: newKey() };
      const headers = { 'idempotency-key': attempt.current.key };
      const { id } = await api.call<ApiForm>('/form', { body, headers });
      await navigate(`/admin/forms/${id}/`);
      notify(t('made'));
    } catch (caught) {
      // It said no, and may say yes later.
      if (caught instanceof ApiError && caught.status >= 400) attempt.current = undefined;
      setError(caught);
      setBusy(false);
    }
  };
  return { make, isBusy, error };
}

/** crypto.randomUUID is missing on pages without https. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
