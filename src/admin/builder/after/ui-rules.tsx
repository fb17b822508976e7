// What the person sees afterwards: messages and redirects, with what each comes to for the sample.
import type { UiRule } from '../../../core/definition/form-definition.ts';
import { directionOf } from '../../../core/locale/locale.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { moved, withCondition } from '../draft/after-actions-change.ts';
import { ConditionField } from '../expressions/condition-field.tsx';
import type { RuleListProps } from './card-props.ts';
import { conditionHolds, tryAddress } from './email-preview.ts';
import { ChipLine } from './message/chip-line.tsx';
import { MessageEditor } from './message/message-editor.tsx';
import { paragraphsHtml } from './message/message-html.ts';
import { RuleCard } from './rule-card.tsx';
import { ThanksPreview } from './thanks-card.tsx';

const defaults = { postSubmit: 'uiDefaultSubmit', postSave: 'uiDefaultSave', postEdit: 'uiDefaultEdit' } as const;

export function UiRules(props: RuleListProps<'ui'>) {
  const { rules, onChange, event, names, scope, chips, formId, locale, style } = props;
  const t = useTexts('builder/after');
  const nameOf = ({ type }: UiRule, at: number) => `${t(type === 'redirect' ? 'redirect' : 'message')} (${at + 1})`;
  return (
    <section class="card stack">
      <h2>{t('ui')}</h2>
      {event !== 'postTemplate' && rules.length === 0 && <p class="hint">{t(defaults[event])}</p>}
      {rules.map((rule, at) => (
        <RuleCard
          key={at}
          name={nameOf(rule, at)}
          at={at}
          count={rules.length}
          onMove={(step) => onChange(moved(rules, at, step))}
          onRemove={() => onChange(rules.toSpliced(at, 1))}
        >
          <UiRuleFields
            name={nameOf(rule, at)}
            {...{ rule, names, scope, chips, formId, locale, style }}
            onChange={(next, part) => onChange(rules.with(at, next), part && `${at}.${part}`)}
          />
        </RuleCard>
      ))}
      <div class="buttons">
        <Button icon="plus" onPress={() => onChange([...rules, { type: 'message', text: '' }])}>
          {t('addMessage')}
        </Button>
        <Button
          icon="plus"
          onPress={() => onChange([...rules, { type: 'redirect', redirectOptions: { url: 'https://' } }])}
        >
          {t('addRedirect')}
        </Button>
      </div>
    </section>
  );
}

interface UiRuleFieldsProps
  extends Pick<RuleListProps<'ui'>, 'names' | 'scope' | 'chips' | 'formId' | 'locale' | 'style'> {
  readonly rule: UiRule;
  /** What the rule is called. */
  readonly name: string;
  readonly onChange: (rule: UiRule, part?: string) => void;
}

function UiRuleFields(props: UiRuleFieldsProps) {
  const { rule, names, scope, onChange } = props;
  const t = useTexts('builder/after');
  return (
    <>
      {rule.type === 'redirect' ? <RedirectFields {...props} /> : <MessageFields {...props} />}
      <ConditionField
        label={t('condition')}
        value={rule.if}
        {...{ names }}
        onChange={(condition) => onChange(withCondition(rule, condition), 'if')}
      />
      {!conditionHolds(rule.if, scope) && <p class="sample-result quiet-text">{t('skipped')}</p>}
    </>
  );
}

function RedirectFields({ rule, chips, scope, onChange }: UiRuleFieldsProps) {
  const t = useTexts('builder/after');
  const source = String(rule.redirectOptions?.url ?? '');
  const shown = tryAddress(source, scope);
  return (
    <>
      <ChipLine
        label={t('url')}
        isAddress
        chips={chips}
        hint={t('urlHint')}
        error={shown === undefined || /^https?:\/\//.test(shown) ? undefined : t('notWeb')}
        value={source}
        onChange={(url) => onChange({ ...rule, redirectOptions: { ...rule.redirectOptions, url } }, 'url')}
      />
      <p class="sample-result">
        <span class="quiet-text">{t('result')}</span> <bdi class="lines">{shown ?? ''}</bdi>
      </p>
    </>
  );
}

function MessageFields({ rule, name, names, chips, scope, formId, locale, style, onChange }: UiRuleFieldsProps) {
  const t = useTexts('builder/after');
  const cards = useTexts('builder/card');
  const direction = directionOf(locale);
  return (
    <div class="email-columns">
      <MessageEditor
        label={t('messageText')}
        {...{ names, chips, direction, style, formId }}
        value={rule.html ?? paragraphsHtml(rule.text ?? '')}
        onChange={(html, text) => onChange({ ...rule, text, html }, 'html')}
      />
      <ThanksPreview {...{ rule, scope, direction }} title={cards('preview', { name })} />
    </div>
  );
}
