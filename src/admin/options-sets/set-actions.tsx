// What can be done to a set as a whole: another name, a copy, a file, all options or the set deleted.
// [options-sets.rename] [options-sets.duplicate] [options-sets.download] [options-sets.remove]
import { useState } from 'preact/hooks';
import type { ApiOptionsSet, OptionsSetSummary, SetForm } from '../../api-types/options-sets.ts';
import { useApp } from '../app-context.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { ErrorNotice, useErrorText } from '../ui/notices.tsx';
import { downloadOptions } from './download-options.ts';
import { setName } from './maintained-sets.ts';

interface SetActionsProps {
  readonly set: ApiOptionsSet;
  readonly summary: OptionsSetSummary;
  readonly isOwn: boolean;
  readonly onRename: (set: ApiOptionsSet) => void;
  readonly onChange: () => void;
}

/** From here on somebody must type the number: it would take long to bring them back. */
const largeCount = 1000;
const namedForms = 5;

export function SetActions({ set, summary, isOwn, onRename, onChange }: SetActionsProps) {
  const { api, page, ask, notify, locale } = useApp();
  const t = useTexts('options-sets/setActions');
  const errorText = useErrorText();
  const [isRenaming, setRenaming] = useState(false);
  const { count } = summary;
  const name = setName(set, locale);
  const path = `/optionsSet/${set.id}`;

  const tell = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      notify(errorText(error), 'bad');
    }
  };
  const download = (format: 'csv' | 'json') =>
    tell(async () => {
      notify(t('preparing'));
      await downloadOptions({ api, address: page.api, set: set.id, name, format });
    });
  const duplicate = () =>
    tell(async () => {
      const body = { name: t('copyName', { name }).slice(0, maxNameLength) };
      const copy = await api.call<ApiOptionsSet>(`${path}/duplicate`, { body });
      await navigate(`/admin/sets/${copy.id}/`);
      notify(t('copied'));
    });
  const deleteAll = async () => {
    const isSure = await ask({
      title: t('deleteTitle', { count }),
      text: t('deleteText'),
      confirm: t('deleteAll'),
      isDanger: true,
      ...(count > largeCount && { typed: String(count) }),
    });
    if (!isSure) return;
    await tell(async () => {
      await api.call(`${path}/deleteOptions`, { method: 'POST' });
      notify(t('deleted'));
    });
    onChange();
  };
  const deleteSet = () =>
    tell(async () => {
      // What uses it now, not when the page was opened.
      const { data: using } = await api.call<{ data: readonly SetForm[] }>(`${path}/forms`);
      const listed = using.slice(0, namedForms).map((form) => `“${form.name}”`);
      const isSure = await ask({
        title: t('deleteSetTitle', { name }),
        text:
          using.length === 0
            ? t('deleteSetText')
            : t('deleteUsedText', {
                count: using.length,
                forms: listed.join(', ') + (using.length > namedForms ? ', …' : ''),
              }),
        confirm: t('deleteSet'),
        isDanger: true,
        ...((using.length > 0 || count > largeCount) && { typed: name }),
      });
      if (!isSure) return;
      await api.call(path, { method: 'DELETE', ...(using.length > 0 && { query: { force: true } }) });
      await navigate('/admin/sets/');
      notify(t('setDeleted', { name }));
    });

  const items: MenuItem[] = [
    ...(isOwn ? [{ label: t('rename'), icon: 'edit', onSelect: () => setRenaming(true) } as const] : []),
    { label: t('duplicate'), icon: 'copy', onSelect: () => void duplicate() },
    { label: t('csv'), icon: 'download', onSelect: () => void download('csv') },
    { label: t('json'), icon: 'code', onSelect: () => void download('json') },
    ...(isOwn && count > 0
      ? [{ label: t('deleteAll'), icon: 'trash', isDanger: true, onSelect: () => void deleteAll() } as const]
      : []),
    ...(isOwn
      ? [{ label: t('deleteSet'), icon: 'trash', isDanger: true, onSelect: () => void deleteSet() } as const]
      : []),
  ];
  return (
    <>
      <Menu label={t('more')} kind="secondary" items={items} />
      {isRenaming && <RenameDialog set={set} onClose={() => setRenaming(false)} onDone={onRename} />}
    </>
  );
}

const maxNameLength = 1000;

interface RenameProps {
  readonly set: ApiOptionsSet;
  readonly onClose: () => void;
  readonly onDone: (set: ApiOptionsSet) => void;
}

function RenameDialog({ set, onClose, onDone }: RenameProps) {
  const { api } = useApp();
  const t = useTexts('options-sets/setActions');
  const [name, setText] = useState(set.name);
  const [state, setState] = useState<{ isBusy: boolean; isMissing?: boolean; error?: unknown }>({ isBusy: false });
  const save = async () => {
    if (state.isBusy) return;
    if (name.trim() === '') return setState({ isBusy: false, isMissing: true });
    setState({ isBusy: true });
    try {
      const body = { name: name.trim() };
      onDone(await api.call<ApiOptionsSet>(`/optionsSet/${set.id}`, { method: 'PATCH', body }));
      onClose();
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <Dialog
      title={t('rename')}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <SubmitActions onCancel={onClose} isBusy={state.isBusy}>
          {t('save')}
        </SubmitActions>
      }
    >
      <TextField
        label={t('name')}
        value={name}
        maxLength={maxNameLength}
        error={state.isMissing ? t('needed') : undefined}
        onChange={setText}
      />
      {state.error !== undefined && <ErrorNotice error={state.error} />}
    </Dialog>
  );
}
