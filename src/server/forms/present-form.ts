// A form as the API shows it to its account, and as a filler sees it. SPEC.md "Form".
import type { FormDefinition } from '../../core/form-definition.ts';
import type { FormRow } from '../store/forms.ts';

const noActions = { ui: [], emails: [], renders: [] };

export function presentForm(row: FormRow) {
  const definition = JSON.parse(row.definition) as FormDefinition & { name?: string };
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

/** What a filler needs: no rules, no addresses, and the internal name only where there is no public one. */
export function presentFormToFiller(form: { id: string; definition: FormDefinition }) {
  const { id, definition } = form;
  const name = definition.publicName ? { publicName: definition.publicName } : { displayName: definition.name || id };
  const theme = definition.theme === undefined ? {} : { theme: definition.theme };
  return { id, ...name, locale: definition.locale ?? 'en', ...theme, formSchema: definition.formSchema ?? {} };
}
