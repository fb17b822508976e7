// Making a form, and going to where it is built. Failures are shown, and what was typed stays.
import { useState } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import type { FormDefinition } from '../../core/form-definition.ts';
import { useApp } from '../app-context.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { newFormTexts } from './new-form-texts.ts';

export interface MakeForm {
  readonly make: (form: FormDefinition | (() => Promise<FormDefinition>)) => Promise<void>;
  readonly isBusy: boolean;
  readonly error: unknown;
}

export function useMakeForm(): MakeForm {
  const { api, notify } = useApp();
  const t = useTexts(newFormTexts);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const make: MakeForm['make'] = async (form) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = typeof form === 'function' ? await form() : form;
      const { id } = await api.call<ApiForm>('/form', { body });
      await navigate(`/admin/forms/${id}/`);
      notify(t('made'));
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  return { make, isBusy, error };
}
