// One entry, at the address that the API calls editUrl: a sheet of its answers, and all that is known about it. Edit opens the form.

import { useMemo, useState } from 'preact/hooks';
import type { ApiEntry, ChangedField } from '../../api-types/entries.ts';
import type { ApiForm } from '../../api-types/forms.ts';
import type { ApiLink } from '../../api-types/lists.ts';
import { useApp } from '../app-context.ts';
import { neighboursOf } from '../entries/kept-order.ts';
import { StatusBadge } from '../entries/status-badge.tsx';
import { StatusDialog, statusTargets } from '../entries/status-dialog.tsx';
import { useFormats } from '../formats.ts';
import type { PageProps } from '../page-props.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Loaded, Notice, useErrorText } from '../ui/notices.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useLoad } from '../use-load.ts';
import { AnswerSheet } from './answer-sheet.tsx';
import { type EditStart, EntryEdit } from './entry-edit.tsx';
import { EntryEmails } from './entry-emails.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { EntryHistory } from './entry-history.tsx';
import { EntryPdfs } from './entry-pdfs.tsx';
import { findKeptEdit, keepEdit } from './kept-edit.ts';
import { NotesCard } from './notes-card.tsx';
import { restoreValues } from './restore-values.ts';
import { TeamCard } from './team-card.tsx';

export function EntryPage({ params }: PageProps) {
  const { api } = useApp();
  const [form, entry] = [params['form']!, params['entry']!];
  const load = useLoad(
    async (signal) => {
      const [ofForm, ofEntry] = await Promise.all([
        api.call<ApiForm>(`/form/${form}`, { signal }),
        api.call<ApiEntry>(`/entry/${entry}`, { signal }),
      ]);
      return { form: ofForm, entry: ofEntry };
    },
    [form, entry],
  );
  return (
    <Loaded load={load}>
      {(value) =>
        value.entry.form === value.form.id ? (
          <Entry
            key={value.entry.id}
            {...value}
            onEntry={(changed) => load.setValue({ ...value, entry: changed })}
            onReload={load.reload}
          />
        ) : (
          <OtherForm entry={value.entry} />
        )
      }
    </Loaded>
  );
}

function OtherForm({ entry }: { entry: ApiEntry }) {
  const t = useTexts('entries/entry');
  return (
    <>
      <PageHeader title={t('otherForm')} />
      <LinkButton kind="primary" href={`/admin/entries/${entry.form}/${entry.id}/`}>
        {t('openThere')}
      </LinkButton>
    </>
  );
}

interface EntryProps {
  readonly form: ApiForm;
  readonly entry: ApiEntry;
  readonly onEntry: (entry: ApiEntry) => void;
  readonly onReload: () => void;
}

function Entry({ form, entry, onEntry, onReload }: EntryProps) {
  const { api, ask, notify, user } = useApp();
  const t = useTexts('entries/entry');
  const history = useTexts('entries/history');
  const formats = useFormats();
  const errorText = useErrorText();
  /** undefined: it is read. */
  const [editing, setEditing] = useState<'plain' | EditStart>();
  const isEditing = editing !== undefined;
  const place = { user: user.id, entry: entry.id };
  const [kept, setKept] = useState(() => (entry.status === 'deleted' ? undefined : findKeptEdit(place)));
  const [isChangingStatus, setChangingStatus] = useState(false);
  const [fresh, setFresh] = useState<'making' | { url: string }>();
  const number = String(entry.idx);
  const isDeleted = entry.status === 'deleted';
  const { newer, older } = useMemo(() => neighboursOf(form.id, entry.id), [form.id, entry.id]);

  const goOn = () => {
    setEditing(kept);
    setKept(undefined);
  };
  const discard = () => {
    keepEdit(place, undefined);
    setKept(undefined);
  };
  const restore = (fields: readonly ChangedField[]) => {
    const { data, missed } = restoreValues(entry.data, fields);
    if (missed > 0) notify(history('missed', { count: missed }), 'bad');
    if (missed === fields.length) return;
    setKept(undefined);
    setEditing({ data });
    if (missed === 0) notify(history('restored'));
    scrollTo({ top: 0 });
  };

  const makePdf = async () => {
    setFresh('making');
    try {
      setFresh(await api.call<ApiLink>(`/entry/${entry.id}/render`, { method: 'POST' }));
    } catch (error) {
      setFresh(undefined);
      notify(errorText(error), 'bad');
    }
  };
  const remove = async () => {
    const isKept = form.keepUploadedFiles?.includes('deleted') === true;
    const text = entry.status === 'template' ? 'deleteTemplate' : isKept ? 'deleteKept' : 'deleteText';
    const question = { title: t('deleteTitle', { number }), text: t(text), confirm: t('delete'), isDanger: true };
    if (!(await ask(question))) return;
    try {
      await api.call(`/entry/${entry.id}`, { method: 'DELETE' });
      notify(t('deleted'));
      await navigate(`/admin/entries/${form.id}/`);
    } catch (error) {
      notify(errorText(error), 'bad');
      onReload();
    }
  };

  const items: MenuItem[] = [{ label: t('delete'), icon: 'trash', isDanger: true, onSelect: () => void remove() }];
  if (statusTargets(entry).length > 0) {
    items.unshift({ label: t('status'), icon: 'refresh', onSelect: () => setChangingStatus(true) });
  }
  return (
    <>
      <PageHeader
        title={t('title', { number })}
        windowTitle={`${t('title', { number })} · ${form.displayName}`}
        back={{ href: `/admin/entries/${form.id}/`, label: t('entries', { form: form.displayName }) }}
        note={
          <>
            <StatusBadge status={entry.status} /> {entry.name !== undefined && <bdi>{entry.name}</bdi>}
          </>
        }
        actions={
          <>
            {newer !== undefined && !isEditing && (
              <Step href={`/admin/entries/${form.id}/${newer}/`} label={t('newer')} icon="up" />
            )}
            {older !== undefined && !isEditing && (
              <Step href={`/admin/entries/${form.id}/${older}/`} label={t('older')} icon="down" />
            )}
            {!isDeleted && !isEditing && (
              <>
                <Button icon="print" onPress={() => print()}>
                  {t('print')}
                </Button>
                <Button icon="file" isBusy={fresh === 'making'} onPress={() => void makePdf()}>
                  {t('pdf')}
                </Button>
                <Button kind="primary" icon="edit" onPress={() => (kept === undefined ? setEditing('plain') : goOn())}>
                  {t('edit')}
                </Button>
                <Menu label={t('more')} kind="secondary" isIconOnly items={items} />
              </>
            )}
          </>
        }
      />
      {isDeleted && (
        <Notice kind="warning">
          <p>{t('deletedNote', { time: formats.dateTime(entry.deletedAt ?? entry.changedAt) })}</p>
        </Notice>
      )}
      {kept !== undefined && !isEditing && (
        <Notice kind="info">
          <p>{t('kept', { time: formats.dateTime(kept.time) })}</p>
          <div class="buttons">
            <Button kind="primary" onPress={goOn}>
              {t('goOn')}
            </Button>
            <Button onPress={discard}>{t('discard')}</Button>
          </div>
        </Notice>
      )}
      {typeof fresh === 'object' && (
        <Notice kind="good">
          <p role="status">
            <a href={fresh.url} target="_blank" rel="noopener">
              {t('freshPdf')}
            </a>
          </p>
          <p class="quiet-text">{t('freshNote')}</p>
        </Notice>
      )}
      <div class="entry-page">
        {isEditing ? (
          <EntryEdit
            form={form}
            entry={entry}
            start={editing === 'plain' ? undefined : editing}
            onSaved={(saved) => {
              onEntry(saved);
              setEditing(undefined);
            }}
            onCancel={(current) => {
              if (current !== undefined) onEntry(current);
              setEditing(undefined);
            }}
          />
        ) : (
          <section class="card entry-data" aria-label={t('answers')}>
            <PrintedFacts form={form} entry={entry} />
            <AnswerSheet form={form} entry={entry} title={t('answers')} />
          </section>
        )}
        <aside class="stack entry-side">
          <EntryFacts entry={entry} onEntry={onEntry} />
          <TeamCard key={`team ${entry.id}`} entry={entry} />
          <NotesCard key={`notes ${entry.id}`} entry={entry} />
          <EntryPdfs entry={entry} />
          <EntryEmails entry={entry} />
          <EntryHistory form={form} entry={entry} onRestore={isDeleted || isEditing ? undefined : restore} />
        </aside>
      </div>
      {isChangingStatus && (
        <StatusDialog
          form={form}
          entry={entry}
          onClose={() => setChangingStatus(false)}
          onDone={(changed) => {
            onEntry(changed);
            setChangingStatus(false);
          }}
        />
      )}
    </>
  );
}

function Step({ href, label, icon }: { href: string; label: string; icon: 'up' | 'down' }) {
  return (
    <LinkButton href={href} icon={icon}>
      <span class="visually-hidden">{label}</span>
    </LinkButton>
  );
}

/** What a printed sheet says of the entry, which the page shows elsewhere. */
function PrintedFacts({ form, entry }: { form: ApiForm; entry: ApiEntry }) {
  const fact = useTexts('entries/fact');
  const formats = useFormats();
  const time = entry.submitTime ?? entry.modifyTime;
  return (
    <p class="printed-facts">
      <bdi>{form.displayName}</bdi> · {fact(entry.submitTime === undefined ? 'modifyTime' : 'submitTime')}:{' '}
      {formats.dateTime(time)} · {entry.id}
    </p>
  );
}
