// What is known about an entry besides its data: numbers, times, links; of a template its name.
import { useState } from 'preact/hooks';
import type { ApiEntry } from '../../api-types/entries.ts';
import { useApp } from '../app-context.ts';
import { StatusBadge } from '../entries/status-badge.tsx';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { TextField } from '../ui/fields.tsx';
import { useErrorText } from '../ui/notices.tsx';

export function EntryFacts({ entry, onEntry }: { entry: ApiEntry; onEntry: (entry: ApiEntry) => void }) {
  const t = useTexts('entries/entry');
  const fact = useTexts('entries/fact');
  const formats = useFormats();
  const isDeleted = entry.status === 'deleted';
  return (
    <section class="card stack">
      <h2>{t('facts')}</h2>
      <dl class="facts">
        <dt>{fact('status')}</dt>
        <dd>
          <StatusBadge status={entry.status} />
        </dd>
        <dt>{fact('idx')}</dt>
        <dd>{entry.idx}</dd>
        {entry.submitIdx !== undefined && (
          <>
            <dt>{fact('submitIdx')}</dt>
            <dd>{entry.submitIdx}</dd>
          </>
        )}
        {(['createTime', 'submitTime', 'modifyTime', 'deletedAt'] as const).map((name) => {
          const time = entry[name];
          return time === undefined ? null : (
            <>
              <dt key={`${name} term`}>{fact(name)}</dt>
              <dd key={name}>
                <time dateTime={time}>{formats.dateTime(time)}</time>
              </dd>
            </>
          );
        })}
        <dt>{fact('id')}</dt>
        <dd class="mono">{entry.id}</dd>
      </dl>
      {entry.status === 'template' && <TemplateName key={entry.name} entry={entry} onEntry={onEntry} />}
      {!isDeleted && (
        <>
          {entry.resumeUrlBewit !== undefined && <CopyField label={t('resume')} text={entry.resumeUrlBewit} />}
          <CopyField label={t(entry.status === 'template' ? 'templateLink' : 'clone')} text={entry.cloneUrl} />
        </>
      )}
    </section>
  );
}

function TemplateName({ entry, onEntry }: { entry: ApiEntry; onEntry: (entry: ApiEntry) => void }) {
  const { api, notify } = useApp();
  const t = useTexts('entries/entry');
  const errorText = useErrorText();
  const [name, setName] = useState(entry.name ?? '');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const save = async () => {
    setBusy(true);
    setError('');
    try {
      const body = { name: name.trim() };
      onEntry(await api.call<ApiEntry>(`/entry/${entry.id}`, { method: 'PATCH', body }));
      notify(t('named'));
    } catch (caught) {
      setError(errorText(caught));
    }
    setBusy(false);
  };
  return (
    <form
      class="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        value={name}
        onChange={setName}
        error={error}
        maxLength={1000}
      />
      <Button type="submit" isBusy={isBusy} isOff={name.trim() === (entry.name ?? '')}>
        {t('saveName')}
      </Button>
    </form>
  );
}
