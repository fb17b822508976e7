// When a PDF of the entry is archived. Several rules archive once.
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { moved, withCondition } from '../draft/after-actions-change.ts';
import { ConditionField } from '../expressions/condition-field.tsx';
import type { RuleListProps } from './card-props.ts';
import { conditionHolds } from './email-preview.ts';
import { RuleCard } from './rule-card.tsx';

export function RenderRules({ rules, onChange, names, scope }: RuleListProps<'renders'>) {
  const t = useTexts('builder/after');
  return (
    <section class="card stack">
      <h2>{t('renders')}</h2>
      <p class="hint">{t(rules.length === 0 ? 'rendersNone' : 'rendersHint')}</p>
      {rules.map((rule, at) => (
        <RuleCard
          key={at}
          name={t('rule', { number: at + 1 })}
          at={at}
          count={rules.length}
          onMove={(step) => onChange(moved(rules, at, step))}
          onRemove={() => onChange(rules.toSpliced(at, 1))}
        >
          <ConditionField
            label={t('condition')}
            value={rule.if}
            {...{ names }}
            onChange={(condition) => onChange(rules.with(at, withCondition(rule, condition, 'true')), `${at}.if`)}
          />
          {!conditionHolds(rule.if, scope) && <p class="quiet-text">{t('skipped')}</p>}
        </RuleCard>
      ))}
      <div class="buttons">
        <Button icon="plus" onPress={() => onChange([...rules, { if: 'true' }])}>
          {t('addRender')}
        </Button>
      </div>
    </section>
  );
}
