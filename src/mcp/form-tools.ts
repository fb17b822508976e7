// Tools for forms: list, read, check, make, change and preview. [mcp.tools] [mcp.errors]
import { FormsteadError } from '../../packages/client/src/index.ts';
import type { FormDefinition } from '../core/definition/form-definition.ts';
import { previewForm } from './preview-form.ts';
import { type Arguments, definition, formId, ofPeople, type Tool, type ToolContext } from './tool.ts';
import { ToolError } from './tool-error.ts';

type Client = ToolContext['client'];

const listFields = ['id', 'displayName', 'publicName', 'access', 'current', 'createTime', 'changedAt'];
/** How many names are looked at for a search. */
const maxLooked = 5_000;
const lookedAtOnce = 500;

const listForms: Tool = {
  name: 'list_forms',
  title: 'List forms',
  description:
    'The forms of the account, oldest first: id, name, how many entries were submitted, the link to fill it in.',
  kind: 'reads',
  input: {
    search: { type: 'string', maxLength: 200, description: 'Only forms whose name contains this.' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    after: { type: 'string', maxLength: 500, description: '`next` of the page before.' },
  },
  run: async ({ search, limit = 50, after }, context, signal) => {
    if (search === undefined || search.trim() === '') {
      const { forms, next } = await readPage(context, { limit, after }, signal);
      return ofPeople({ forms, next });
    }
    const word = search.trim().toLowerCase();
    const found: ListedForm[] = [];
    let next: string | null = after ?? null;
    for (let looked = 0; looked < maxLooked && found.length < limit; looked += lookedAtOnce) {
      const page: FormPage = await readPage(context, { limit: lookedAtOnce, after: next ?? undefined }, signal);
      found.push(
        ...page.forms.filter(({ name, publicName }) => `${name}\n${publicName ?? ''}`.toLowerCase().includes(word)),
      );
      next = page.next;
      if (next === null) break;
    }
    return ofPeople({ forms: found.slice(0, limit), next });
  },
};

interface ListedForm {
  readonly id: string;
  readonly name: string;
  readonly publicName: string | undefined;
  readonly isClosed: boolean;
  readonly submitted: number;
  readonly fillUrl: string;
  readonly changedAt: string;
}

interface FormPage {
  readonly forms: ListedForm[];
  readonly next: string | null;
}

async function readPage(
  { client, publicUrl }: ToolContext,
  { limit, after }: { limit: number; after: string | undefined },
  signal: AbortSignal,
): Promise<FormPage> {
  const query = { fields: JSON.stringify(listFields), limit, ...(after !== undefined && { after }) };
  const { data, response } = await client.api.GET('/form', { params: { query }, signal });
  const forms = (data?.data ?? []).map((form) => {
    const { id, displayName, publicName, access, current, changedAt } = form as {
      id: string;
      displayName: string;
      publicName?: string;
      access?: { isDisabled?: boolean };
      current: { submit: number };
      changedAt: string;
    };
    const isClosed = access?.isDisabled === true;
    return {
      id,
      name: displayName,
      publicName,
      isClosed,
      submitted: current.submit,
      fillUrl: fillUrl(publicUrl, id),
      changedAt,
    };
  });
  return { forms, next: nextCursor(response) };
}

/** The cursor of the Link header; null on the last page. */
export function nextCursor(response: Response): string | null {
  const [, address] = /<([^>]*)>;\s*rel="?next"?/.exec(response.headers.get('link') ?? '') ?? [];
  return address === undefined ? null : new URL(address).searchParams.get('after');
}

function fillUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/f/${id}/`;
}

const getForm: Tool = {
  name: 'get_form',
  title: 'Read a form',
  description: 'The definition of a form, its counts, and `version`, which update_form needs.',
  kind: 'reads',
  input: { formId },
  required: ['formId'],
  run: async (given, context, signal) => ofPeople(await readForm(given['formId'], context, signal)),
};

async function readForm(id: string, { client, publicUrl }: ToolContext, signal: AbortSignal) {
  const { data, response } = await client.api.GET('/form/{formId}', { params: { path: { formId: id } }, signal });
  const { account: _, ...form } = data as Record<string, unknown>;
  return { form, version: versionOf(response), fillUrl: fillUrl(publicUrl, id) };
}

function versionOf(response: Response): number {
  return Number(response.headers.get('etag')?.replaceAll('"', ''));
}

const validateForm: Tool = {
  name: 'validate_form',
  title: 'Check a form definition',
  description:
    'Checks a definition without storing it: `problems` with the place (`key`) and what is wrong there. Use it before create_form and update_form.',
  kind: 'reads',
  input: { form: definition },
  required: ['form'],
  run: async ({ form }, { client }, signal) => checkForm(form, client, signal),
};

async function checkForm(form: object, client: Client, signal: AbortSignal) {
  const { data } = await client.api.POST('/form/check', { body: form as never, signal });
  return data as object;
}

const createForm: Tool = {
  name: 'create_form',
  title: 'Create a form',
  description:
    'Stores a new form, which people can fill in at once at `fillUrl`. A definition that is not right stores nothing and comes back with `keys` and `problems`.',
  kind: 'writes',
  isIdempotent: false,
  input: { form: definition },
  required: ['form'],
  run: async ({ form }, context, signal) => {
    const { client } = context;
    const made = await withProblems(
      client.api.POST('/form', { body: form as never, signal }),
      async () => form,
      context,
      signal,
    );
    return written(made, context);
  },
};

const updateForm: Tool = {
  name: 'update_form',
  title: 'Change a form',
  description:
    'Each property of `changes` replaces that property of the form as a whole (send all of formSchema to change one element); null removes it. ' +
    'Nothing is stored when somebody changed the form after `version`: read it again then.',
  kind: 'writes',
  isIdempotent: true,
  input: {
    formId,
    version: { type: 'integer', minimum: 0, description: '`version` of get_form, create_form or update_form.' },
    changes: { type: 'object', minProperties: 1, description: 'Properties of a form definition.' },
  },
  required: ['formId', 'version', 'changes'],
  run: async ({ formId: id, version, changes }, context, signal) => {
    const { client } = context;
    const params = { path: { formId: id }, header: { 'If-Match': `"${version}"` } };
    const whole = async () => ({
      ...definitionOf((await readForm(id, context, signal)).form),
      ...withoutNulls(changes),
    });
    const work = client.api.PATCH('/form/{formId}', { params, body: changes as never, signal });
    return written(await withProblems(work, whole, context, signal), context);
  },
};

/** What the service adds to a definition, and does not take back. */
const notDefinition = ['id', 'displayName', 'counts', 'current', 'createTime', 'modifyTime', 'changedAt'];

function definitionOf(form: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(form).filter(([name]) => !notDefinition.includes(name)));
}

function withoutNulls(changes: Arguments): object {
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? undefined]));
}

/** An agent mends everything at once when it is told of everything: the error of a write names one place in words. */
async function withProblems<Made>(
  work: Promise<Made>,
  whole: () => Promise<object>,
  { client }: ToolContext,
  signal: AbortSignal,
): Promise<Made> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FormsteadError) || error.status !== 400 || error.keys.length === 0) throw error;
    const { problems } = (await checkForm(await whole(), client, signal)) as { problems?: object[] };
    throw Object.assign(error, { problems });
  }
}

function written({ data, response }: { data?: unknown; response: Response }, { publicUrl }: ToolContext) {
  const { id, displayName } = data as { id: string; displayName: string };
  const warnings = response.headers.get('x-service-warnings')?.split('; ') ?? [];
  return { id, name: displayName, version: versionOf(response), fillUrl: fillUrl(publicUrl, id), warnings };
}

const preview: Tool = {
  name: 'preview_form',
  title: 'Preview a form as text',
  description:
    'The questions of a form as a person meets them, as text: of a stored form (`formId`) or of a definition that is not stored (`form`).',
  kind: 'reads',
  input: { formId, form: definition },
  run: async ({ formId: id, form }, context, signal) => {
    if ((id === undefined) === (form === undefined))
      throw new ToolError('Give either formId or form.', ['formId', 'form']);
    const shown = form ?? (await readForm(id, context, signal)).form;
    return ofPeople({ text: previewForm(shown as FormDefinition) });
  },
};

const deleteForm: Tool = {
  name: 'delete_form',
  title: 'Delete a form',
  description:
    'Deletes a form with all of its entries and files, at once and for ever. `name` must be its name, as list_forms shows it.',
  kind: 'deletes',
  input: { formId, name: { type: 'string', description: 'The name of the form.' } },
  required: ['formId', 'name'],
  run: async ({ formId: id, name }, context, signal) => {
    const { form } = await readForm(id, context, signal);
    if (form['displayName'] !== name) throw new ToolError('The form has another name: nothing was deleted.', ['name']);
    const params = { path: { formId: id } };
    const { data } = await context.client.api.DELETE('/form/{formId}', { params, signal });
    return { deleted: id, message: (data as { message?: string }).message };
  },
};

export const formTools: readonly Tool[] = [
  listForms,
  getForm,
  validateForm,
  createForm,
  updateForm,
  preview,
  deleteForm,
];
