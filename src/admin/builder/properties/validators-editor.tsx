// The validators of an element: those that fit its kind, each in plain words with its value, message and level.
// docs/form-language.md "Validators". [validation.validators]

import { useRef } from 'preact/hooks';
import type { Element, Validator } from '../../../core/definition/form-definition.ts';
import type { Locale } from '../../../core/locale/locale.ts';
import type { ValidatorType } from '../../../fields/builder.ts';
import { useApp } from '../../app-context.ts';
import { hasText, useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { RuleMessage } from '../after/rule-message.tsx';
import type { ExpressionNames } from '../expressions/expression-names.ts';
import { isSetValidator, readSetOptions, setValidator } from '../options/options-set-query.ts';
import { useFocusAfter } from '../outline/use-focus-after.ts';
import { readValidator, validatorsFor, writeValidator } from './validator-fit.ts';
import { ValidatorValue } from './validator-value.tsx';

export interface ValidatorsEditorProps {
  readonly element: Element;
  readonly onChange: (validators: Element['validators']) => void;
  readonly names: ExpressionNames;
  /** Of messages that are written into the form. */
  readonly formLocale?: Locale;
}

export function ValidatorsEditor({ element, onChange, names, formLocale }: ValidatorsEditorProps) {
  const t = useTexts('builder/validators');
  const { page, locale } = useApp();
  const box = useRef<HTMLDivElement>(null);
  const list = Array.isArray(element.validators) ? element.validators.map(readValidator) : [];
  const types = validatorsFor(element);
  const set = (next: readonly Validator[]) => onChange(next.length === 0 ? undefined : next.map(writeValidator));
  const focus = useFocusAfter((wish: 'last' | 'menu') => {
    if (wish === 'menu') return box.current?.querySelector<HTMLElement>('[aria-haspopup=menu]');
    return [...(box.current?.querySelectorAll('.validator') ?? [])]
      .at(-1)
      ?.querySelector<HTMLElement>('input, select, textarea, summary');
  });
  const add = (rule: Validator) => {
    set([...list, rule]);
    focus('last');
  };
  const query = readSetOptions(element.options);
  const canAskSet = query !== undefined && !list.some((item) => isSetValidator(item, query.setId));
  const setItem = {
    label: t('setOnly'),
    onSelect: () => add(setValidator(page.api, query!, formLocale ?? locale)),
  };
  const items = types
    .filter((type) => type === 'expr' || type === 'remote' || !list.some((item) => item.type === type))
    .map((type) => ({ label: t(type), onSelect: () => add(newRule(type)) }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame.
    <div class="stack tight" role="group" aria-label={t('title')} ref={box}>
      <h3 class="rules-title">{t('title')}</h3>
      {list.length === 0 && <p class="hint">{t('none')}</p>}
      {list.map((rule, at) => (
        <ValidatorCard
          key={`${rule.type}-${at}`}
          {...{ element, rule, names }}
          onChange={(next) => set(list.with(at, next))}
          onRemove={() => {
            set(list.toSpliced(at, 1));
            focus('menu');
          }}
        />
      ))}
      <Menu label={t('add')} icon="plus" kind="secondary" items={canAskSet ? [setItem, ...items] : items} />
    </div>
  );
}

function newRule(type: ValidatorType): Validator {
  if (type === 'remote') return { type, req: { url: '' }, res: 'res.data.isValid' };
  if (type === 'expr') return { type, value: '' };
  if (type === 'str/pattern') return { type, value: '' };
  return type === 'arr/minLength' || type === 'str/minLength' ? { type, value: 1 } : { type };
}

interface ValidatorCardProps {
  readonly element: Element;
  readonly rule: Validator;
  readonly names: ExpressionNames;
  readonly onChange: (rule: Validator) => void;
  readonly onRemove: () => void;
}

function ValidatorCard({ element, rule, names, onChange, onRemove }: ValidatorCardProps) {
  const t = useTexts('builder/validators');
  const isKnown = hasText('builder/validators', rule.type);
  const isSet = isSetValidator(rule);
  const name = isSet ? t('setOnly') : isKnown ? t(rule.type as ValidatorType) : String(rule.type);
  const isMisfit = !isSet && !(validatorsFor(element) as readonly string[]).includes(rule.type);
  const { message, level, ...plain } = rule;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame.
    <div class="validator" role="group" aria-label={name}>
      <div class="validator-head">
        <span class="validator-name">{name}</span>
        <Button kind="quiet" icon="close" label={t('remove', { name })} onPress={onRemove} />
      </div>
      {isMisfit && <p class="source-warning">{t('misfit')}</p>}
      {!isSet && <ValidatorValue {...{ element, rule, names, onChange }} />}
      <details class="rule-details">
        <summary>{t('details')}</summary>
        <div class="stack tight">
          <RuleMessage
            said={{ ...(message && { message }), ...(level && { level }) }}
            onChange={(said) => onChange({ ...plain, ...said })}
          />
        </div>
      </details>
    </div>
  );
}
