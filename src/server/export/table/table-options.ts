// Whether an export is a table for people, and how. Without any of it the export is the plain one that programs rely on, to the
// byte. [export.table]

export interface TableOptions {
  /** Labels and words, or codes as stored. */
  readonly isLabelled: boolean;
  /** The rows of a repeat in cells of their entry, or in a sheet of their own. */
  readonly flatten: 'cells' | 'sheets';
  /** Whether fields of several choices also have a column for each. */
  readonly choices: 'one' | 'columns';
  /** Files as links, or with the table inside a ZIP. */
  readonly files: 'links' | 'inside';
}

export type WantedOptions = Partial<Omit<TableOptions, 'isLabelled'>> & { readonly labels?: boolean };

/** An option with its default is as none. */
export function readTableOptions(wanted: WantedOptions): TableOptions | undefined {
  const { labels: isLabelled = false, flatten = 'cells', choices = 'one', files = 'links' } = wanted;
  const isPlain = !isLabelled && flatten === 'cells' && choices === 'one' && files === 'links';
  return isPlain ? undefined : { isLabelled, flatten, choices, files };
}
