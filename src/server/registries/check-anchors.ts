// Whether a list is of the right kind at all: known options, values that belong to other lists, and words that most names have.
// A first list has nothing else to be compared with. [options-sets.maintained.anchors]
import { foldText } from '../../core/text/fold-text.ts';
import type { Anchors } from '../options-sets/maintained-sets.ts';
import type { Option } from '../options-sets/search-index.ts';
import { type Refusal, refuse } from './refusal.ts';

const minKnown = 0.75;
const maxForeign = 0.25;
const minWithWord = 0.6;

export function checkAnchors(
  options: readonly Option[],
  { known = [], foreign = [], words }: Anchors,
): Refusal | undefined {
  const missing = known.filter((anchor) => !options.some((option) => isAnchor(option, anchor)));
  if (missing.length > known.length * (1 - minKnown)) {
    const { value, data } = missing[0]!;
    const first = `${JSON.stringify(value)}${data === undefined ? '' : ` with ${JSON.stringify(data)}`}`;
    return acceptable(
      `${missing.length} of ${known.length} options that every list has are not in it, such as ${first}`,
    );
  }
  const values = new Set(options.map(({ value }) => value));
  const misplaced = foreign.filter((value) => values.has(value));
  if (misplaced.length > foreign.length * maxForeign)
    return acceptable(`it has ${misplaced.length} options that belong to other lists, such as ${misplaced[0]}`);
  const others = words === undefined ? [] : options.filter(({ value }) => !words.test(value));
  if (others.length > options.length * (1 - minWithWord)) {
    const first = JSON.stringify(others[0]?.value);
    return acceptable(`${others.length} of ${options.length} values are not names of this kind, such as ${first}`);
  }
  return undefined;
}

function isAnchor({ value, data }: Option, anchor: Option): boolean {
  const keys = Object.keys(anchor.data ?? {});
  return keys.every((key) => data?.[key] === anchor.data?.[key]) && foldText(value).includes(foldText(anchor.value));
}

function acceptable(reason: string): Refusal {
  return refuse(reason, { canBeAccepted: true });
}
