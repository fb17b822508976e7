// A form as the API shows it to its account, and as a filler sees it. [forms.shape] [forms.display-name]
import type { ApiForm, FillerForm } from '../../api-types/forms.ts';
import { omitDefaults } from '../../core/definition/form-defaults.ts';
import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { membersOf } from '../http/json-members.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';
import type { FormRow } from '../store/forms/forms.ts';

const noActions = { ui: [], emails: [], renders: [] };

/** An older version of the service may have stored defaults: they are omitted here too. [forms.defaults] */
export function presentForm(row: FormRow): ApiForm {
  const definition = omitDefaults(JSON.parse(row.definition) as FormDefinition);
  return {
    id: row.id,
    account: row.account,
    ...definition,
    displayName: definition.name || row.id,
    access: { isDisabled: false, ...definition.access },
    formSchema: definition.formSchema ?? {},
    templates: definition.templates ?? [],
    postSave: { ...noActions, ...definition.postSave },
    postSubmit: { ...noActions, ...definition.postSubmit },
    postEdit: { ...noActions, ...definition.postEdit },
    postTemplate: { emails: [], renders: [], ...definition.postTemplate },
    counts: {
      all: row.countAll,
      submit: row.countSubmit,
      save: row.countSave,
      delete: row.countDelete,
      start: row.countStart,
      template: row.countTemplate,
      render: row.countRender,
    },
    current: {
      all: row.currentAll,
      submit: row.currentSubmit,
      save: row.currentSave,
      template: row.currentTemplate,
      render: row.currentRender,
    },
    createTime: row.createTime,
    modifyTime: row.modifyTime,
    changedAt: row.changedAt,
  };
}

/** Characters of a definition from which work on it is cut into slices, or has its own turn of the event loop. */
export const largeFormLength = 200_000;

/** The same as JSON. Nearly all of a large form is its elements, which are passed on as they are stored. */
export function* formText(row: FormRow): Steps<string> {
  if (row.definition.length < largeFormLength) return JSON.stringify(presentForm(row));
  const members = yield* membersOf(row.definition);
  const elements = members.get('formSchema');
  if (elements !== undefined) members.set('formSchema', '{}');
  const definition = `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
  const texts: string[] = [];
  for (const [name, value] of Object.entries(presentForm({ ...row, definition }))) {
    const text = name === 'formSchema' ? (elements ?? '{}') : JSON.stringify(value);
    if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${texts.join(',')}}`;
}

/** What a filler needs: no rules, no addresses, and the internal name only where there is no public one. */
export function presentFormToFiller(form: { id: string; definition: FormDefinition }): FillerForm {
  const { id, definition } = form;
  const name = definition.publicName ? { publicName: definition.publicName } : { displayName: definition.name || id };
  const { theme, timeZone, access, display, page } = definition;
  const set = {
    ...(theme !== undefined && { theme }),
    ...(timeZone !== undefined && { timeZone }),
    ...(access?.keepDraftOnDevice === false && { keepDraftOnDevice: false }),
    ...(display !== undefined && { display }),
    ...(page !== undefined && { page }),
  };
  return { id, ...name, locale: definition.locale ?? 'en', ...set, formSchema: definition.formSchema ?? {} };
}
