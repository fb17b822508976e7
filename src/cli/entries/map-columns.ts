// Which column of a table is which field: by the path of its data, its label, the name it has in exports, or as a map says. A column
// that is none of the form's is named, never left out without a word. [running.commands.import.columns]
import { columnSeparator, outerNames } from '../../core/plan/columns.ts';
import type { FormPlan, RowShape, Step } from '../../core/plan/form-plan.ts';
import { CommandError } from '../command.ts';

/** What a column can be. */
export interface Target {
  /** `address.city` */
  readonly path: string;
  /** The names down to the value in the entry's data. */
  readonly names: readonly string[];
  readonly step: Extract<Step, { kind: 'field' | 'repeat' }>;
}

/** By column of the file; undefined for one that is left out. */
export type ColumnMap = readonly (Target | undefined)[];

/** Of the file's column: the path of a field, or null to leave it out. */
export type GivenMap = ReadonlyMap<string, string | null>;

/** Columns of the report of an earlier import: they say nothing about the entry. */
export const reportColumns = ['import row', 'import error'] as const;

export function mapColumns(header: readonly string[], plan: FormPlan, given: GivenMap): ColumnMap {
  const targets = listTargets(plan.shapes[0]);
  const inRepeats = new Set(
    targets.flatMap(({ step, path }) => (step.kind === 'repeat' ? pathsInside(step.rows, path) : [])),
  );
  const find = targetFinder(targets);
  const titles = new Set(header);
  const unused = [...given.keys()].find((name) => !titles.has(name));
  if (unused !== undefined)
    throw new CommandError(`The map names the column "${unused}", which the file does not have.`);
  const unknown: string[] = [];
  const map = header.map((title): Target | undefined => {
    if (title === '' || given.get(title) === null || (reportColumns as readonly string[]).includes(title))
      return undefined;
    const asked = given.get(title) ?? title;
    const target = find(asked);
    if (target === undefined) unknown.push(asked === title ? `"${title}"` : `"${asked}" (of the map)`);
    if (target === undefined && inRepeats.has(asked)) throw insideRepeat(asked);
    return target;
  });
  if (unknown.length > 0) throw unknownColumns(unknown, targets);
  refuseTwice(map, header);
  return map;
}

const maxNamed = 20;

function unknownColumns(unknown: readonly string[], targets: readonly Target[]): CommandError {
  const list = (names: readonly string[]) =>
    names.slice(0, maxNamed).join(', ') + (names.length > maxNamed ? ` and ${names.length - maxNamed} others` : '');
  return new CommandError(
    `The form has no field ${list(unknown)}. Fields are: ${list(targets.map(({ path }) => path))}. ` +
      'A map (--map FILE.json) names the field of a column, or null to leave the column out.',
  );
}

function insideRepeat(path: string): CommandError {
  return new CommandError(
    `The field ${path} is inside a repeat, and a table has one row for each entry. Import a .jsonl file, or give the repeat itself a column with its rows as JSON.`,
  );
}

function refuseTwice(map: ColumnMap, header: readonly string[]): void {
  const seen = new Map<string, string>();
  map.forEach((target, at) => {
    if (target === undefined) return;
    const other = seen.get(target.path);
    if (other !== undefined)
      throw new CommandError(`The columns "${other}" and "${header[at]}" are both the field ${target.path}.`);
    seen.set(target.path, header[at] ?? '');
  });
}

function listTargets(shape: RowShape): Target[] {
  return shape.steps.flatMap((step) => {
    if (step.kind !== 'field' && step.kind !== 'repeat') return [];
    const names = [...outerNames(shape, step), step.name];
    return [{ path: names.join('.'), names, step }];
  });
}

function pathsInside(shape: RowShape, prefix: string): string[] {
  return listTargets(shape).flatMap(({ path, step }) => [
    `${prefix}.${path}`,
    step.columnNames.join(columnSeparator),
    ...(step.kind === 'repeat' ? pathsInside(step.rows, `${prefix}.${path}`) : []),
  ]);
}

/** The path counts before labels: those are not always different. Looked up, not searched: a table may have as many columns as a form has fields. */
function targetFinder(targets: readonly Target[]): (asked: string) => Target | undefined {
  const byPath = new Map<string, Target>();
  const byLabel = new Map<string, Target[]>();
  for (const target of targets) {
    const { path, step } = target;
    for (const name of [path, step.columnNames.join(columnSeparator)]) if (!byPath.has(name)) byPath.set(name, target);
    const label = labelOf(step);
    const same = byLabel.get(label);
    if (same === undefined) byLabel.set(label, [target]);
    else same.push(target);
  }
  return (asked) => {
    const found = byPath.get(asked);
    if (found !== undefined) return found;
    const [first, ...others] = byLabel.get(asked.trim()) ?? [];
    if (others.length > 0) {
      const paths = [first!, ...others].slice(0, maxNamed).map(({ path }) => path);
      throw new CommandError(
        `Several fields have the label "${asked}": ${paths.join(', ')}. Name the column by one of these paths.`,
      );
    }
    return first;
  };
}

function labelOf({ element }: Step): string {
  return String(element.label ?? '').trim();
}
