// A form here and there: which side was changed, and how. [running.commands.forms.diff]
import { structuredPatch } from 'diff';
import { shownText } from '../shown-text.ts';
import type { Common } from './folder-state.ts';
import type { FormContent } from './form-content.ts';
import { writeText } from './form-text.ts';

/** `changedBoth` also where it is not known what they had in common. */
export type Sameness = 'same' | 'changedHere' | 'changedThere' | 'changedBoth';

export function compareForms(file: string, service: string, common: Common | undefined): Sameness {
  if (file === service) return 'same';
  if (common === undefined) return 'changedBoth';
  const isChangedHere = file !== common.file;
  if (service !== common.service) return isChangedHere ? 'changedBoth' : 'changedThere';
  return isChangedHere ? 'changedHere' : 'same';
}

/** Beyond these nobody reads it. */
const maxEdits = 20_000;
const maxMs = 10_000;

/** What would change, line by line; '' where nothing would. */
export function diffText(
  before: { readonly title: string; readonly content: FormContent },
  after: { readonly title: string; readonly content: FormContent },
): string {
  const [old, now] = [before, after].map(({ title, content }) => ({ title, text: writeText(content, 'yaml') })) as [
    Titled,
    Titled,
  ];
  return old.text === now.text ? '' : diffLines(old, now);
}

interface Titled {
  readonly title: string;
  readonly text: string;
}

/** `skipped` lines are before both texts. */
export function diffLines(before: Titled, after: Titled, skipped = 0): string {
  const options = { context: 3, maxEditLength: maxEdits, timeout: maxMs };
  const patch = structuredPatch(before.title, after.title, before.text, after.text, undefined, undefined, options);
  if (patch === undefined) return diffNote(before, after, 'Too much differs to be shown.');
  const hunks = patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) =>
    [`@@ -${oldStart + skipped},${oldLines} +${newStart + skipped},${newLines} @@`, ...lines]
      .map((line) => `${line}\n`)
      .join(''),
  );
  return shownText(`${headOf(before, after)}${hunks.join('')}`);
}

/** Instead of lines, where they cannot be shown. */
export function diffNote(before: { title: string }, after: { title: string }, note: string): string {
  return shownText(`${headOf(before, after)}${note}\n`);
}

function headOf(before: { title: string }, after: { title: string }): string {
  return `--- ${before.title.replaceAll('\n', ' ')}\n+++ ${after.title.replaceAll('\n', ' ')}\n`;
}
