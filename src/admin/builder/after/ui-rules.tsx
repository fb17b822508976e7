// What the person sees afterwards: messages and redirects, with what each comes to for the sample.
import type { Scope } from '../../../core/expression/compile.ts';
import type { UiRule } from '../../../core/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { moved, withCondition } from '../draft/after-actions-change.ts';
import { ConditionField } from '../expressions/condition-field.tsx';
import { ExpressionField } from '../expressions/expression-field.tsx';
import type { ExpressionNames } from '../expressions/expression-names.ts';
import { pageTexts } from '../properties/page-texts.ts';
import { afterTexts } from './after-texts.ts';
import type { RuleListProps } from './after-view.tsx';
import { conditionHolds, tryAddress, tryRender } from './email-preview.ts';
import { ChipLine } from './message/chip-line.tsx';
import type { ChipNames } from './message/chip-names.ts';
import { RuleCard } from './rule-card.tsx';

const defaults = { postSubmit: 'uiDefaultSubmit', postSave: 'uiDefaultSave', postEdit: 'uiDefaultEdit' } as const;

export function UiRules({ rules, onChange, event, names, scope, chips }: RuleListProps<'ui'>) {
  const t = useTexts(afterTexts);
  return (
    <section class="card stack">
      <h2>{t('ui')}</h2>
      {event !== 'postTemplate' && rules.length === 0 && <p class="hint">{t(defaults[event])}</p>}
      {rules.map((rule, at) => (
        <RuleCard
          key={at}
          name={`${t(rule.type === 'redirect' ? 'redirect' : 'message')} (${at + 1})`}
          at={at}
          count={rules.length}
          onMove={(step) => onChange(moved(rules, at, step))}
          onRemove={() => onChange(rules.toSpliced(at, 1))}
        >
          <UiRuleFields
            {...{ rule, names, scope, chips }}
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

function withHtml({ html: _, ...rule }: UiRule, html: string): UiRule {
  return html === '' ? rule : { ...rule, html };
}

interface UiRuleFieldsProps {
  readonly rule: UiRule;
  readonly names: ExpressionNames;
  readonly scope: Scope;
  readonly chips: ChipNames;
  readonly onChange: (rule: UiRule, part?: string) => void;
}

function UiRuleFields({ rule, names, scope, chips, onChange }: UiRuleFieldsProps) {
  const t = useTexts(afterTexts);
  const page = useTexts(pageTexts);
  const isRedirect = rule.type === 'redirect';
  const source = String((isRedirect ? rule.redirectOptions?.url : rule.text) ?? '');
  const shown = isRedirect ? tryAddress(source, scope) : tryRender(source, 'text', scope);
  const applies = conditionHolds(rule.if, scope);
  return (
    <>
      {isRedirect ? (
        <ChipLine
          label={t('url')}
          isAddress
          chips={chips}
          hint={t('urlHint')}
          error={shown === undefined || /^https?:\/\//.test(shown) ? undefined : t('notWeb')}
          value={source}
          onChange={(url) => onChange({ ...rule, redirectOptions: { ...rule.redirectOptions, url } }, 'url')}
        />
      ) : (
        <>
          <ExpressionField
            label={t('messageText')}
            kind="template"
            {...{ names }}
            rows={3}
            value={source}
            onChange={(text) => onChange({ ...rule, text }, 'text')}
          />
          <ExpressionField
            label={page('messageHtml')}
            kind="template"
            isMono
            {...{ names }}
            rows={2}
            hint={page('htmlHint')}
            value={rule.html ?? ''}
            onChange={(html) => onChange(withHtml(rule, html), 'html')}
          />
        </>
      )}
      <ConditionField
        label={t('condition')}
        value={rule.if}
        {...{ names }}
        onChange={(condition) => onChange(withCondition(rule, condition), 'if')}
      />
      <p class="sample-result">
        {applies ? (
          <>
            <span class="quiet-text">{t('result')}</span> <bdi class="lines">{shown ?? ''}</bdi>
          </>
        ) : (
          <span class="quiet-text">{t('skipped')}</span>
        )}
      </p>
    </>
  );
}
