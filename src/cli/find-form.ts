// The forms that arguments name: by id, or by a name that only one form has. [running.commands.forms]
import type { FormsteadClient } from '../../packages/client/src/index.ts';
import { CommandError } from './command.ts';

export interface FormLine {
  readonly id: string;
  readonly name: string | undefined;
  readonly modifyTime: string;
  readonly entries: number;
}

const pageSize = 1_000;

/** All forms of the account, oldest first. */
export async function listForms({ api }: FormsteadClient): Promise<FormLine[]> {
  const forms: FormLine[] = [];
  for (let after: string | undefined; ; ) {
    const fields = JSON.stringify(['id', 'name', 'modifyTime', 'current']);
    const { data } = await api.GET('/form', {
      params: { query: { fields, limit: pageSize, ...(after && { after }) } },
    });
    const page = (data?.data ?? []) as { id: string; name?: string; modifyTime: string; current: { all: number } }[];
    for (const { id, name, modifyTime, current } of page) forms.push({ id, name, modifyTime, entries: current.all });
    if (page.length < pageSize) return forms;
    after = page.at(-1)?.id;
  }
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}

/** An id is taken as it is: whether there is such a form, the next request says. */
export async function findFormId(named: string, client: FormsteadClient): Promise<string> {
  if (isId(named)) return named;
  const found = (await listForms(client)).filter(({ name }) => name === named);
  if (found.length === 1) return (found[0] as FormLine).id;
  if (found.length === 0) throw new CommandError(`There is no form with the id or name "${named}".`);
  const ids = found.map(({ id }) => id).join(', ');
  throw new CommandError(`${found.length} forms have the name "${named}": ${ids}. Name one by its id.`);
}
