// How many questions a form asks: fields, wherever they are, but none of the texts, sections and calculations around them.
import type { FormDefinition } from '../core/definition/form-definition.ts';

export function countQuestions({ formSchema }: FormDefinition): number {
  let count = 0;
  const open: unknown[] = [formSchema?.rootElem];
  while (open.length > 0) {
    const one = open.pop();
    if (Array.isArray(one)) for (const inner of one as unknown[]) open.push(inner);
    else if (typeof one === 'object' && one !== null) {
      const { type, children } = one as { type?: unknown; children?: unknown };
      if (typeof type === 'string' && type.startsWith('f')) count += 1;
      if (children !== undefined) open.push(children);
    }
  }
  return count;
}
