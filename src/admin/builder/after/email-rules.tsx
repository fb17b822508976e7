// The emails of an event: each edited beside what it comes to for the sample.
import { useRef } from 'preact/hooks';
import type { EmailRule } from '../../../core/definition/form-definition.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { Menu } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notices.tsx';
import { moved } from '../draft/after-actions-change.ts';
import { useFocusAfter } from '../outline/use-focus-after.ts';
import type { RuleListProps } from './card-props.ts';
import { EmailFields } from './email-fields.tsx';
import { EmailPreviewCard } from './email-preview-card.tsx';
import { emailRecipe, type Recipe } from './email-recipes.ts';
import { RuleCard } from './rule-card.tsx';
import { SendTest } from './send-test.tsx';

const recipes: readonly Recipe[] = ['notice', 'thanks', 'json', 'empty'];

export function EmailRules(props: RuleListProps<'emails'>) {
  const { rules, onChange, names, chips, scope, locale, style, isOfCard, formId, definition, sample } = props;
  const t = useTexts('builder/after');
  const { user, page } = useApp();
  const box = useRef<HTMLElement>(null);
  const focus = useFocusAfter((at: number) =>
    box.current
      ?.querySelectorAll('.rule-card')
      [at]?.querySelector<HTMLElement>('.email-columns :is([role=textbox], button)'),
  );
  const add = (recipe: Recipe) => {
    onChange([...rules, emailRecipe(recipe, names, locale, { owner: user.email, color: style.color })]);
    focus(rules.length);
  };
  return (
    <section class="card stack" ref={box}>
      <h2>{t('emails')}</h2>
      {rules.length === 0 && <p class="hint">{t('emailsNone')}</p>}
      {rules.some((_, at) => !isOfCard(at)) && !page.hasMail && (
        <Notice kind="warning">
          <p>{t('noMail')}</p>
          <p>{t('noMailHow')}</p>
        </Notice>
      )}
      {rules.map((rule: EmailRule, at) =>
        isOfCard(at) ? (
          <p key={at} class="quiet-text">
            {t('inCard', { name: t('email', { number: at + 1 }) })}
          </p>
        ) : (
          <RuleCard
            key={at}
            name={t('email', { number: at + 1 })}
            at={at}
            count={rules.length}
            onMove={(step) => onChange(moved(rules, at, step))}
            onRemove={() => onChange(rules.toSpliced(at, 1))}
          >
            <div class="email-columns">
              <EmailFields
                {...{ rule, formId, names, chips, locale, style }}
                onChange={(next, part) => onChange(rules.with(at, next), part && `${at}.${part}`)}
              />
              <div class="stack preview-side">
                <EmailPreviewCard {...{ rule, scope }} number={at + 1} />
                <SendTest {...{ rule, formId, definition, sample }} />
              </div>
            </div>
          </RuleCard>
        ),
      )}
      <div class="buttons">
        <Menu
          label={t('addEmail')}
          icon="plus"
          kind="secondary"
          items={recipes.map((recipe) => ({ label: t(recipe), onSelect: () => add(recipe) }))}
        />
      </div>
    </section>
  );
}
