// Components of Form.io that have others inside: panels, columns, tabs, tables, containers, grids.
import { addElement, type Draft, openNames } from '../draft-form.ts';
import { flagOf, isObject, type Json, listOf, numberOf, objectOf, objectsOf, textOf } from '../json-reading.ts';
import { plainText } from '../plain-text.ts';
import { addComponents, placeOf, takeKey } from './build-formio.ts';
import type { FormioContext, FormioPlace } from './formio-context.ts';
import { rowLimit } from './formio-kinds.ts';
import { hasCondition, noteFormioRest } from './formio-rest.ts';
import { hideOrShow } from './formio-rules.ts';

/** False for a component that is none of these. */
export function addLayout(context: FormioContext, component: Json, place: FormioPlace): boolean {
  switch (textOf(component, 'type')) {
    case 'panel':
    case 'fieldset':
    case 'well':
      addSection(context, component, place);
      return true;
    case 'container':
      addContainer(context, component, place);
      return true;
    case 'datagrid':
    case 'editgrid':
      addGrid(context, component, place);
      return true;
    case 'columns':
      noteColumns(context, component);
      addColumns(
        context,
        component,
        place,
        objectsOf(component, 'columns').map((column) => listOf(column, 'components')),
      );
      return true;
    case 'table':
      noteColumns(context, component);
      addTable(context, component, place);
      return true;
    case 'tabs':
      noteColumns(context, component);
      addTabs(context, component, place);
      return true;
    default:
      return false;
  }
}

/** Deeper layout is taken apart. */
const maxDepth = 20;
const defaultRows = 100;
const maxColumns = 12;

function isTooDeep({ form }: FormioContext, component: Json, place: FormioPlace): boolean {
  if (place.depth < maxDepth) return false;
  form.notes.add(placeOf(component), 'groupTooDeep');
  return true;
}

function titleOf(context: FormioContext, component: Json): { label?: string; help?: string } {
  const title = plainText(
    flagOf(component, 'hideLabel')
      ? ''
      : textOf(component, 'title') || textOf(component, 'legend') || textOf(component, 'label'),
  );
  const help = plainText(textOf(component, 'description') || textOf(component, 'tooltip'));
  context.texts.push(title);
  return { ...(title !== '' && { label: title }), ...(help !== '' && { help }) };
}

function addSection(context: FormioContext, component: Json, place: FormioPlace): void {
  const components = listOf(component, 'components');
  if (isTooDeep(context, component, place)) {
    addComponents(context, components, { ...place, depth: place.depth + 1 });
    return;
  }
  const where = placeOf(component);
  noteFormioRest(context.form.notes, component, 'section', where);
  // A well is a frame without a title of its own.
  const title = textOf(component, 'type') === 'well' ? {} : titleOf(context, component);
  const element: Draft = {
    type: 'cSection',
    name: takeKey(place.names, component, 'section'),
    ...title,
    ...(flagOf(component, 'collapsible') && { secCollapse: true }),
    children: [],
  };
  addElement(context.form, place.list, where, element);
  hideOrShow(context, { component, element, place, where });
  addComponents(context, components, { ...place, list: element.children as Draft[], depth: place.depth + 1 });
}

/** An object of its own in the data. */
function addContainer(context: FormioContext, component: Json, place: FormioPlace): void {
  const components = listOf(component, 'components');
  if (isTooDeep(context, component, place)) {
    addComponents(context, components, { ...place, depth: place.depth + 1 });
    return;
  }
  const where = placeOf(component);
  noteFormioRest(context.form.notes, component, 'section', where);
  const name = takeKey(place.names, component, 'section');
  const element: Draft = { type: 'cSection', name, ...titleOf(context, component), secFlat: false, children: [] };
  addElement(context.form, place.list, where, element);
  hideOrShow(context, { component, element, place, where });
  const path = `${place.path}${textOf(component, 'key')}.`;
  addComponents(context, components, {
    ...place,
    list: element.children as Draft[],
    names: openNames(),
    keys: [...place.keys, name],
    path,
    rowPath: place.repeat === undefined ? path : place.rowPath,
    depth: place.depth + 1,
  });
}

function addGrid(context: FormioContext, component: Json, place: FormioPlace): void {
  const { form, names } = context;
  const where = placeOf(component);
  if (place.depth >= maxDepth) {
    form.notes.add(where, 'repeatTooDeep');
    addComponents(context, listOf(component, 'components'), { ...place, depth: place.depth + 1 });
    return;
  }
  const key = textOf(component, 'key');
  const name = takeKey(place.names, component, 'rows');
  const validate = objectOf(component, 'validate');
  const most = rowLimit(component);
  const least = numberOf(validate, 'minLength');
  const isLeast = least !== undefined && Number.isInteger(least) && least > 0;
  const element: Draft = {
    type: 'cRepeat',
    name,
    ...titleOf(context, component),
    repMaxRows: most ?? defaultRows,
    ...(flagOf(validate, 'required') && { reqValidator: true }),
    ...(isLeast && { validators: [{ type: 'arr/minLength', value: least }] }),
    children: [],
  };
  addElement(form, place.list, where, element);
  if (most === undefined) form.notes.add(where, 'rowsLimited', { count: defaultRows });
  noteFormioRest(form.notes, component, 'grid', where);
  hideOrShow(context, { component, element, place, where });
  const repeat = { keys: [...place.keys, name], around: place.repeat };
  const path = `${place.path}${key}`;
  names.addRows(path, key, repeat);
  addComponents(context, listOf(component, 'components'), {
    list: element.children as Draft[],
    names: openNames(),
    keys: [],
    repeat,
    rowPath: `${path}.`,
    path: `${path}.`,
    depth: place.depth + 1,
  });
}

function noteColumns({ form }: FormioContext, component: Json): void {
  const where = placeOf(component);
  noteFormioRest(form.notes, component, 'columns', where);
  const columns = objectsOf(component, 'columns');
  const isUneven = columns.some((column) => {
    const width = numberOf(column, 'width');
    return width !== undefined && width !== Math.floor(maxColumns / columns.length);
  });
  if (isUneven) form.notes.count('layout', {}, where);
}

/** Side by side; one column alone, or too many, is none. */
function addColumns(
  context: FormioContext,
  component: Json,
  place: FormioPlace,
  columns: readonly (readonly unknown[])[],
): void {
  const filled = columns.filter((column) => column.some(isObject));
  if (filled.length === 0) return;
  const isRow = filled.length > 1 && filled.length <= maxColumns && place.depth < maxDepth;
  const inner = { ...place, depth: place.depth + 1 };
  const where = placeOf(component);
  if (!isRow) {
    const list = listOfOne(context, component, place, where);
    for (const column of filled) addComponents(context, column, { ...inner, list });
    return;
  }
  const lists: Draft[][] = filled.map(() => []);
  const element: Draft = { type: 'cRow', name: takeKey(place.names, component, 'row'), children: lists };
  addElement(context.form, place.list, where, element);
  hideOrShow(context, { component, element, place, where });
  for (const [at, column] of filled.entries()) addComponents(context, column, { ...inner, list: lists[at]! });
  element.children = lists.filter((list) => list.length > 0);
  if (element.children.length === 0) place.list.splice(place.list.indexOf(element), 1);
}

/** Columns that are none may have a condition all the same: then they are a section. */
function listOfOne(context: FormioContext, component: Json, place: FormioPlace, where: string): Draft[] {
  if (!flagOf(component, 'hidden') && !hasCondition(component)) return place.list;
  if (isTooDeep(context, component, place)) return place.list;
  const section: Draft = { type: 'cSection', name: takeKey(place.names, component, 'section'), children: [] };
  addElement(context.form, place.list, where, section);
  hideOrShow(context, { component, element: section, place, where });
  return section.children as Draft[];
}

function addTable(context: FormioContext, component: Json, place: FormioPlace): void {
  for (const row of listOf(component, 'rows')) {
    if (!Array.isArray(row)) continue;
    const cells = row.filter(isObject).map((cell) => listOf(cell, 'components'));
    addColumns(context, component, place, cells);
  }
}

function addTabs(context: FormioContext, component: Json, place: FormioPlace): void {
  const tabs = objectsOf(component, 'components');
  if (tabs.length === 0) return;
  if (isTooDeep(context, component, place)) {
    for (const tab of tabs) addComponents(context, listOf(tab, 'components'), { ...place, depth: place.depth + 1 });
    return;
  }
  const where = placeOf(component);
  const names = openNames();
  const lists: Draft[][] = tabs.map(() => []);
  const element: Draft = {
    type: 'cTabs',
    name: takeKey(place.names, component, 'tabs'),
    tabs: tabs.map((tab) => ({ name: takeKey(names, tab, 'tab'), label: plainText(textOf(tab, 'label')) })),
    children: lists,
  };
  addElement(context.form, place.list, where, element);
  hideOrShow(context, { component, element, place, where });
  for (const [at, tab] of tabs.entries()) {
    addComponents(context, listOf(tab, 'components'), { ...place, list: lists[at]!, depth: place.depth + 1 });
  }
}
