// What a field starts with: a value of its type, or a text with {{ }} that gives one.
import { useState } from 'preact/hooks';
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { valueTypeOf } from '../../../core/plan/value-type-of.ts';
import { builderByKind } from '../../../fields/all/builder.ts';
import type { KindBuilder } from '../../../fields/builder.ts';
import { useTexts } from '../../texts.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { isSameJson } from '../draft/same-json.ts';
import { ExpressionField } from '../expressions/expression-field.tsx';
import type { PropertyProps } from './property-props.ts';

export function InitialValueField({ element, names, set }: PropertyProps) {
  const t = useTexts('builder/property');
  const { initialValue: value } = element;
  const change = (initialValue: JsonValue | undefined) => set({ initialValue });
  const kind = valueTypeOf(element)?.kind;
  const { initial, input, isLong }: Partial<KindBuilder> = kind === undefined ? {} : builderByKind[kind];
  const isTemplate = typeof value === 'string' && value.includes('{{');
  if (initial === 'tick' && !isTemplate) {
    return (
      <SelectField
        label={t('initial')}
        value={value === true ? 'yes' : value === false ? 'no' : ''}
        choices={[
          { value: '', label: t('initialNone') },
          { value: 'yes', label: t('initialYes') },
          { value: 'no', label: t('initialNo') },
        ]}
        onChange={(chosen) => change(chosen === '' ? undefined : chosen === 'yes')}
      />
    );
  }
  if (initial === 'lines') return <ListValue {...{ value, change }} />;
  if (initial === 'json' || (typeof value === 'object' && value !== null)) return <JsonField {...{ value, change }} />;
  return (
    <ExpressionField
      label={t('initial')}
      kind="template"
      names={names}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={(text) => change(text === '' ? undefined : typedValue(text, input === 'number'))}
      hint={t('initialHint')}
      rows={isLong?.(element) ? 3 : 1}
    />
  );
}

/** A number is stored as one once it can be read as one. */
function typedValue(text: string, isNumber: boolean): JsonValue {
  return isNumber && String(Number(text)) === text ? Number(text) : text;
}

interface ValueProps {
  readonly value: JsonValue | undefined;
  readonly change: (value: JsonValue | undefined) => void;
}

function ListValue({ value, change }: ValueProps) {
  const t = useTexts('builder/property');
  const given = Array.isArray(value) ? value.map(String).join('\n') : value === undefined ? '' : String(value);
  const [typed, setTyped] = useState(given);
  const linesOf = (text: string) => text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return (
    <TextField
      label={t('initial')}
      hint={t('initialListHint')}
      rows={3}
      value={linesOf(typed).join('\n') === given ? typed : given}
      onChange={(text) => {
        setTyped(text);
        const lines = linesOf(text);
        change(lines.length === 0 ? undefined : lines);
      }}
    />
  );
}

function JsonField({ value, change }: ValueProps) {
  const t = useTexts('builder/property');
  const [typed, setTyped] = useState(value === undefined ? '' : JSON.stringify(value));
  const read = readJson(typed);
  const isCurrent = 'bad' in read || isSameJson(read.value, value);
  return (
    <TextField
      label={t('initial')}
      hint={t('initialJson')}
      isMono
      dir="ltr"
      rows={2}
      value={isCurrent ? typed : value === undefined ? '' : JSON.stringify(value)}
      error={'bad' in read ? t('initialJsonBad') : undefined}
      onChange={(text) => {
        setTyped(text);
        const given = readJson(text);
        if (!('bad' in given)) change(given.value);
      }}
    />
  );
}

function readJson(text: string): { value: JsonValue | undefined } | { bad: true } {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    // Half-typed JSON is not JSON: the box says so.
    return { bad: true };
  }
}
