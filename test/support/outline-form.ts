// A definition as one line for each element, to compare in tests: how deep it is, its type and name, then everything else.
import type { FormDefinition } from '../../src/core/definition/form-definition.ts';

type Item = Record<string, unknown>;

export function outlineForm(form: FormDefinition): string[] {
  const lines: string[] = [];
  const visit = (list: unknown, depth: number): void => {
    for (const one of list as unknown[]) {
      if (Array.isArray(one)) {
        lines.push(`${'  '.repeat(depth)}|`);
        visit(one, depth + 1);
        continue;
      }
      const { type, name, children, ...rest } = one as Item;
      const words = Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
      lines.push([`${'  '.repeat(depth)}${type} ${name}`, ...words].join(' '));
      if (children !== undefined) visit(children, depth + 1);
    }
  };
  visit((form.formSchema?.rootElem?.children ?? []) as unknown[], 0);
  return lines;
}
