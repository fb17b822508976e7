// Every expression and template of a form, each with where it is: in an element, or in a rule after sending.
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import type { ElementPlace } from '../../../core/definition/walk-elements.ts';
import { isLiteralLimit } from '../../../core/validation/rules.ts';
import { formFacts, messageFacts } from '../expressions/expression-names.ts';

export interface Source {
  /** The path of the element or rule. */
  readonly owner: string;
  /** Inside it. */
  readonly property: string;
  readonly kind: 'expression' | 'template';
  readonly text: string;
  /** Names that there are only here. */
  readonly facts: readonly string[];
  /** The innermost repeat around it, by path. */
  readonly repeat: string | undefined;
}

const expressionProperties = new Set(
  'relevant readonly req options qs res eq if validateSaved validateTemplate'.split(' '),
);
const templateProperties = new Set('text html initialValue url to replyTo subject'.split(' '));
const elementFacts = ['value', 'term', 'res'];
/** What texts to read can show. */
const contentFacts = [...elementFacts, ...formFacts];
/** What emails and thank-you pages can show. */
const ruleFacts = messageFacts;

/** `places` are all elements of the definition. */
export function* listSources(
  places: readonly ElementPlace[],
  definition: FormDefinition,
): Generator<Source, void, void> {
  for (const { element, elementPath, repeat } of places) {
    const { children: _, ...own } = element;
    for (const found of sourcesIn(own, '', '')) {
      const isShown = element.type.startsWith('e') && found.kind === 'template';
      yield {
        ...found,
        owner: elementPath,
        facts: isShown ? contentFacts : elementFacts,
        repeat: repeat?.elementPath,
      };
    }
  }
  for (const event of ['postSubmit', 'postSave', 'postEdit', 'postTemplate'] as const) {
    for (const [list, rules] of Object.entries(definition[event] ?? {})) {
      if (!Array.isArray(rules)) continue;
      for (const [at, rule] of rules.entries()) {
        for (const found of sourcesIn(rule, '', '')) {
          yield { ...found, owner: `${event}.${list}.${at}`, facts: ruleFacts, repeat: undefined };
        }
      }
    }
  }
  for (const [at, layout] of (Array.isArray(definition.templates) ? definition.templates : []).entries()) {
    const { url } = (layout ?? {}) as { url?: unknown };
    if (typeof url !== 'string' || !url.includes('{{')) continue;
    const place = { owner: `templates.${at}`, property: 'url', facts: [], repeat: undefined };
    yield { ...place, kind: 'template', text: url };
  }
}

function* sourcesIn(
  value: unknown,
  path: string,
  key: string,
  holder: object = {},
): Generator<Pick<Source, 'property' | 'kind' | 'text'>, void, void> {
  if (typeof value === 'string') {
    const kind = kindOf(key, value, holder);
    if (kind !== undefined) yield { property: path, kind, text: value };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  // The items of a list of options are values and labels.
  if (Array.isArray(value) && (key === 'options' || key === 'matrixQuestions')) return;
  for (const [name, part] of Object.entries(value)) {
    const inside = path === '' ? name : `${path}.${name}`;
    yield* sourcesIn(part, inside, Array.isArray(value) ? key : name, Array.isArray(value) ? holder : value);
  }
}

function kindOf(key: string, text: string, holder: object): Source['kind'] | undefined {
  if (!/\S/.test(text)) return undefined;
  if (expressionProperties.has(key)) return 'expression';
  if (key === 'value') return isExpressionRule((holder as { type?: unknown }).type, text) ? 'expression' : undefined;
  return templateProperties.has(key) && text.includes('{{') ? 'template' : undefined;
}

/** The `value` of a validator: an expression, or a limit that is one. */
function isExpressionRule(type: unknown, text: string): boolean {
  if (typeof type !== 'string' || type === 'str/pattern') return false;
  return type === 'expr' || !isLiteralLimit(type, text);
}
