// A form here and there: which side was changed, and how. [running.commands.forms.diff]
import { structuredPatch } from 'diff';
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
  const [old, now] = [before, after].map(({ content }) => writeText(content, 'yaml')) as [string, string];
  if (old === now) return '';
  const options = { context: 3, maxEditLength: maxEdits, timeout: maxMs };
  const patch = structuredPatch(before.title, after.title, old, now, undefined, undefined, options);
  const head = `--- ${before.title}\n+++ ${after.title}\n`;
  if (patch === undefined) return shown(`${head}Too much differs to be shown.\n`);
  const hunks = patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) =>
    [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].map((line) => `${line}\n`).join(''),
  );
  return shown(head + hunks.join(''));
}

/** A text of a form must not do anything to the terminal that shows it. */
function shown(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
