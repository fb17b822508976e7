// Where the options of a field come from: a list written here, an options set, or an expression. What was there before stays
// at hand while the person looks at the other kinds. [validation.options]

import { useRef, useState } from 'preact/hooks';
import type { OptionItem, OptionsDefinition } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { SelectField } from '../../ui/fields.tsx';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { OptionListEditor } from './option-list-editor.tsx';
import { type OptionsEditorProps, OptionsSetEditor } from './options-set-editor.tsx';

type Kind = 'list' | 'set' | 'expression';

export function OptionsEditor(props: OptionsEditorProps) {
  const { value, onChange, names, isPlainList = false } = props;
  const t = useTexts('builder/options');
  const given = kindOf(value);
  const [wanted, setWanted] = useState<{ kind: Kind; instead: OptionsDefinition | undefined }>();
  const kept = useRef<Partial<Record<Kind, OptionsDefinition>>>({});
  if (value !== undefined) kept.current[given] = value;
  // A wish holds only while the options are those it was made at: undo takes it back.
  const kind = wanted !== undefined && wanted.instead === value ? wanted.kind : given;
  const choose = (next: Kind) => {
    const before = kept.current[next];
    if (before !== undefined && before !== value) {
      setWanted(undefined);
      onChange(before);
    } else setWanted({ kind: next, instead: value });
  };
  const list = Array.isArray(value) ? (value as readonly OptionItem[]) : [];
  if (isPlainList) return <OptionListEditor items={list} onChange={onChange} hasGroups={false} />;
  return (
    <div class="stack tight">
      <SelectField
        label={t('kind')}
        value={kind}
        choices={(['list', 'set', 'expression'] as const).map((one) => ({ value: one, label: t(one) }))}
        onChange={choose}
      />
      {kind === 'list' && <OptionListEditor items={list} onChange={onChange} hasGroups />}
      {kind === 'set' && <OptionsSetEditor {...props} />}
      {kind === 'expression' && (
        <ExpressionField
          label={t('expression')}
          isLabelHidden
          kind="expression"
          names={names}
          hint={t('expressionHint')}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
        />
      )}
    </div>
  );
}

function kindOf(value: OptionsDefinition | undefined): Kind {
  if (typeof value === 'string') return 'expression';
  return value === undefined || value === null || Array.isArray(value) ? 'list' : 'set';
}
