// A list of options, one row each. Enter makes the next one, Alt with arrows moves, Backspace in an empty one removes it; a
// pasted column or table becomes options. Long lists are text.
import { useRef, useState } from 'preact/hooks';
import type { OptionItem } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, TextField } from '../../ui/fields.tsx';
import { isSameJson } from '../draft/same-json.ts';
import { useFocusAfter } from '../outline/use-focus-after.ts';
import { type Line, moveLine, readLines, relabel, removeLine, repeatedValues, writeLines } from './option-lines.ts';
import { OptionPasteDialog } from './option-paste-dialog.tsx';
import { OptionRow } from './option-row.tsx';
import { readText, writeText } from './option-text.ts';

export interface OptionListEditorProps {
  readonly items: readonly OptionItem[];
  readonly onChange: (items: OptionItem[]) => void;
  readonly hasGroups: boolean;
}

const maxRows = 150;

export function OptionListEditor({ items, onChange, hasGroups }: OptionListEditorProps) {
  const t = useTexts('builder/options');
  // An option that is still empty is not in the form: it lives here until it has a text, or until somebody else writes (undo).
  const [draft, setDraft] = useState<readonly Line[]>();
  const isOurs = draft !== undefined && isSameJson(writeLines(withoutEmpty(draft)), items);
  const lines = isOurs ? draft : readLines(items);
  const isLong = lines.length > maxRows;
  const [isText, setText] = useState(false);
  const [pasted, setPasted] = useState<string>();
  const repeated = repeatedValues(lines);
  const set = (next: readonly Line[]) => {
    setDraft(next);
    onChange(writeLines(withoutEmpty(next)));
  };
  return (
    <div class="stack tight">
      {isText || isLong ? (
        <ListAsText lines={lines} onChange={set} hasGroups={hasGroups} />
      ) : (
        <ListAsRows lines={lines} onChange={set} onPaste={setPasted} hasGroups={hasGroups} />
      )}
      {repeated.length > 0 && (
        <p class="source-warning">{t('repeated', { values: repeated.slice(0, 5).join(', ') })}</p>
      )}
      {isLong && <p class="hint">{t('many', { count: lines.length })}</p>}
      <div class="buttons tight">
        <Button kind="quiet" icon="table" onPress={() => setPasted('')}>
          {t('paste')}
        </Button>
        {!isLong && (
          <Button kind="quiet" icon={isText ? 'list' : 'edit'} onPress={() => setText(!isText)}>
            {t(isText ? 'asList' : 'asText')}
          </Button>
        )}
      </div>
      {pasted !== undefined && (
        <OptionPasteDialog
          text={pasted}
          onClose={() => setPasted(undefined)}
          onTake={(found, isReplacing) => {
            set(isReplacing ? found : [...lines, ...found]);
            setPasted(undefined);
          }}
        />
      )}
    </div>
  );
}

function withoutEmpty(lines: readonly Line[]): Line[] {
  return lines.filter((line) => line.type === 'group' || line.label !== '' || line.value !== '');
}

interface ListProps {
  readonly lines: readonly Line[];
  readonly onChange: (lines: readonly Line[]) => void;
  readonly hasGroups: boolean;
}

/** The text stays as it is typed while it means the options there are; anything else is somebody else's change. */
function ListAsText({ lines, onChange, hasGroups }: ListProps) {
  const t = useTexts('builder/options');
  const [typed, setTyped] = useState<string>();
  const read = (text: string) => readText(text, lines).filter((line) => hasGroups || line.type === 'option');
  const isOurs = typed !== undefined && isSameJson(writeLines(read(typed)), writeLines(lines));
  return (
    <TextField
      label={t('text')}
      {...(hasGroups && { hint: t('textHint') })}
      rows={Math.min(16, Math.max(6, lines.length + 1))}
      value={isOurs ? typed : writeText(lines)}
      onChange={(text) => {
        setTyped(text);
        onChange(read(text));
      }}
    />
  );
}

function ListAsRows({ lines, onChange, onPaste, hasGroups }: ListProps & { onPaste: (text: string) => void }) {
  const t = useTexts('builder/options');
  const box = useRef<HTMLOListElement>(null);
  const [isOwnWanted, setOwnWanted] = useState(false);
  const [said, setSaid] = useState('');
  const hasOwn = isOwnWanted || lines.some((line) => line.type === 'option' && String(line.value) !== line.label);
  const focus = useFocusAfter(
    (at: number) => box.current?.querySelectorAll<HTMLInputElement>('input.option-label')[at],
  );
  const addAt = (at: number, isInside: boolean) => {
    onChange(lines.toSpliced(at, 0, { type: 'option', value: '', label: '', isInside }));
    focus(at);
  };
  const remove = (at: number) => {
    onChange(removeLine(lines, at));
    focus(Math.max(0, at - 1));
  };
  const move = (from: number, step: -1 | 1) => {
    const moved = moveLine(lines, from, step);
    onChange(moved.lines);
    setSaid(t('moved', { name: lines[from]!.label || t('noName'), place: moved.at + 1 }));
    focus(moved.at);
  };
  const setOwn = (isWanted: boolean) => {
    setOwnWanted(isWanted);
    const plain = lines.map((line): Line => (line.type === 'group' ? line : { ...line, value: line.label }));
    if (!isWanted) onChange(plain);
  };
  const last = lines.at(-1);
  return (
    <>
      {lines.length === 0 && <p class="hint">{t('empty')}</p>}
      <ol class="option-rows" ref={box}>
        {lines.map((line, at) => (
          <OptionRow
            key={at}
            {...{ line, hasOwn }}
            number={at + 1}
            isFirst={at === 0}
            isLast={at === lines.length - 1 && !(line.type === 'option' && line.isInside)}
            onLabel={(label) => onChange(lines.with(at, relabel(line, label)))}
            onValue={(value) => onChange(lines.with(at, { ...line, value } as Line))}
            onNext={() => addAt(at + 1, line.type === 'group' || line.isInside)}
            onMove={(step) => move(at, step)}
            onRemove={() => remove(at)}
            onPaste={onPaste}
          />
        ))}
      </ol>
      <span class="visually-hidden" role="status">
        {said}
      </span>
      <div class="buttons tight">
        <Button icon="plus" onPress={() => addAt(lines.length, last?.type === 'group' || last?.isInside === true)}>
          {t(hasGroups ? 'addOption' : 'addQuestion')}
        </Button>
        {hasGroups && (
          <Button
            kind="quiet"
            icon="plus"
            onPress={() => {
              onChange([...lines, { type: 'group', label: '' }]);
              focus(lines.length);
            }}
          >
            {t('addGroup')}
          </Button>
        )}
      </div>
      {lines.length > 0 && <CheckField label={t('ownValues')} isChecked={hasOwn} onChange={setOwn} />}
    </>
  );
}
