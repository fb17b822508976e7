// What a component of Form.io has beside what was brought over. The builder writes dozens of properties into every component, most of
// them as they always are: those say nothing. Looks are one note, anything else is named with how often it is there. [forms.import.notes]
import { isObject, type Json, own, textOf } from '../json-reading.ts';
import type { NoteList } from '../note-list.ts';

const words = (text: string) => text.split(' ');

/** What is read elsewhere, where there is a note about whatever of it could not be brought over. */
const everywhere = words(
  'type key label input id conditional customConditional hidden tableView tree path row tab inDataGrid source',
);
const parts = {
  field: words(
    'title description tooltip placeholder values data questions validate calculateValue defaultValue disabled multiple dataSrc ' +
      'valueProperty template editor wysiwyg enableDate enableTime filePattern fileMaxSize customDefaultValue logic errors ' +
      'resource autocomplete datePicker widget fields minDate maxDate components',
  ),
  section: words('title legend description tooltip components collapsible hideLabel'),
  grid: words('title legend description tooltip components validate hideLabel'),
  columns: words('columns rows components'),
  content: words('html content'),
  button: words('action'),
};
export type FormioPart = keyof typeof parts;

const known = new Map(Object.entries(parts).map(([part, names]) => [part, new Set([...everywhere, ...names])]));

/** Only how it looks, or what helps the one who builds. */
const looks = new Set(
  words(
    'customClass labelPosition labelWidth labelMargin hideLabel tabindex autofocus theme breadcrumb size block leftIcon rightIcon ' +
      'width height penColor backgroundColor minWidth maxWidth keepOverlayRatio autoAdjust inline optionsLabelPosition rows ' +
      'fixedSize autoExpand overlay attributes attrs tag className style numRows numCols cloneRows cellAlignment striped bordered ' +
      'hover condensed verticalLayout dataGridLabel modalEdit modal showCharCount showWordCount spellcheck icon collapsed ' +
      'templates displayAsTable layoutFixed tableLayout hideInputLabels dayFirst format imageSize image fieldSet useLocaleSettings ' +
      'datepickerMode timePicker delimiter thousandsSeparator decimalSymbol breadcrumbClickable scrollToTop inputMode ' +
      'uniqueOptions searchEnabled searchThreshold fuseOptions shortcutButtons lockKey isNew keyModified originalKey tags ' +
      'lazyLoad allowInput addAnotherPosition inputsLabelPosition',
  ),
);

/** As they are unless somebody changes them. */
const usual: Readonly<Record<string, readonly unknown[]>> = {
  persistent: [true],
  clearOnHide: [true],
  validateOn: ['change'],
  labelPosition: ['top', 'right', 'left-left'],
  optionsLabelPosition: ['right'],
  inputType: ['text', 'checkbox', 'radio', 'tel', 'email', 'url', 'time', 'hidden', 'number', 'datetime'],
  inputFormat: ['plain', 'html'],
  inputMode: ['decimal'],
  applyMaskOn: ['change'],
  spellcheck: [true],
  searchEnabled: [true],
  searchThreshold: [0.3],
  searchDebounce: [0.3],
  selectThreshold: [0.3],
  minSearch: [0],
  limit: [100],
  idPath: ['id'],
  displayInTimezone: ['viewer'],
  datepickerMode: ['day'],
  format: ['yyyy-MM-dd hh:mm a', 'HH:mm'],
  dataFormat: ['HH:mm:ss'],
  fileMinSize: ['0KB'],
  imageSize: ['200'],
  rows: [3],
  fixedSize: [true],
  size: ['md'],
  theme: ['primary', 'default'],
  breadcrumb: ['default'],
  tag: ['div', 'p'],
  width: ['100%'],
  height: ['150px'],
  minWidth: ['0.5'],
  maxWidth: ['2.5'],
  penColor: ['black'],
  backgroundColor: ['rgb(245,245,235)'],
  keepOverlayRatio: [true],
  footer: ['Sign above'],
  numRows: [3],
  numCols: [3],
  removeRow: ['Cancel', 'Remove'],
  saveRow: ['Save'],
  dataGridLabel: [true],
  delimeter: [','],
  storeas: ['string'],
  maxTags: [0],
  switchToManualModeLabel: ["Can't find address? Switch to manual mode."],
  imagePicker: [true],
  decimalLimit: [0],
};

/** Words that say nothing of what has no answer of its own. */
const notOfLayout = new Set(['persistent', 'clearOnHide']);

export function noteFormioRest(notes: NoteList, component: Json, part: FormioPart, where: string): void {
  const type = textOf(component, 'type') || '?';
  let hasLooks = false;
  for (const name of Object.keys(component)) {
    const value = component[name];
    if (known.get(part)!.has(name) || isNothing(value, name)) continue;
    // The mask that every telephone number has.
    if (type === 'phoneNumber' && name === 'inputMask' && value === '(999) 999-9999') continue;
    if (part !== 'field' && part !== 'grid' && notOfLayout.has(name)) continue;
    if (looks.has(name)) hasLooks = true;
    else notes.count('property', { name: `${type}.${name}` }, where);
  }
  if (hasLooks) notes.count('layout', {}, where);
  if (part === 'button' && hasCondition(component)) notes.count('property', { name: `${type}.conditional` }, where);
  if (part !== 'field') return;
  for (const [holder, names] of Object.entries(insides)) {
    const inside = own(component, holder);
    if (!isObject(inside)) continue;
    for (const name of Object.keys(inside)) {
      const isKnown = names.has(name) || isNothing(inside[name], name);
      if (!isKnown) notes.count('property', { name: `${type}.${holder}.${name}` }, where);
    }
  }
}

export function hasCondition(component: Json): boolean {
  const condition = own(component, 'conditional');
  return (isObject(condition) && !isNothing(condition, 'conditional')) || textOf(component, 'customConditional') !== '';
}

/** What is read of them, and what only says how they look. */
const insides: Readonly<Record<string, ReadonlySet<string>>> = {
  validate: new Set(
    words(
      'required minLength maxLength pattern min max integer step minSelectedCount maxSelectedCount custom json customMessage ' +
        'minWords maxWords patternMessage',
    ),
  ),
  datePicker: new Set(
    words('minDate maxDate showWeeks startingDay initDate minMode maxMode yearRows yearColumns minMode maxMode'),
  ),
  widget: new Set(
    words(
      'type displayInTimezone locale useLocaleSettings allowInput mode enableTime noCalendar format hourIncrement minuteIncrement ' +
        'time_24hr minDate maxDate saveAs timezone submissionTimezone language altInput dateFormat altFormat',
    ),
  ),
  fields: new Set(['day', 'month', 'year']),
};

const maxDepth = 3;
const maxParts = 30;

/** Nothing was written there, or what always is. */
export function isNothing(value: unknown, name: string, depth = 0): boolean {
  if (value === undefined || value === null || value === '' || value === false) return !offMatters(value, name);
  if (Object.hasOwn(usual, name) && usual[name]!.includes(value)) return true;
  if (typeof value !== 'object' || depth > maxDepth) return false;
  const inside = Object.entries(value);
  return inside.length <= maxParts && inside.every(([key, one]) => isNothing(one, key, depth + 1));
}

/** Of what is usually on, off says something. */
function offMatters(value: unknown, name: string): boolean {
  return value === false && Object.hasOwn(usual, name) && usual[name]!.includes(true) && !looks.has(name);
}
