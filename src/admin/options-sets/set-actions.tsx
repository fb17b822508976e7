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

const texts = {
  en: {
    more: 'More',
    rename: 'Rename',
    duplicate: 'Make a copy',
    csv: 'Download as CSV',
    json: 'Download as JSON',
    deleteAll: 'Delete all options',
    deleteSet: 'Delete the set',
    name: 'Name',
    save: 'Save',
    needed: 'Please give it a name.',
    copyName: '{name} (copy)',
    copied: 'This is the copy.',
    preparing: 'The file is being prepared…',
    deleteTitle: 'Delete all {count} options?',
    deleteText:
      'The set stays, but empty: people who fill in a form find nothing in it, and fields that check their value against it reject every answer until options are added.\nAnswers already collected stay as they are. This cannot be undone.',
    deleted: 'All options were deleted.',
    deleteSetTitle: 'Delete “{name}”?',
    deleteSetText: 'No form uses it. Its options are deleted with it. This cannot be undone.',
    deleteUsedText:
      'It is used in [one form|{count} forms]: {forms}.\nThere the fields would find no options any more, and fields that check their value against the set would reject every answer. Better change [that form|those forms] first.\nThis cannot be undone.',
    setDeleted: '“{name}” was deleted.',
  },
  he: {
    more: 'עוד',
    rename: 'שינוי השם',
    duplicate: 'יצירת עותק',
    csv: 'הורדה כ־CSV',
    json: 'הורדה כ־JSON',
    deleteAll: 'מחיקת כל האפשרויות',
    deleteSet: 'מחיקת הרשימה',
    name: 'שם',
    save: 'שמירה',
    needed: 'יש לתת לרשימה שם.',
    copyName: '{name} (עותק)',
    copied: 'זה העותק.',
    preparing: 'הקובץ בהכנה…',
    deleteTitle: 'למחוק את כל {count} האפשרויות?',
    deleteText:
      'הרשימה נשארת, ריקה: מי שממלא טופס לא ימצא בה דבר, ושדות שבודקים את ערכם מולה ידחו כל תשובה עד שיתווספו אפשרויות.\nתשובות שכבר נאספו נשארות כפי שהן. אי אפשר לבטל את המחיקה.',
    deleted: 'כל האפשרויות נמחקו.',
    deleteSetTitle: 'למחוק את „{name}”?',
    deleteSetText: 'אף טופס אינו משתמש בה. האפשרויות שלה נמחקות איתה. אי אפשר לבטל את המחיקה.',
    deleteUsedText:
      'היא בשימוש [בטופס אחד|בשני טפסים|ב־{count} טפסים]: {forms}.\nהשדות שם לא ימצאו עוד אפשרויות, ושדות שבודקים את ערכם מול הרשימה ידחו כל תשובה. כדאי לשנות קודם [את הטופס|את הטפסים|את הטפסים].\nאי אפשר לבטל את המחיקה.',
    setDeleted: '„{name}” נמחקה.',
  },
} as const;

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
  const t = useTexts(texts);
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
  const t = useTexts(texts);
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
