// Before something goes that others read: who they are, and what becomes of their conditions.
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useBuilder } from './builder-context.ts';
import type { RemovalChoice, RemovalQuestion } from './draft/builder-actions.ts';
import { usePlaceTitle, usePropertyTitle } from './place-titles.ts';
import { isClearable } from './tree/clear-conditions.ts';

const most = 12;

export interface RemovalDialogProps {
  readonly question: RemovalQuestion;
  readonly onChoose: (choice: RemovalChoice) => void;
}

export function RemovalDialog({ question: { titles, readers }, onChoose }: RemovalDialogProps) {
  const { draft } = useBuilder();
  const t = useTexts('builder/builder');
  const placeTitle = usePlaceTitle();
  const propertyTitle = usePropertyTitle();
  const { definition } = draft.get();
  const title = titles.length === 1 ? `\u2068${titles[0]}\u2069` : t('manyElements', { count: titles.length });
  const canClear = readers.some(isClearable);
  return (
    <Dialog
      title={t('usedTitle', { title })}
      onClose={() => onChoose('cancel')}
      actions={
        <>
          <Button onPress={() => onChoose('cancel')}>{t('cancel')}</Button>
          <Button kind={canClear ? 'secondary' : 'danger'} onPress={() => onChoose('remove')}>
            {t('usedDelete')}
          </Button>
          {canClear && (
            <Button kind="danger" onPress={() => onChoose('clear')}>
              {t('usedClear')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('usedText')}</p>
      <ul class="orphans">
        {readers.slice(0, most).map(({ path, property }) => (
          <li key={path + property}>
            <bdi>{placeTitle(definition, path)}</bdi> <span class="quiet-text">({propertyTitle(property)})</span>
          </li>
        ))}
      </ul>
      {readers.length > most && <p class="hint">{t('moreProblems', { count: readers.length - most })}</p>}
      <p class="hint">{t('usedMore')}</p>
    </Dialog>
  );
}
