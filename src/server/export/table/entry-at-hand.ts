// The entry whose cells are being read, and what several of its columns need but is worked out once.

import type { JsonObject } from '../../../core/definition/form-definition.ts';
import { openBudget } from '../../../core/expression/budget.ts';
import type { Scope } from '../../../core/expression/compile.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { modelScope } from '../../../core/plan/model-scope.ts';
import type { AnswerPlace, Labels } from '../../../fields/answer.ts';
import { formFacts } from '../../forms/form-facts.ts';
import type { LoadedForm } from '../../forms/load-form.ts';
import type { ExportRow } from '../../store/entries/export-entries.ts';

/** The names of an entry's files inside the ZIP, by storage key. */
export type NameFiles = (row: ExportRow) => ReadonlyMap<string, string>;

/** Steps of work for the options that an entry's expressions make, about 20 ms; where they are used up, codes are shown. */
const optionsWork = 2_000_000;

export class EntryAtHand {
  row!: ExportRow;
  /** The entry's data or, of a field in a repeat, the row, with its place in the repeat. */
  part: JsonObject = {};
  index: number | undefined;
  /** In the sheet of a repeat: the row's number in it, after those of the rows around it. From 1. */
  places: readonly number[] = [];
  /** The row's number among all rows of its repeat in the entry, and that of the row around it. From 1. */
  rowNumber = 0;
  outerNumber = 0;
  readonly #form: LoadedForm;
  readonly #nameFiles: NameFiles | undefined;
  #scope: Scope | undefined;
  #fileNames: ReadonlyMap<string, string> | undefined;
  /** Labels of options that are the same for the whole entry. */
  readonly labels = new Map<FieldStep, Labels>();
  readonly place: AnswerPlace = { scope: () => this.scope, kept: this.labels };

  constructor(form: LoadedForm, nameFiles?: NameFiles) {
    this.#form = form;
    this.#nameFiles = nameFiles;
  }

  open(row: ExportRow): void {
    this.row = row;
    this.enter(row.data, undefined);
    this.#scope = undefined;
    this.#fileNames = undefined;
    if (this.labels.size > 0) this.labels.clear();
  }

  enter(part: JsonObject, index: number | undefined): void {
    this.part = part;
    this.index = index;
  }

  get scope(): Scope {
    const context = { form: formFacts(this.#form), budget: { ...openBudget(), work: optionsWork } };
    this.#scope ??= modelScope(this.#form.plan, this.row.data, context);
    return { ...this.#scope, row: this.part, $index: this.index };
  }

  fileName(storageKey: string): string | undefined {
    this.#fileNames ??= this.#nameFiles?.(this.row);
    return this.#fileNames?.get(storageKey);
  }
}
