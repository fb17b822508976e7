// What is asked for: the entries of one form that pass a filter and a search.
import type { LoadedForm } from '../forms/load-form.ts';
import type { EntryFilter } from '../store/entries/implied-bounds.ts';
import type { EntrySearch } from './parse-search.ts';

export interface WantedMatches {
  readonly account: string;
  readonly form: LoadedForm;
  /** Of the form's own entries; deleted ones are never found. */
  readonly filter: EntryFilter;
  /** Undefined: all that the filter lets pass, newest first. */
  readonly search?: EntrySearch | undefined;
}
