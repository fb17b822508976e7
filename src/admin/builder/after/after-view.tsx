// What happens after a submit, a save, an edit, a template: what the person sees, emails, PDFs. Everything is shown on sample
// data at once. [after-actions.triggers] [after-actions.conditions]

import { useId, useMemo, useState } from 'preact/hooks';
import type { Scope } from '../../../core/expression/compile.ts';
import type { AfterActions } from '../../../core/form-definition.ts';
import { type Locale, localeOf } from '../../../core/locale.ts';
import { useSlice } from '../../../web/store.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { type ActionList, type AfterEvent, events, withActions } from '../draft/after-actions-change.ts';
import type { FormDraft } from '../draft/form-draft.ts';
import { type ExpressionNames, fieldNames } from '../expressions/expression-names.ts';
import { afterTexts } from './after-texts.ts';
import { EmailRules } from './email-rules.tsx';
import { RenderRules } from './render-rules.tsx';
import { SamplePicker, useSample } from './sample-picker.tsx';
import { sampleScope } from './sample-scope.ts';
import { UiRules } from './ui-rules.tsx';

/** What the lists of rules share. */
export interface RuleListProps<List extends ActionList> {
  readonly rules: NonNullable<AfterActions[List]>;
  /** `step` names what is being typed in: it is undone as one. */
  readonly onChange: (rules: NonNullable<AfterActions[List]>, step?: string) => void;
  readonly event: AfterEvent;
  readonly names: ExpressionNames;
  readonly scope: Scope;
  /** The form's language, for ready-made texts. */
  readonly locale: Locale;
}

export function AfterView({ draft, formId }: { draft: FormDraft; formId: string }) {
  const t = useTexts(afterTexts);
  const { page } = useApp();
  const definition = useSlice(draft, () => draft.get().definition);
  const [event, setEvent] = useState<AfterEvent>('postSubmit');
  const names = useMemo(() => fieldNames(definition), [definition]);
  const sample = useSample(definition, formId);
  const scope = useMemo(
    () => sampleScope(definition, sample.sample, { formId, appUrl: page.appUrl }),
    [definition, sample.sample, formId, page.appUrl],
  );
  const actions = definition[event] ?? {};
  const propsOf = <List extends ActionList>(list: List): RuleListProps<List> => ({
    rules: (Array.isArray(actions[list]) ? actions[list] : []) as NonNullable<AfterActions[List]>,
    onChange: (rules, step) =>
      draft.change((now) => withActions(now, event, list, rules), step && `${event}.${list}.${step}`),
    event,
    names,
    scope,
    locale: localeOf(definition.locale),
  });
  return (
    <div class="after-view stack">
      <EventTabs {...{ event }} counts={events.map((one) => countRules(definition[one]))} onChoose={setEvent} />
      <p class="quiet-text">{t(`${event}Hint`)}</p>
      <SamplePicker {...sample} />
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
  const t = useTexts(afterTexts);
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
