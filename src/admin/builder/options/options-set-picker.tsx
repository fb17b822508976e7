// The account's own options sets and those the service maintains, found by name.
import { useState } from 'preact/hooks';
import type { ApiOptionsSet } from '../../../api-types/options-sets.ts';
import { foldText } from '../../../core/text/fold-text.ts';
import { useApp } from '../../app-context.ts';
import { listSets } from '../../options-sets/list-sets.ts';
import { setName } from '../../options-sets/maintained-sets.ts';
import { useTexts } from '../../texts.ts';
import { LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/notices.tsx';
import { useLoad } from '../../use-load.ts';

export function OptionsSetPicker(props: { chosen: string | undefined; onChoose: (setId: string) => void }) {
  const { api, locale } = useApp();
  const t = useTexts('builder/optionsSet');
  const [typed, setTyped] = useState('');
  const load = useLoad((signal) => listSets(api, signal), []);
  return (
    <Loaded load={load}>
      {(sets) =>
        sets.length === 0 ? (
          <div class="stack tight">
            <p class="hint">{t('none')}</p>
            <LinkButton icon="plus" href="/admin/sets/" isOutside>
              {t('make')}
            </LinkButton>
          </div>
        ) : (
          <div class="stack tight">
            <TextField label={t('find')} type="search" value={typed} onChange={setTyped} />
            <SetList
              {...props}
              sets={sets.filter((set) => foldText(setName(set, locale)).includes(foldText(typed.trim())))}
            />
          </div>
        )
      }
    </Loaded>
  );
}

interface SetListProps {
  readonly sets: readonly ApiOptionsSet[];
  readonly chosen: string | undefined;
  readonly onChoose: (setId: string) => void;
}

function SetList({ sets, chosen, onChoose }: SetListProps) {
  const { user, locale } = useApp();
  const t = useTexts('builder/optionsSet');
  if (sets.length === 0) return <p class="hint">{t('noMatch')}</p>;
  const isOwn = (set: ApiOptionsSet) => set.account === user.account;
  const ownFirst = sets.toSorted(
    (one, other) =>
      Number(isOwn(other)) - Number(isOwn(one)) || setName(one, locale).localeCompare(setName(other, locale), locale),
  );
  return (
    <ul class="picked-sets" aria-label={t('choose')}>
      {ownFirst.map((set) => (
        <li key={set.id}>
          <button type="button" class="set-choice" aria-pressed={set.id === chosen} onClick={() => onChoose(set.id)}>
            <bdi>{setName(set, locale)}</bdi>
            <span class="quiet-text">{t(isOwn(set) ? 'own' : 'maintained')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
