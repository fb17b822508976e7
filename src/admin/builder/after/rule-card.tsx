// The frame of one rule in a list of rules: its name, moving it, removing it. After a action the focus stays in the list.
import type { ComponentChildren } from 'preact';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';

export interface RuleCardProps {
  readonly name: string;
  readonly at: number;
  readonly count: number;
  readonly onMove: (step: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly children: ComponentChildren;
}

export function RuleCard({ name, at, count, onMove, onRemove, children }: RuleCardProps) {
  const t = useTexts('builder/after');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame.
    <div class="rule-card" role="group" aria-label={name}>
      <div class="validator-head">
        <h4>{name}</h4>
        <div class="option-actions">
          {count > 1 && (
            <>
              <Button kind="quiet" icon="up" label={t('up', { name })} isOff={at === 0} onPress={() => onMove(-1)} />
              <Button
                kind="quiet"
                icon="down"
                label={t('down', { name })}
                isOff={at === count - 1}
                onPress={() => onMove(1)}
              />
            </>
          )}
          <Button kind="quiet" icon="trash" label={t('remove', { name })} onPress={onRemove} />
        </div>
      </div>
      {children}
    </div>
  );
}
