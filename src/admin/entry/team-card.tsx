// What the team says about an entry for itself: a status of its own words, who takes care of it, tags. Each change is saved at
// once. [entries.team]
import { useId, useLayoutEffect, useState } from 'preact/hooks';
import type { ApiEntry } from '../../api-types/entries.ts';
import type { EntryTeam, TeamWords } from '../../api-types/notes.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Loaded, useErrorText } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { usePeople } from './use-people.ts';

const maxWordLength = 40;
const maxTags = 20;

export function TeamCard({ entry }: { entry: ApiEntry }) {
  const { api, notify } = useApp();
  const t = useTexts('entries/team');
  const errorText = useErrorText();
  const path = `/entry/${entry.id}/team`;
  const load = useLoad((signal) => api.call<EntryTeam>(path, { signal }), [path]);
  const words = useLoad((signal) => api.call<TeamWords>(`/form/${entry.form}/team`, { signal }), [entry.form]);
  if (entry.status === 'deleted') return null;

  const change = async (team: EntryTeam, part: Partial<EntryTeam>) => {
    // Shown at once; if it cannot be saved, what is stored comes back.
    load.setValue({ ...team, ...part });
    try {
      await api.call<EntryTeam>(path, { method: 'PATCH', body: part });
      words.reload();
    } catch (error) {
      notify(errorText(error), 'bad');
      load.reload();
    }
  };
  return (
    <section class="card stack" aria-label={t('team')}>
      <h2>{t('team')}</h2>
      <Loaded load={load}>
        {(team) => (
          <>
            <Status
              status={team.status}
              words={words.value?.statuses ?? []}
              onChange={(status) => void change(team, { status })}
            />
            <Assignee assignee={team.assignee} onChange={(assignee) => void change(team, { assignee })} />
            <Tags tags={team.tags} words={words.value?.tags ?? []} onChange={(tags) => void change(team, { tags })} />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface StatusProps {
  readonly status: string;
  readonly words: readonly string[];
  readonly onChange: (status: string) => void;
}

function Status({ status, words, onChange }: StatusProps) {
  const t = useTexts('entries/team');
  const list = useId();
  const [typed, setTyped] = useState(status);
  useLayoutEffect(() => setTyped(status), [status]);
  const save = (text: string) => {
    if (text.trim() !== status) onChange(text.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(typed);
      }}
    >
      <TextField
        label={t('status')}
        hint={t('statusHint')}
        value={typed}
        list={list}
        maxLength={maxWordLength}
        onChange={(text) => {
          setTyped(text);
          // Chosen from the list: nobody has to leave the field first.
          if (isChosen(text, words)) save(text);
        }}
        onLeave={() => save(typed)}
      />
      <Words id={list} words={words} />
    </form>
  );
}

function Assignee(props: { assignee: string | null; onChange: (assignee: string | null) => void }) {
  const { user } = useApp();
  const t = useTexts('entries/team');
  const { assignee, onChange } = props;
  const people = usePeople();
  const choices = [{ value: '', label: t('nobody') }];
  for (const one of people) {
    const name = one.name || one.email;
    choices.push({ value: one.id, label: one.id === user.id ? t('you', { name }) : name });
  }
  // Somebody who was removed, or whose name has not come yet.
  if (assignee !== null && !people.some(({ id }) => id === assignee)) {
    choices.push({ value: assignee, label: t('formerMember') });
  }
  return (
    <SelectField
      label={t('assignee')}
      value={assignee ?? ''}
      choices={choices}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}

interface TagsProps {
  readonly tags: readonly string[];
  readonly words: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

function Tags({ tags, words, onChange }: TagsProps) {
  const t = useTexts('entries/team');
  const list = useId();
  const [typed, setTyped] = useState('');
  const isFull = tags.length >= maxTags;
  const add = (text: string) => {
    const tag = text.trim();
    setTyped('');
    if (tag !== '' && !tags.includes(tag) && !isFull) onChange([...tags, tag]);
  };
  return (
    <form
      class="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        add(typed);
      }}
    >
      <TextField
        label={t('tags')}
        hint={isFull ? t('tagsFull') : t('tagsHint')}
        value={typed}
        list={list}
        maxLength={maxWordLength}
        isReadonly={isFull}
        onChange={(text) => {
          if (
            text.endsWith(',') ||
            isChosen(
              text,
              words.filter((word) => !tags.includes(word)),
            )
          )
            add(text.replace(/,$/, ''));
          else setTyped(text);
        }}
        onLeave={() => add(typed)}
      />
      <Words id={list} words={words.filter((word) => !tags.includes(word))} />
      {tags.length > 0 && (
        <ul class="tag-list">
          {tags.map((tag) => (
            <li key={tag} class="tag">
              <bdi>{tag}</bdi>
              <Button
                kind="quiet"
                icon="close"
                label={t('removeTag', { tag })}
                onPress={() => onChange(tags.filter((one) => one !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

/** Whoever types `new` may go on to `new customer`. */
function isChosen(text: string, words: readonly string[]): boolean {
  return words.includes(text) && !words.some((word) => word !== text && word.startsWith(text));
}

function Words({ id, words }: { id: string; words: readonly string[] }) {
  return (
    <datalist id={id}>
      {words.map((word) => (
        <option key={word} value={word} />
      ))}
    </datalist>
  );
}
