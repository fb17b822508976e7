// One row of a condition: which field, which test that fits its kind, and the value as the field itself would take it.
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { optionKey } from '../../../core/plan/option-list.ts';
import type { Operator } from '../../../fields/builder.ts';
import { type TextKey, useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import { fromDateInput, toDateInput } from '../properties/date-input.ts';
import { type ConditionTest, factsOf, operatorsFor, valueInput } from './condition-tests.ts';
import type { ExpressionNames, KnownName } from './expression-names.ts';

export interface ConditionTestRowProps {
  readonly test: ConditionTest;
  readonly number: number;
  readonly names: ExpressionNames;
  readonly onChange: (test: ConditionTest) => void;
  readonly onRemove: (() => void) | undefined;
}

export function ConditionTestRow({ test, number, names, onChange, onRemove }: ConditionTestRowProps) {
  const t = useTexts('builder/condition');
  const { field, operator } = test;
  const usable = names.fields.filter((one) => operatorsFor(one).length > 0);
  const chooseField = (text: string) => {
    const next = usable.find((one) => one.text === text)!;
    onChange({ field: next, operator: operatorsFor(next)[0]!, values: [] });
  };
  const chooseOperator = (next: Operator) => {
    const isSameInput = valueInput(field, next) === valueInput(field, operator);
    onChange({ field, operator: next, values: isSameInput ? test.values : [] });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame.
    <div class="condition-test" role="group" aria-label={t('test', { number })}>
      <div class="condition-parts">
        <SelectField
          label={t('field')}
          isLabelHidden
          value={field.text}
          choices={fieldChoices(usable)}
          onChange={chooseField}
        />
        <SelectField
          label={t('operator')}
          isLabelHidden
          value={operator}
          choices={operatorsFor(field).map((one) => ({ value: one, label: t(wordOf(one, field)) }))}
          onChange={chooseOperator}
        />
        <TestValues test={test} onChange={(values) => onChange({ field, operator, values })} />
      </div>
      {onRemove !== undefined && (
        <Button kind="quiet" icon="close" label={t('remove', { number })} onPress={onRemove} />
      )}
    </div>
  );
}

/** Labels, with the name where two fields have the same label. */
export function fieldChoices(fields: readonly KnownName[]): { value: string; label: string }[] {
  const seen = new Map<string, number>();
  for (const { label } of fields) seen.set(label, (seen.get(label) ?? 0) + 1);
  return fields.map(({ text, label }) => ({
    value: text,
    label: seen.get(label) === 1 ? label : `${label} (${text})`,
  }));
}

const dateWords = { more: 'dateMore', atLeast: 'dateAtLeast', less: 'dateLess', atMost: 'dateAtMost' } as const;

function wordOf(operator: Operator, { kind }: KnownName): TextKey<'builder/condition'> {
  if (factsOf(kind).input === 'date' && operator in dateWords) return dateWords[operator as keyof typeof dateWords];
  return operator;
}

interface TestValuesProps {
  readonly test: ConditionTest;
  readonly onChange: (values: readonly JsonValue[]) => void;
}

function TestValues({ test: { field, operator, values }, onChange }: TestValuesProps) {
  const t = useTexts('builder/condition');
  const input = valueInput(field, operator);
  if (input === 'none') return null;
  if (input === 'options') return <OptionChecks {...{ field, values, onChange }} />;
  const isBetween = operator === 'between';
  const shared = { field, input } as const;
  const setAt = (at: number, value: JsonValue) =>
    onChange(isBetween ? [0, 1].map((one) => (one === at ? value : (values[one] ?? ''))) : [value]);
  return (
    <>
      <OneValue
        {...shared}
        label={t(isBetween ? 'from' : 'value')}
        value={values[0]}
        onChange={(value) => setAt(0, value)}
      />
      {isBetween && <OneValue {...shared} label={t('to')} value={values[1]} onChange={(value) => setAt(1, value)} />}
    </>
  );
}

interface OneValueProps {
  readonly field: KnownName;
  readonly input: ReturnType<typeof valueInput>;
  readonly label: string;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue) => void;
}

function OneValue({ field, input, label, value, onChange }: OneValueProps) {
  const t = useTexts('builder/condition');
  if (input === 'option') {
    const options = field.options!;
    const known = options.some((option) => option.value === value);
    const stray =
      value === undefined || value === '' ? [] : known ? [] : [{ value: optionKey(value), label: optionKey(value) }];
    return (
      <SelectField
        label={label}
        isLabelHidden
        value={value === undefined ? '' : optionKey(value)}
        choices={[
          { value: '', label: t('choose') },
          ...options.map((option) => ({ value: optionKey(option.value), label: option.label })),
          ...stray,
        ]}
        onChange={(key) => onChange(options.find((option) => optionKey(option.value) === key)?.value ?? key)}
      />
    );
  }
  const isHidden = { isLabelHidden: label === t('value') };
  if (input === 'date') {
    const mode = field.mode ?? 'd';
    return (
      <TextField
        {...{ label, ...isHidden }}
        type={mode === 'd' ? 'date' : mode === 't' ? 'time' : 'datetime-local'}
        value={toDateInput(typeof value === 'string' ? value : '', mode)}
        onChange={(text) => onChange(fromDateInput(text, mode))}
      />
    );
  }
  if (input === 'text') {
    return <TextField {...{ label, ...isHidden }} value={String(value ?? '')} onChange={onChange} />;
  }
  return (
    <TextField
      {...{ label, ...isHidden }}
      type="number"
      {...(input === 'count' && { min: 1 })}
      value={String(value ?? '')}
      onChange={(text) => onChange(text === '' || !Number.isFinite(Number(text)) ? '' : Number(text))}
    />
  );
}

interface OptionChecksProps {
  readonly field: KnownName;
  readonly values: readonly JsonValue[];
  readonly onChange: (values: readonly JsonValue[]) => void;
}

function OptionChecks({ field, values, onChange }: OptionChecksProps) {
  const t = useTexts('builder/condition');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame.
    <div class="option-checks" role="group" aria-label={t('values')}>
      {field.options!.map((option) => (
        <CheckField
          key={optionKey(option.value)}
          label={option.label}
          isChecked={values.includes(option.value)}
          onChange={(isChecked) =>
            onChange(
              field
                .options!.map((one) => one.value)
                .filter((value) => (value === option.value ? isChecked : values.includes(value))),
            )
          }
        />
      ))}
    </div>
  );
}
