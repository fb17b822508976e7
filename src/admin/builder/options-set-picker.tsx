// The account's own options sets and those the service maintains, found by name.
import { useState } from 'preact/hooks';
import type { ApiList, ApiOptionsSet } from '../../client/api-types.ts';
import { foldText } from '../../core/fold-text.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { LinkButton } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { optionsSetTexts } from './options-set-texts.ts';

export function OptionsSetPicker(props: { chosen: string | undefined; onChoose: (setId: string) => void }) {
  const { api } = useApp();
  const t = useTexts(optionsSetTexts);
  const [typed, setTyped] = useState('');
  const load = useLoad((signal) => api.call<ApiList<ApiOptionsSet>>('/optionsSet', { signal }), []);
  return (
    <Loaded load={load}>
      {({ data }) =>
        data.length === 0 ? (
          <div class="stack tight">
            <p class="hint">{t('none')}</p>
            <LinkButton icon="plus" href="/admin/sets/" isOutside>
              {t('make')}
            </LinkButton>
          </div>
        ) : (
          <div class="stack tight">
            <TextField label={t('find')} type="search" value={typed} onChange={setTyped} />
            <SetList {...props} sets={data.filter(({ name }) => foldText(name).includes(foldText(typed.trim())))} />
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
  const { user } = useApp();
  const t = useTexts(optionsSetTexts);
  if (sets.length === 0) return <p class="hint">{t('noMatch')}</p>;
  const byName = sets.toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <ul class="set-list" aria-label={t('choose')}>
      {byName.map((set) => (
        <li key={set.id}>
          <button type="button" class="set-choice" aria-pressed={set.id === chosen} onClick={() => onChoose(set.id)}>
            <bdi>{set.name}</bdi>
            <span class="quiet-text">{t(set.account === user.account ? 'own' : 'maintained')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
