// Names of elements: under them the data is stored and expressions read it. Proposed from the label in latin letters, so
// that they can be typed anywhere: "Your name" is yourName, "שם מלא" is shmMla.
import type { Element } from './form-definition.ts';

const maxProposedLength = 40;
const maxRead = 400;

const latinOf = new Map(
  [...'אבגדהוזחטיכלמנסעפצקרשתךםןףץß'].map((letter, at) => [
    letter,
    'a b g d h v z ch t i k l m n s a p ts k r sh t k m n f ts ss'.split(' ')[at] ?? '',
  ]),
);

/** `fallback` is for labels without any letter that could be written so. */
export function nameFromLabel(label: string, fallback: string): string {
  // A name has a few words; what follows them is not looked at.
  const latin = [...label.slice(0, maxRead).normalize('NFD').replace(/\p{M}/gu, '')]
    .map((letter) => latinOf.get(letter) ?? letter)
    .join('');
  const words = latin
    .replace(/['’]/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const [first = '', ...rest] = words;
  const joined =
    first.toLowerCase() + rest.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1).toLowerCase()).join('');
  const name = joined.slice(0, maxProposedLength);
  if (name === '') return fallback;
  return /^\d/.test(name) ? `q${name}` : name;
}

/** The name itself where it is free, else with the first number that makes it so. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const base = withoutNumber(name) || name;
  for (let number = 2; ; number++) if (!taken.has(`${base}${number}`)) return `${base}${number}`;
}

/** Whether a name looks as if it was proposed for this label, and so may follow it. */
export function isProposedName(name: string, label: string, fallback: string): boolean {
  const proposed = nameFromLabel(label, fallback);
  return name === proposed || withoutNumber(name) === withoutNumber(proposed);
}

export function namesIn(root: Element): Set<string> {
  const names = new Set<string>();
  const visit = (element: Element) => {
    if (typeof element.name === 'string') names.add(element.name);
    const children = Array.isArray(element.children) ? (element.children as unknown[]).flat() : [];
    for (const child of children) if (typeof child === 'object' && child !== null) visit(child as Element);
  };
  visit(root);
  return names;
}

/** Without the digits at the end; a pattern would begin again at every digit. */
function withoutNumber(name: string): string {
  let end = name.length;
  while (end > 0 && isDigit(name.charCodeAt(end - 1))) end--;
  return name.slice(0, end);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
