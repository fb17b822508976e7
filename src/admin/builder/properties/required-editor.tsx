// Whether a field must be filled: no, yes, or when a condition holds; with a message of its own and a level.
// [validation.required]
import type { Condition, Element, RequiredRule } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { RuleMessage, type Said } from '../after/rule-message.tsx';
import { ConditionField } from '../expressions/condition-field.tsx';
import type { ExpressionNames } from '../expressions/expression-names.ts';

type Required = Element['reqValidator'];

export interface RequiredEditorProps {
  readonly value: Required;
  readonly onChange: (value: Required) => void;
  readonly names: ExpressionNames;
}

export function RequiredEditor({ value, onChange, names }: RequiredEditorProps) {
  const t = useTexts('builder/requiredEditor');
  const rule: RequiredRule = typeof value === 'object' && value !== null ? value : { req: value === true };
  const condition = rule.req ?? true;
  const { message, level } = rule;
  const said: Said = { ...(message && { message }), ...(level && { level }) };
  return (
    <>
      <ConditionField
        label={t('required')}
        value={condition}
        names={names}
        fallback={false}
        isQuestion
        onChange={(next) => onChange(writeRequired(next, said))}
      />
      {condition !== false && (
        <details class="rule-details">
          <summary>{t('details')}</summary>
          <div class="stack tight">
            <RuleMessage said={said} onChange={(next) => onChange(writeRequired(condition, next))} />
          </div>
        </details>
      )}
    </>
  );
}

export function writeRequired(condition: Condition | undefined, said: Said): Required {
  if (condition === undefined || condition === false) return undefined;
  const isPlain = said.message === undefined && said.level === undefined;
  if (condition === true) return isPlain ? true : said;
  return { req: condition, ...said };
}
