// What happens after sending: three plain cards, switched on and done; and under "More" every rule of every moment. Everything is
// shown on sample data at once. [after-actions.triggers] [after-actions.conditions]

import { useId, useMemo, useState } from 'preact/hooks';
import type { AfterActions, FormDefinition } from '../../../core/definition/form-definition.ts';
import { localeOf } from '../../../core/locale/locale.ts';
import { docHtml } from '../../../fields/doc/view/clean-doc.ts';
import { useSlice } from '../../../web/store.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { type ActionList, type AfterEvent, events, withActions } from '../draft/after-actions-change.ts';
import type { FormDraft } from '../draft/form-draft.ts';
import { fieldNames, messageFacts, withFacts } from '../expressions/expression-names.ts';
import type { CardProps, RuleListProps, Shared } from './card-props.ts';
import { emailPlace, thanksPlace } from './card-rules.ts';
import { EmailCard } from './email-card.tsx';
import { EmailRules } from './email-rules.tsx';
import { chipNames } from './message/chip-names.ts';
import { RenderRules } from './render-rules.tsx';
import { SamplePicker, useSample } from './sample-picker.tsx';
import { sampleScope } from './sample-scope.ts';
import { ThanksCard } from './thanks-card.tsx';
import { UiRules } from './ui-rules.tsx';

/** Where the form has no color of its own. */
const buttonColor = '#0b6b53';

export function AfterView({ draft, formId }: { draft: FormDraft; formId: string }) {
  const cards = useTexts('builder/card');
  const message = useTexts('builder/message');
  const { page } = useApp();
  const definition = useSlice(draft, () => draft.get().definition);
  const { formSchema, locale, theme } = definition;
  // What is written here changes no question.
  const names = useMemo(() => withFacts(fieldNames(definition), messageFacts), [formSchema]);
  const chips = useMemo(() => chipNames(names, message), [names, message]);
  const sample = useSample(definition, formId);
  const scope = useMemo(
    () => sampleScope(definition, sample.sample, { formId, appUrl: page.appUrl, cleanHtml: docHtml }),
    [formSchema, locale, definition.name, definition.publicName, sample.sample, formId, page.appUrl],
  );
  const style = useMemo(() => ({ color: theme?.color ?? buttonColor }), [theme?.color]);
  const form = { formId, definition, names, chips, scope, style, sample: sample.sample, locale: localeOf(locale) };
  const card: CardProps = { ...form, onChange: (make, step) => draft.change(make, step && `after.${step}`) };
  const [isOpen] = useState(hasOtherRules(definition));
  return (
    <div class="after-view stack">
      <SamplePicker {...sample} />
      <ThanksCard {...card} />
      <EmailCard key="notify" card="notify" {...card} />
      <EmailCard key="confirm" card="confirm" {...card} />
      <details class="after-more" open={isOpen}>
        <summary>{cards('more')}</summary>
        <MoreRules draft={draft} form={form} />
      </details>
    </div>
  );
}

function hasOtherRules(definition: FormDefinition): boolean {
  const ofCards = [thanksPlace(definition), emailPlace(definition, 'notify'), emailPlace(definition, 'confirm')];
  const all = events.reduce((sum, event) => sum + countRules(definition[event]), 0);
  return all > ofCards.filter((at) => at !== -1).length;
}

function MoreRules({ draft, form }: { draft: FormDraft; form: Shared }) {
  const t = useTexts('builder/after');
  const { definition } = form;
  const [event, setEvent] = useState<AfterEvent>('postSubmit');
  const actions = definition[event] ?? {};
  const isOfCard = (list: ActionList, at: number) => {
    if (event !== 'postSubmit' || list !== 'emails') return false;
    return (['notify', 'confirm'] as const).some((card) => emailPlace(definition, card) === at);
  };
  const propsOf = <List extends ActionList>(list: List): RuleListProps<List> => ({
    ...form,
    rules: (Array.isArray(actions[list]) ? actions[list] : []) as NonNullable<AfterActions[List]>,
    onChange: (rules, step) =>
      draft.change((now) => withActions(now, event, list, rules), step && `${event}.${list}.${step}`),
    event,
    isOfCard: (at) => isOfCard(list, at),
  });
  return (
    <div class="stack">
      <EventTabs {...{ event }} counts={events.map((one) => countRules(definition[one]))} onChoose={setEvent} />
      <p class="quiet-text">{t(`${event}Hint`)}</p>
      {event !== 'postTemplate' && <UiRules {...propsOf('ui')} />}
      <EmailRules key={event} {...propsOf('emails')} />
      <RenderRules {...propsOf('renders')} />
    </div>
  );
}

function countRules(actions: AfterActions | undefined): number {
  return Object.values(actions ?? {}).reduce((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}

interface EventTabsProps {
  readonly event: AfterEvent;
  readonly counts: readonly number[];
  readonly onChoose: (event: AfterEvent) => void;
}

function EventTabs({ event, counts, onChoose }: EventTabsProps) {
  const t = useTexts('builder/after');
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame.
    <div class="event-tabs" role="group" aria-label={t('events')}>
      {events.map((one, at) => (
        <button
          key={one}
          type="button"
          id={`${id}-${one}`}
          class="event-tab"
          aria-pressed={one === event}
          onClick={() => onChoose(one)}
        >
          {t(one)}
          {counts[at]! > 0 && (
            <span class="badge">
              <span class="visually-hidden">{t('count', { count: counts[at]! })}</span>
              <span aria-hidden="true">{counts[at]}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
