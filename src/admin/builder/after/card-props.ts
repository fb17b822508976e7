// What the cards and lists of rules after a submit are given.
import type { AfterActions, FormDefinition } from '../../../core/definition/form-definition.ts';
import type { Scope } from '../../../core/expression/compile.ts';
import type { Locale } from '../../../core/locale/locale.ts';
import type { ActionList, AfterEvent } from '../draft/after-actions-change.ts';
import type { ExpressionNames } from '../expressions/expression-names.ts';
import type { ChipNames } from './message/chip-names.ts';
import type { MessageStyle } from './message/message-html.ts';
import type { Sample } from './sample-scope.ts';

/** What everything on the page shares. */
export interface Shared {
  readonly formId: string;
  readonly definition: FormDefinition;
  readonly names: ExpressionNames;
  readonly chips: ChipNames;
  readonly scope: Scope;
  readonly sample: Sample;
  /** The form's language, for ready-made texts. */
  readonly locale: Locale;
  /** Of buttons in messages. */
  readonly style: MessageStyle;
}

export interface CardProps extends Shared {
  /** `step` names what is being typed in: it is undone as one. */
  readonly onChange: (make: (definition: FormDefinition) => FormDefinition, step?: string) => void;
}

/** What the lists of rules share. */
export interface RuleListProps<List extends ActionList> extends Shared {
  readonly rules: NonNullable<AfterActions[List]>;
  readonly onChange: (rules: NonNullable<AfterActions[List]>, step?: string) => void;
  readonly event: AfterEvent;
  /** Whether the rule at this place is edited in one of the three cards. */
  readonly isOfCard: (at: number) => boolean;
}
