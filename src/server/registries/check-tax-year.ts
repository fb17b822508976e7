// Whether a year's list of localities can be believed: by its number, by how many of its names are cities, and by what was
// known of that year before. [options-sets.maintained.acceptance]
import type { Anchors } from '../options-sets/maintained-sets.ts';
import { acceptanceLimits, allows } from './acceptance-limits.ts';
import { checkAnchors } from './check-anchors.ts';
import { checkEnding } from './check-ending.ts';
import { checkLanguage } from './check-language.ts';
import type { TaxLocality } from './read-tax-pdf.ts';
import { type Refusal, refuse, type SourceFacts } from './refusal.ts';
import type { TaxYear } from './tax-locality-options.ts';

const limits = acceptanceLimits.taxLocalities;
/** Each year has a few that the registry of cities spells its own way or does not have yet. */
const mayBeUnknown = { share: 0.05, options: 5 };

export function checkTaxYear(
  list: TaxYear,
  {
    floor,
    anchors = {},
    known,
    isCity,
    ending,
  }: {
    readonly floor: number;
    readonly anchors?: Anchors | undefined;
    /** The list of the same year that was read before by the same reader. */
    readonly known: TaxYear | undefined;
    readonly isCity: (locality: TaxLocality) => boolean;
    readonly ending: SourceFacts['ending'];
  },
): Refusal | undefined {
  const names = list.localities.map(({ name }) => name);
  const count = names.length;
  const unreadable = checkLanguage(names, { language: limits.language, minShare: limits.minLanguageShare });
  if (unreadable !== undefined) return unreadable;
  if (count < floor) return acceptable(`${count} localities are too few to believe`);
  if (count > limits.ceiling) return acceptable(`${count} localities are too many to believe`);
  const unknown = list.localities.filter((locality) => !isCity(locality));
  if (!allows(mayBeUnknown, { by: unknown.length, of: count })) {
    return acceptable(`${unknown.length} of ${count} localities are not cities, such as ${unknown[0]?.name}`);
  }
  const otherKind = checkAnchors(
    names.map((value) => ({ value })),
    anchors,
  );
  if (otherKind !== undefined || known === undefined) return otherKind;
  const before = known.localities.length;
  if (!allows(limits.mayLose, { by: before - count, of: before }))
    return acceptable(`${count} localities would replace ${before}: the source has shrunk`);
  if (!allows(limits.mayGain, { by: count - before, of: before }))
    return acceptable(`${count} localities would replace ${before}: the source has grown beyond belief`);
  const present = new Set(names);
  const gone = known.localities.filter(({ name }) => !present.has(name));
  if (!allows(limits.mayReplace, { by: gone.length, of: before }))
    return acceptable(`${gone.length} of ${before} localities would be gone, such as ${gone[0]?.name}`);
  const withId = ({ name }: TaxLocality) => ({ id: name, value: name });
  return checkEnding({ before: known.localities.map(withId), after: list.localities.map(withId), ending });
}

function acceptable(reason: string): Refusal {
  return refuse(reason, { canBeAccepted: true });
}
