// A text everywhere in a form that somebody imports: in every cell of a workbook, in every property of JSON.
import { openDraft } from '../../src/import-forms/draft-form.ts';
import { finishForm } from '../../src/import-forms/finish-form.ts';
import { buildFormio } from '../../src/import-forms/formio/build-formio.ts';
import { buildGoogle } from '../../src/import-forms/google/build-google.ts';
import { createNotes } from '../../src/import-forms/note-list.ts';
import { buildSurvey } from '../../src/import-forms/surveyjs/build-survey.ts';
import { buildXlsForm } from '../../src/import-forms/xlsform/build-xlsform.ts';
import { readSheets } from '../../src/import-forms/xlsform/read-sheets.ts';
import { readDelimited } from '../../src/tables/read-delimited.ts';
import { readSheetList, readSheetXml } from '../../src/tables/read-xlsx.ts';

type Json = Record<string, unknown>;

function finished(build: (draft: ReturnType<typeof openDraft>) => void): unknown {
  const draft = openDraft(createNotes('he'));
  build(draft);
  return [finishForm(draft), draft.notes.finish()];
}

const columns =
  'type name label hint required required_message relevant constraint constraint_message calculation choice_filter appearance default read_only repeat_count parameters'.split(
    ' ',
  );

export function importSheets(text: string): unknown {
  const row = (type: string) => columns.map((column) => (column === 'type' ? type : text));
  const rows = (cells: string[][]) => cells.map((one, at) => ({ line: at + 1, cells: one }));
  const sheets = [
    {
      name: 'survey',
      rows: rows([
        columns,
        ...['text', 'integer', 'date', 'select_one l', 'note', 'calculate', 'range', `select_one ${text}`, text].map(
          row,
        ),
      ]),
    },
    {
      name: 'choices',
      rows: rows([
        ['list_name', 'name', 'label', text],
        ['l', text, text, text],
        ['l', 'b', 'B', 'b'],
      ]),
    },
    {
      name: 'settings',
      rows: rows([
        ['form_title', 'style', text],
        [text, text, text],
      ]),
    },
  ];
  return finished((draft) => buildXlsForm(readSheets(sheets, undefined)!, draft, undefined));
}

export function importSurvey(text: string): unknown {
  const question = (type: string): Json => ({
    ...{
      type,
      name: text,
      title: text,
      description: text,
      visibleIf: text,
      requiredIf: `{a} = '${text}'`,
      expression: text,
    },
    ...{
      html: text,
      choices: [text, { value: text, text, visibleIf: text }],
      rows: [text],
      columns: [text],
      defaultValue: text,
    },
    validators: [{ type: 'regex', regex: text, text }],
  });
  const types = ['text', 'checkbox', 'rating', 'matrix', 'html', 'expression', 'matrixdynamic', 'matrixdropdown', text];
  const value = { title: text, description: text, completedHtml: text, locale: text, elements: types.map(question) };
  return finished((draft) => buildSurvey(value, draft, undefined));
}

export function importFormio(text: string): unknown {
  const component = (type: string): Json => ({
    ...{
      type,
      key: text,
      label: text,
      html: text,
      content: text,
      defaultValue: text,
      filePattern: text,
      fileMaxSize: text,
    },
    ...{ values: [{ value: text, label: text }], questions: [{ value: text, label: text }], template: text },
    conditional: { show: true, when: text, eq: text },
    customConditional: `show = data.a == '${text}'`,
    validate: { pattern: text, custom: text, customMessage: text, json: { '==': [{ var: text }, text] } },
  });
  const types = ['textfield', 'selectboxes', 'select', 'survey', 'content', 'file', 'container', 'datagrid', text];
  return finished((draft) => buildFormio({ title: text, components: types.map(component) }, draft, undefined));
}

export function importGoogle(text: string): unknown {
  const options = [{ value: text, goToSectionId: 's' }, { value: 'b' }];
  const question = { choiceQuestion: { type: 'RADIO', options }, rowQuestion: { title: text } };
  const grid = { columns: { type: 'RADIO', options } };
  const items = [
    { itemId: 'x', title: text, description: text, questionItem: { question } },
    { itemId: 'y', title: text, description: text, pageBreakItem: {} },
    { itemId: 'z', title: text, questionGroupItem: { questions: [question], grid } },
    { itemId: 's', title: text, pageBreakItem: {} },
    { title: text, description: text, textItem: {} },
  ];
  return finished((draft) =>
    buildGoogle({ formId: text, info: { title: text, description: text }, items }, draft, undefined),
  );
}

export function readTables(text: string): unknown {
  const reading = { strings: [], budget: { cells: Number.POSITIVE_INFINITY }, onLoss: () => {} };
  const all = <T>(steps: Generator<number, T>): T => {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  };
  const cells = `<row><c t="inlineStr"><is><t>${text}</t></is></c><c r="${text}"><v>${text}</v></c></row>`;
  // Tags of the names that the reader looks for, as the hostile texts have them: unfinished, never closed, inside each other.
  const named = ['sheet', 'Relationship', 'row', 'c', 'v', 't', 'rPh'].map((name) => text.replaceAll('<b', `<${name}`));
  return [
    named.map((xml) => [
      readSheetList(xml, xml, new Set()),
      all(readSheetXml(xml, reading, Number.POSITIVE_INFINITY)),
      all(readSheetXml(`<row><c>${xml}</c>${xml}</row>`, reading, Number.POSITIVE_INFINITY)),
    ]),
    all(readSheetXml(`<worksheet>${cells}</worksheet>`, reading, Number.POSITIVE_INFINITY)),
    all(readSheetXml(text, reading, Number.POSITIVE_INFINITY)),
    // Each line is a row that is kept: more of them would measure the memory.
    all(readDelimited(text.slice(0, 32_768), 'comma')),
  ];
}
