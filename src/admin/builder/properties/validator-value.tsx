// What a validator compares with: a number, a date, a pattern with a box to try it, an expression, or a server.
import { useState } from 'preact/hooks';
import type { Element, JsonValue, Validator } from '../../../core/definition/form-definition.ts';
import { compilePattern } from '../../../core/text/pattern.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { type ExpressionNames, withFacts } from '../expressions/expression-names.ts';
import { fromDateInput, toDateInput } from './date-input.ts';
import { isLimitExpression } from './validator-fit.ts';

export interface ValidatorValueProps {
  readonly element: Element;
  readonly rule: Validator;
  readonly names: ExpressionNames;
  readonly onChange: (rule: Validator) => void;
}

export function ValidatorValue(props: ValidatorValueProps) {
  const { rule, names, onChange } = props;
  const t = useTexts('builder/validators');
  if (['str/email', 'str/url', 'num/integer'].includes(rule.type)) return null;
  if (rule.type === 'str/pattern') return <PatternValue {...props} />;
  if (rule.type === 'remote') return <RemoteValue {...props} />;
  if (rule.type !== 'expr') return <LimitValue {...props} />;
  return (
    <ExpressionField
      label={t('expression')}
      kind="expression"
      names={withFacts(names, ['value'])}
      hint={t('expressionHint')}
      value={String(rule.value ?? '')}
      onChange={(value) => onChange({ ...rule, value })}
    />
  );
}

function LimitValue({ element, rule, names, onChange }: ValidatorValueProps) {
  const t = useTexts('builder/validators');
  const isDate = rule.type.startsWith('date/');
  const [isWanted, setWanted] = useState(false);
  const isExpression = isWanted || isLimitExpression(rule.value, rule.type);
  const set = (value: JsonValue) => {
    const { value: _, ...rest } = rule;
    onChange(value === '' ? rest : { ...rule, value });
  };
  const label = t('limit');
  return (
    <>
      {isExpression ? (
        <ExpressionField
          {...{ label }}
          kind="expression"
          names={withFacts(names, ['value'])}
          value={String(rule.value ?? '')}
          onChange={set}
        />
      ) : isDate ? (
        <DateLimit {...{ element, label }} value={rule.value} onChange={set} />
      ) : (
        <TextField
          {...{ label }}
          type="number"
          {...(!rule.type.startsWith('num/') && { min: 0 })}
          value={String(rule.value ?? '')}
          onChange={(text) => set(text === '' ? '' : Number(text))}
        />
      )}
      <Button
        kind="quiet"
        icon={isExpression ? 'edit' : 'code'}
        onPress={() => {
          setWanted(!isExpression);
          if (isExpression && isLimitExpression(rule.value, rule.type)) set('');
        }}
      >
        {t(isExpression ? 'byValue' : 'byExpression')}
      </Button>
    </>
  );
}

interface DateLimitProps {
  readonly element: Element;
  readonly label: string;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue) => void;
}

function DateLimit({ element: { typeValidator }, label, value, onChange }: DateLimitProps) {
  const mode = (typeof typeValidator === 'object' && typeValidator !== null && typeValidator.mode) || 'd';
  const text = typeof value === 'string' ? value : '';
  const stored = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text;
  return (
    <TextField
      label={label}
      type={mode === 'd' ? 'date' : mode === 't' ? 'time' : 'datetime-local'}
      value={toDateInput(stored, mode)}
      onChange={(typed) => onChange(mode === 'd' ? typed : fromDateInput(typed, mode))}
    />
  );
}

const readyPatterns = {
  digits: '^[0-9]+$',
  letters: '^[\\p{L} ]+$',
  phone: '^[+]?[0-9() -]{7,20}$',
  idNumber: '^[0-9]{9}$',
  zip: '^[0-9]{7}$',
} as const;

function PatternValue({ rule, onChange }: ValidatorValueProps) {
  const t = useTexts('builder/validators');
  const [tried, setTried] = useState('');
  const source = String(rule.value ?? '');
  const pattern = source === '' ? undefined : compilePattern(source);
  const problem = pattern !== undefined && 'problem' in pattern ? pattern.problem : undefined;
  const ready = Object.entries(readyPatterns).find(([, one]) => one === source)?.[0] ?? 'ownPattern';
  const set = (value: string) => onChange({ ...rule, value });
  return (
    <>
      <SelectField
        label={t('ready')}
        value={ready as keyof typeof readyPatterns | 'ownPattern'}
        choices={(['ownPattern', ...Object.keys(readyPatterns)] as (keyof typeof readyPatterns | 'ownPattern')[]).map(
          (value) => ({ value, label: t(value) }),
        )}
        onChange={(key) => set(key === 'ownPattern' ? '' : readyPatterns[key])}
      />
      <TextField
        label={t('pattern')}
        dir="ltr"
        isMono
        hint={t('patternHint')}
        error={problem === undefined ? undefined : t('broken', { problem })}
        value={source}
        onChange={set}
      />
      <TextField label={t('tryIt')} value={tried} onChange={setTried} />
      <p role="status" class="pattern-result">
        {tried !== '' && pattern !== undefined && 'test' in pattern && t(pattern.test(tried) ? 'fits' : 'fitsNot')}
      </p>
    </>
  );
}

function RemoteValue({ rule, names, onChange }: ValidatorValueProps) {
  const t = useTexts('builder/validators');
  const { url = '', qs } = rule.req ?? {};
  return (
    <>
      <TextField
        label={t('url')}
        dir="ltr"
        isMono
        hint={t('urlHint')}
        value={url}
        onChange={(next) => onChange({ ...rule, req: { ...rule.req, url: next } })}
      />
      <ExpressionField
        label={t('qs')}
        kind="expression"
        names={withFacts(names, ['value'])}
        hint={t('qsHint')}
        value={qs ?? ''}
        onChange={(next) => onChange({ ...rule, req: next === '' ? { url } : { url, qs: next } })}
      />
      <ExpressionField
        label={t('res')}
        kind="expression"
        names={withFacts(names, ['value', 'res'])}
        hint={t('resHint')}
        value={rule.res ?? ''}
        onChange={(res) => onChange({ ...rule, res })}
      />
    </>
  );
}
