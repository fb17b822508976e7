// An options set here and there: which side was changed, in its name or in its options. [running.commands.forms.sets]
import type { Sameness } from '../forms/compare-forms.ts';
import type { CommonSet } from '../forms/folder-state.ts';

/** Name and options each for itself: a push that was ended between the two is no change by somebody else. */
export function compareSets(
  file: { readonly title: string; readonly sha256: string },
  service: { readonly name: string; readonly sha256: string },
  common: CommonSet | undefined,
): Sameness {
  const parts = [
    compareTexts(file.title, service.name, common?.name),
    compareTexts(file.sha256, service.sha256, common?.options),
  ].filter((part) => part !== 'same');
  const [first = 'same', second = first] = parts;
  return first === second ? first : 'changedBoth';
}

function compareTexts(file: string, service: string, common: string | undefined): Sameness {
  if (file === service) return 'same';
  if (service === common) return 'changedHere';
  return file === common ? 'changedThere' : 'changedBoth';
}
