// One option or the head of a group in the list of options.
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import type { Line } from './option-lines.ts';

export interface OptionRowProps {
  readonly line: Line;
  readonly number: number;
  /** Values are shown beside labels. */
  readonly hasOwn: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onLabel: (label: string) => void;
  readonly onValue: (value: JsonValue) => void;
  readonly onNext: () => void;
  readonly onMove: (step: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly onPaste: (text: string) => void;
}

export function OptionRow(props: OptionRowProps) {
  const { line, number, hasOwn, isFirst, isLast, onLabel, onValue, onNext, onMove, onRemove, onPaste } = props;
  const t = useTexts('builder/options');
  const isGroup = line.type === 'group';
  const name = line.label || t('noName');

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, isComposing } = event;
    if (isComposing) return;
    const isEmpty = line.label === '' && (event.currentTarget as HTMLInputElement).value === '';
    if (altKey && key === 'ArrowUp' && !isFirst) onMove(-1);
    else if (altKey && key === 'ArrowDown' && !isLast) onMove(1);
    else if (key === 'Enter') onNext();
    else if (key === 'Backspace' && isEmpty) onRemove();
    else return;
    event.preventDefault();
  };
  const takePasted = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    onPaste(text);
  };
  const classes = ['option-row', isGroup && 'is-group', !isGroup && line.isInside && 'is-inside'];
  return (
    <li class={classes.filter(Boolean).join(' ')}>
      <div class="option-texts">
        <input
          class="control option-label"
          dir="auto"
          aria-label={t(isGroup ? 'group' : 'option', { number })}
          value={line.label}
          autoComplete="off"
          onInput={(event) => onLabel(event.currentTarget.value)}
          {...{ onKeyDown, onPaste: takePasted }}
        />
        {hasOwn && !isGroup && (
          <input
            class="control mono"
            dir="auto"
            aria-label={t('value', { number })}
            value={String(line.value)}
            autoComplete="off"
            onInput={(event) => onValue(event.currentTarget.value)}
          />
        )}
      </div>
      <div class="option-actions">
        <Button kind="quiet" icon="up" label={t('up', { name })} isOff={isFirst} onPress={() => onMove(-1)} />
        <Button kind="quiet" icon="down" label={t('down', { name })} isOff={isLast} onPress={() => onMove(1)} />
        <Button kind="quiet" icon="close" label={t('remove', { name })} onPress={onRemove} />
      </div>
    </li>
  );
}
