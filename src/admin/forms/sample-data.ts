// An example of what a form's data looks like, for snippets: every field with a value of its shape. Files and signatures
// are left out: they do not come from a snippet.
import type { Element, JsonObject, JsonValue, OptionItem } from '../../core/form-definition.ts';

export function sampleData(element: Element): JsonObject {
  const data: JsonObject = {};
  for (const child of (element.children ?? []).flat() as Element[]) Object.assign(data, sampleOf(child));
  return data;
}

function sampleOf(element: Element): JsonObject {
  const { type, name } = element;
  if (type === 'cRepeat') return { [name]: [sampleData(element)] };
  if (type === 'cSection' && element.secFlat === false) return { [name]: sampleData(element) };
  if (type.startsWith('c')) return sampleData(element);
  const value = type.startsWith('f') ? sampleValue(element) : undefined;
  return value === undefined ? {} : { [name]: value };
}

function sampleValue(element: Element): JsonValue | undefined {
  const { type, typeValidator } = element;
  const dataType = typeof typeValidator === 'string' ? typeValidator : typeValidator?.type;
  switch (type) {
    case 'fFile':
    case 'fSign':
      return undefined;
    case 'fBool':
      return true;
    case 'fRate':
      return element.rateMax ?? 5;
    case 'fDate':
      return sampleDate(element);
    case 'fColor':
      return '#0b6b52';
    case 'fDoc':
      return '<p>Text</p>';
    case 'fMatrix':
      return Object.fromEntries(
        (element.matrixQuestions ?? []).map((item) => [String(optionValue(item)), firstOption(element)]),
      );
    case 'fCheckbox':
      return [firstOption(element)];
    case 'fSelect':
    case 'fRadio':
      return element.selectMulti ? [firstOption(element)] : firstOption(element);
    default:
      if (dataType === 'num') return 1;
      if (dataType === 'bool') return true;
      if (dataType === 'date') return '2030-12-31';
      return element.validators?.some((one) => (typeof one === 'string' ? one : one.type) === 'str/email')
        ? 'name@example.com'
        : 'Text';
  }
}

function sampleDate({ typeValidator }: Element): string {
  const mode = typeof typeValidator === 'object' ? typeValidator.mode : 'd';
  return { d: '2030-12-31', dt: '2030-12-31T09:30:00.000Z', t: '1970-01-01T09:30:00.000Z' }[mode ?? 'd'];
}

function firstOption({ options }: Element): JsonValue {
  return Array.isArray(options) && options[0] !== undefined ? optionValue(options[0] as OptionItem) : 'value';
}

function optionValue(item: OptionItem): JsonValue {
  if (Array.isArray(item)) return item[0] as JsonValue;
  if (typeof item !== 'object') return item;
  const [first] = (item as { options: readonly OptionItem[] }).options;
  return first === undefined ? 'value' : optionValue(first);
}
