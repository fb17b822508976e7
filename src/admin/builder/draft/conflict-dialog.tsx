// Somebody else saved the form meanwhile: what differs, and whose version it shall be. Nothing is lost: the other one stays
// a step of undo, and both can be downloaded.
import { useState } from 'preact/hooks';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { downloadJson } from '../../ui/download-text.ts';
import type { BuilderTextKey } from '../builder-texts.ts';
import { lineDifferences } from './line-differences.ts';
import { differences } from './save-form.ts';
import { definitionOf, type SavedForm } from './saved-form.ts';

export interface ConflictDialogProps {
  readonly mine: FormDefinition;
  readonly theirs: SavedForm;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
  readonly onClose: () => void;
}

export function ConflictDialog({ mine, theirs, onTheirs, onMine, onClose }: ConflictDialogProps) {
  const t = useTexts('builder/builder');
  const [isLooking, setLooking] = useState(false);
  const their = definitionOf(theirs.form);
  const parts = differences(mine, their);
  return (
    <Dialog
      title={t('conflictTitle')}
      isWide={isLooking}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('later')}</Button>
          <Button onPress={onTheirs}>{t('takeTheirs')}</Button>
          <Button kind="danger" onPress={onMine}>
            {t('takeMine')}
          </Button>
        </>
      }
    >
      <p>{t('conflictText')}</p>
      <p>
        {parts.length === 0
          ? t('conflictSame')
          : t('conflictDiffers', {
              parts: partNames(parts)
                .map((part) => t(part))
                .join(', '),
            })}
      </p>
      {!isLooking && parts.length > 0 && (
        <div>
          <Button icon="eye" onPress={() => setLooking(true)}>
            {t('look')}
          </Button>
        </div>
      )}
      {isLooking && <Differences mine={definitionOf(mine)} theirs={their} id={theirs.form.id} />}
    </Dialog>
  );
}

/** What people call the properties of a definition. */
function partNames(properties: readonly string[]) {
  const names = properties.map((property): BuilderTextKey => {
    if (property === 'formSchema') return 'partFields';
    if (property === 'name') return 'partName';
    if (property.startsWith('post')) return 'partAfter';
    return property === 'templates' ? 'partPdf' : 'partSettings';
  });
  return [...new Set(names)] as const;
}

function Differences({ mine, theirs, id }: { mine: FormDefinition; theirs: FormDefinition; id: string }) {
  const t = useTexts('builder/builder');
  const lines = lineDifferences(JSON.stringify(theirs, null, 2), JSON.stringify(mine, null, 2));
  return (
    <>
      <p class="hint">
        <span class="only-theirs">− {t('theirs')}</span> <span class="only-mine">+ {t('mine')}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section class="differences mono" dir="ltr" aria-label={t('look')} tabIndex={0}>
        {lines.map(({ kind, text }, at) => (
          <div key={at} class={kind}>
            <span>{kind === 'mine' ? '+' : kind === 'theirs' ? '−' : ' '}</span> {text}
          </div>
        ))}
      </section>
      <div class="buttons">
        <Button icon="download" onPress={() => downloadJson(`form-${id}-theirs.json`, theirs)}>
          {`${t('download')}: ${t('theirs')}`}
        </Button>
        <Button icon="download" onPress={() => downloadJson(`form-${id}-mine.json`, mine)}>
          {`${t('download')}: ${t('mine')}`}
        </Button>
      </div>
    </>
  );
}
