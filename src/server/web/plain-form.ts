// A form as ordinary HTML, for browsers without script and for pages whose script does not come. [fill-links.plain]
import { randomUUID } from 'node:crypto';
import type { ItemMessage } from '../../core/definition/definition-parts.ts';
import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import type { Locale } from '../../core/locale/locale.ts';
import { optionKey } from '../../core/plan/option-list.ts';
import type { ValueType } from '../../core/values/value-type.ts';
import { pagesWords } from '../../words/all/server/pages.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { controlName, getAt } from './plain-data.ts';
import type { PlainItem, PlainQuestion } from './plain-questions.ts';

export interface PlainForm {
  readonly items: readonly PlainItem[];
  readonly data: JsonObject;
  readonly locale: Locale;
  readonly submitText?: string | undefined;
  readonly messages?: readonly ItemMessage[];
  /** Puts a message about a value of this type into the words of a page. */
  readonly inPageWords?: ((message: string, type: ValueType) => string) | undefined;
  /** Something that concerns no single question. */
  readonly refusal?: string | undefined;
  /** Of what is being sent again. */
  readonly key?: string | undefined;
}

/** The name of the control that tells two sends of one page from two pages. */
export const keyName = 'key';

export function plainForm(form: PlainForm): string {
  const { items, locale, refusal, key = randomUUID() } = form;
  const submit = escapeHtml(form.submitText || pagesWords[locale].plain.submit);
  const questions = items.filter((item) => 'control' in item);
  const drawing = { ...form, said: byPath(form.messages ?? []) };
  const said = questions.flatMap((question, at) =>
    messagesOf(question, drawing).map((text) => ({ question, at, text })),
  );
  const summary = said
    .map(
      ({ question, at, text }) =>
        `<li><a href="#p${at}">${escapeHtml(labelOf(question))}</a> – ${escapeHtml(text)}</li>`,
    )
    .join('');
  const other = refusal === undefined ? '' : `<p class="notice error">${escapeHtml(refusal)}</p>`;
  const problems =
    summary === ''
      ? ''
      : `<div class="summary"><p><strong>${pagesWords[locale].plain.problems}</strong></p><ul>${summary}</ul></div>`;
  const note = questions.some(isRequired) ? `<p class="hint star-note">${pagesWords[locale].plain.required}</p>` : '';
  let at = -1;
  const drawn = items.map((item) => {
    if (!('control' in item)) return drawWords(item);
    at += 1;
    return drawQuestion(item, { ...drawing, id: `p${at}` });
  });
  return `<form class="plain-form" method="post" accept-charset="utf-8">${other}${problems}${note}<div class="elements">${drawn.join('')}</div>
<input type="hidden" name="${keyName}" value="${escapeHtml(key)}">
<div class="finish"><div class="buttons"><button type="submit" class="primary">${submit}</button></div></div></form>`;
}

function byPath(messages: readonly ItemMessage[]): Map<string, ItemMessage[]> {
  const found = new Map<string, ItemMessage[]>();
  for (const message of messages) {
    const { modelPath } = message;
    const others = found.get(modelPath);
    if (others === undefined) found.set(modelPath, [message]);
    else others.push(message);
  }
  return found;
}

function drawWords(item: Exclude<PlainItem, PlainQuestion>): string {
  if ('html' in item) return `<div class="content rich" dir="auto">${item.html}</div>`;
  return 'heading' in item
    ? `<h2><bdi>${escapeHtml(item.heading)}</bdi></h2>`
    : `<p dir="auto">${escapeHtml(item.words)}</p>`;
}

interface Drawing extends PlainForm {
  /** The messages by the path of their question. */
  readonly said: ReadonlyMap<string, readonly ItemMessage[]>;
}

function drawQuestion(question: PlainQuestion, drawing: Drawing & { readonly id: string }): string {
  const { control } = question;
  const { id, locale } = drawing;
  const faults = messagesOf(question, drawing);
  const star = isRequired(question) ? '<span class="required">\u00a0*</span>' : '';
  const note = question.isConditional ? ` <small class="hint">(${pagesWords[locale].plain.conditional})</small>` : '';
  const label = `<bdi>${question.labelHtml ?? escapeHtml(labelOf(question))}</bdi>${star}${note}`;
  const said = faults.map((fault) => `<p class="error">${escapeHtml(fault)}</p>`).join('');
  const { help, placeholder } = question.element;
  const hint = help ? `<p class="hint" id="${id}-help">${escapeHtml(help)}</p>` : '';
  const described = [...(help ? [`${id}-help`] : []), ...(said === '' ? [] : [`${id}-said`])].join(' ');
  const placeheld = placeholder ? ` placeholder="${escapeHtml(placeholder)}"` : '';
  const below = said === '' ? '' : `<div class="messages" id="${id}-said">${said}</div>`;
  const invalid = said === '' ? '' : ' aria-invalid="true"';
  const attributes = invalid + (described === '' ? '' : ` aria-describedby="${described}"`);
  const value = getAt(drawing.data, question.keys);
  const name = escapeHtml(controlName(question));
  if (control === 'hidden')
    return `<input type="hidden" id="${id}" name="${name}" value="${escapeHtml(String(value ?? ''))}">`;
  if (control === 'box') {
    const checked = value === true ? ' checked' : '';
    return `<div class="field bool"><label class="choice"><input type="checkbox" id="${id}" name="${name}" value="true"${checked}${attributes}> <span>${label}</span></label>${hint}${below}</div>`;
  }
  if (control === 'radios' || control === 'boxes') {
    const type = control === 'radios' ? 'radio' : 'checkbox';
    const chosen = keysOf(value);
    const choices = question.options.map((option, at) => {
      const checked = chosen.has(optionKey(option.value)) ? ' checked' : '';
      const own = at === 0 ? id : `${id}-${at}`;
      return `<label class="choice"><input type="${type}" id="${own}" name="${name}" value="${escapeHtml(optionKey(option.value))}"${checked}${attributes}> <bdi>${escapeHtml(option.label)}</bdi></label>`;
    });
    return `<fieldset class="field ${type}"><legend class="label">${label}</legend>${hint}<div class="choices">${choices.join('')}</div>${otherBox(question, { name, id, value, locale })}${below}</fieldset>`;
  }
  const drawn = drawControl(question, {
    attributes: `id="${id}" name="${name}" class="control"${placeheld}${attributes}`,
    value,
    locale,
  });
  const other = control === 'select' ? otherBox(question, { name, id, value, locale }) : '';
  return `<div class="field ${control}"><label class="label" for="${id}">${label}</label>${hint}${drawn}${other}${below}</div>`;
}

/** [values.other-answer] Sent under the name of the question: what is typed is an answer as any other. */
function otherBox(
  { options, step }: PlainQuestion,
  { name, id, value, locale }: { name: string; id: string; value: JsonValue | undefined; locale: Locale },
): string {
  if (!step.options?.isOpen) return '';
  const { otherOption } = step.element;
  const label = escapeHtml(typeof otherOption === 'string' ? otherOption : pagesWords[locale].plain.other);
  const known = new Set(options.map((option) => optionKey(option.value)));
  const own = valuesOf(value).find((one) => !known.has(optionKey(one)));
  const text = own === undefined ? '' : escapeHtml(optionKey(own));
  return `<p><label class="hint" for="${id}-other">${label}</label><input id="${id}-other" name="${name}" class="control" type="text" dir="auto" maxlength="1000" value="${text}"></p>`;
}

interface Control {
  readonly attributes: string;
  readonly value: JsonValue | undefined;
  readonly locale: Locale;
}

function drawControl({ control, options }: PlainQuestion, { attributes, value, locale }: Control): string {
  const text = escapeHtml(value === undefined ? '' : String(value));
  switch (control) {
    case 'longText':
      // A line break right after the tag is not part of the text.
      return `<textarea ${attributes} dir="auto" rows="4">\n${text}</textarea>`;
    case 'select': {
      const chosen = keysOf(value);
      const list = options.map((option) => {
        const selected = chosen.has(optionKey(option.value)) ? ' selected' : '';
        return `<option value="${escapeHtml(optionKey(option.value))}"${selected}>${escapeHtml(option.label)}</option>`;
      });
      return `<select ${attributes}><option value="">${pagesWords[locale].plain.choose}</option>${list.join('')}</select>`;
    }
    case 'number':
      return `<input ${attributes} type="text" inputmode="decimal" value="${text}">`;
    case 'day':
      return `<input ${attributes} type="date" value="${text.slice(0, 10)}">`;
    case 'time':
      return `<input ${attributes} type="time" value="${/T(\d\d:\d\d)/.exec(text)?.[1] ?? text}">`;
    default:
      return `<input ${attributes} type="text" dir="auto" value="${text}">`;
  }
}

/** Thousands of values may come for a question of thousands of options. */
function keysOf(value: JsonValue | undefined): ReadonlySet<string> {
  return new Set(valuesOf(value).map(optionKey));
}

function valuesOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function labelOf({ element }: PlainQuestion): string {
  return element.label || element.name;
}

function isRequired({ step }: PlainQuestion): boolean {
  return step.required?.when === true && step.required.level === 'error';
}

function messagesOf({ step }: PlainQuestion, { said, inPageWords }: Drawing): string[] {
  const own = said.get(`model${step.path}`) ?? [];
  return own.map(({ message }) => inPageWords?.(message, step.value) ?? message);
}
