// Personal links: empty entries, each with a link of its own that needs no sign-in. [entries.generate]
import { useState } from 'preact/hooks';
import type { CreatedEntry, GeneratedEntries } from '../../api-types/entries.ts';
import type { ApiForm } from '../../api-types/forms.ts';
import { csvText } from '../../client/csv-text.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { downloadText } from '../ui/download-text.ts';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice, Notice } from '../ui/notices.tsx';

const maxLinks = 10_000;
const shownLinks = 500;

export function LinksDialog(props: { form: ApiForm; onClose: () => void; onMade: () => void }) {
  const { form, onClose, onMade } = props;
  const { api } = useApp();
  const t = useTexts('entries/linksDialog');
  const [typed, setTyped] = useState('10');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [made, setMade] = useState<readonly CreatedEntry[]>();
  const num = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0;
  const isGood = num >= 1 && num <= maxLinks;

  const make = async () => {
    if (!isGood || isBusy || made !== undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      const { createdEntries } = await api.call<GeneratedEntries>(`/form/${form.id}/generateEntries`, {
        body: { num },
      });
      setMade(createdEntries);
      onMade();
    } catch (caught) {
      setError(caught);
    }
    setBusy(false);
  };
  const download = () => {
    const rows = (made ?? []).map(({ idx, id, resumeUrlBewit = '' }) => [String(idx), id, resumeUrlBewit]);
    downloadText(
      `links-${form.id}.csv`,
      'text/csv;charset=utf-8',
      csvText([[t('number'), t('id'), t('link')], ...rows]),
    );
  };

  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      onSubmit={() => void make()}
      actions={
        made === undefined ? (
          <SubmitActions onCancel={onClose} isBusy={isBusy} isOff={!isGood}>
            {t('make')}
          </SubmitActions>
        ) : (
          <>
            <Button onPress={onClose}>{t('close')}</Button>
            <Button kind="primary" icon="download" onPress={download}>
              {t('download')}
            </Button>
          </>
        )
      }
    >
      {made === undefined ? (
        <>
          <p>{t('what')}</p>
          <TextField
            label={t('count')}
            type="number"
            min={1}
            max={maxLinks}
            value={typed}
            onChange={setTyped}
            hint={t('limit')}
            error={typed === '' || isGood ? undefined : t('limit')}
          />
        </>
      ) : (
        <>
          <Notice kind="good">
            <p role="status">{t('done', { count: made.length })}</p>
          </Notice>
          <CopyField
            label={made.length > shownLinks ? t('first', { count: shownLinks }) : t('links')}
            rows={8}
            text={made
              .slice(0, shownLinks)
              .map(({ resumeUrlBewit }) => resumeUrlBewit)
              .join('\n')}
          />
        </>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </Dialog>
  );
}
