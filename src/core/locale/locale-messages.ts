// The item messages of entry_failed_validation, in the form's own language whatever the request's `locale`: here in English,
// in locale-messages-he.ts in Hebrew. A page loads only the language of its form; a plan holds it as `itemTexts`.
// Every message exists in English and Hebrew. [validation.messages.language]

import type { DateMode } from '../../fields/date/value.ts';
import type { Element, JsonValue } from '../definition/form-definition.ts';
import { fillText } from '../text/fill-text.ts';
import type { ValueType } from '../values/value-type.ts';

export type MessageKey = keyof typeof englishItemTexts;
export type ItemTexts = Readonly<Record<MessageKey, string>> & Wording;

/** What the fill page says in its own way; the API's texts have none of it. [fill-links.words] */
interface Wording {
  /** Instead of `invalidType`, for what was sent and is not of this type. */
  readonly unread?: (type: ValueType, sent?: JsonValue) => string | undefined;
  /** Instead of `required`, for a question of this kind. */
  readonly needed?: (step: NeededStep) => string | undefined;
  /** A limit of a date field as the page shows dates. */
  readonly dateText?: (stored: string, mode: DateMode) => string;
  /** The same for a message that came from the API, about a value of this type. */
  readonly ofApi?: (message: string, type?: ValueType) => string;
}

/** What decides which words ask for an answer: a field, or rows, which have no value. */
export interface NeededStep {
  readonly value?: ValueType;
  readonly element: Element;
  readonly options?: unknown;
}

/** The text of an item message: `{0}` is the first argument, `row[|s]` ends one way for one and another for many. */
export function itemText(texts: ItemTexts, key: MessageKey, ...values: (string | number)[]): string {
  return fillText(texts[key], values);
}

export const englishItemTexts = {
  required: "You can't leave this empty.",
  notInOptions: 'not in options',
  invalidType: 'Invalid data type.',
  rows: 'There must be {0} row[|s] or less',
  email: 'Must be a valid email address.',
  url: 'Must be a valid web address.',
  phone: 'Must be a valid phone number.',
  minLength: 'Must be at least {0} character[|s] long.',
  maxLength: 'Must be at most {0} character[|s] long.',
  pattern: 'Not in the required format.',
  min: 'Must be {0} or more.',
  max: 'Must be {0} or less.',
  integer: 'Must be a whole number.',
  dateMin: 'Must be {0} or later.',
  dateMax: 'Must be {0} or earlier.',
  minItems: 'There must be {0} or more.',
  maxItems: 'There must be {0} or less.',
  invalidValue: 'Invalid value.',
  unreachable: 'This value could not be checked. Please try again.',
  tooMuchWork: 'This form asks for too much work to be checked.',
  fileType: 'This type of file is not allowed.',
  fileMaxSize: 'Each file must be {0} byte[|s] or less.',
  fileMaxNum: 'There must be {0} file[|s] or less.',
};
