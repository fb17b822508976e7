// Makes an empty options set and goes to its page, where options are added.
import { useState } from 'preact/hooks';
import type { ApiOptionsSet } from '../../api-types/options-sets.ts';
import { useApp } from '../app-context.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice } from '../ui/notices.tsx';

const maxNameLength = 1000;

export function NewSetDialog({ onClose }: { onClose: () => void }) {
  const { api } = useApp();
  const t = useTexts('options-sets/newSetDialog');
  const [name, setName] = useState('');
  const [state, setState] = useState<{ isBusy: boolean; isMissing?: boolean; error?: unknown }>({ isBusy: false });
  const create = async () => {
    if (state.isBusy) return;
    if (name.trim() === '') return setState({ isBusy: false, isMissing: true });
    setState({ isBusy: true });
    try {
      const set = await api.call<ApiOptionsSet>('/optionsSet', { body: { name: name.trim() } });
      await navigate(`/admin/sets/${set.id}/`);
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      onSubmit={() => void create()}
      actions={
        <SubmitActions onCancel={onClose} isBusy={state.isBusy}>
          {t('create')}
        </SubmitActions>
      }
    >
      <TextField
        label={t('name')}
        hint={t('hint')}
        value={name}
        maxLength={maxNameLength}
        error={state.isMissing ? t('needed') : undefined}
        onChange={setName}
      />
      {state.error !== undefined && <ErrorNotice error={state.error} />}
    </Dialog>
  );
}
