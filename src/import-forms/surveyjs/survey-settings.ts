// The settings of a survey of SurveyJS that a form here has too: its name, pages, buttons, and what is said at the end.
import type { UiRule } from '../../core/definition/form-definition.ts';
import { isObject, type Json, listOf, objectsOf, own, textOf } from '../json-reading.ts';
import { truth } from '../meaning.ts';
import { joined, not, type Piece, printPiece } from '../pieces.ts';
import { plainText } from '../plain-text.ts';
import { parseCondition } from './parse-condition.ts';
import type { SurveyContext } from './survey-context.ts';
import { surveyTemplate } from './survey-texts.ts';
import { type SurveyScope, translateCondition } from './translate-condition.ts';

const maxButton = 100;

const known = new Set(
  (
    'title description pages elements questions locale calculatedValues completeText pageNextText pagePrevText completedHtml ' +
    'navigateToUrl showPreviewBeforeComplete questionsOnPageMode triggers name id $schema completedHtmlOnCondition navigateToUrlOnCondition'
  ).split(' '),
);

/** Paragraphs stay; anything else of HTML is lost. */
const formatting = /<(?!p\b|br\b|div\b|span\b)[a-z]/i;

/** Of what a survey does unless it says otherwise, off says something. */
const usuallyOn = new Set('showCompletedPage showPrevButton showNavigationButtons showTitle showPageTitles'.split(' '));

const looks =
  /^(?:logo|width|showProgressBar|progressBar|showQuestionNumbers|showPageNumbers|showTitle|showPageTitles|questionErrorLocation|questionTitle|questionDescription|showNavigationButtons|fitToContainer|headerView|background|maxTextLength|requiredText|requiredMark|gridLayout|showTOC|tocLocation|checkErrorsMode|focusFirstQuestion|goNextPage|autoAdvance|autoFocus|themeVariables)/;

export function addSettings(
  context: SurveyContext,
  survey: Json,
  { isPaged, scope }: { isPaged: boolean; scope: SurveyScope },
): void {
  const { form, texts } = context;
  const { settings, notes } = form;
  const title = plainText(texts.read(survey, 'title'));
  if (title !== '') settings.name = title;
  settings.locale = texts.locale;
  const mode = textOf(survey, 'questionsOnPageMode');
  if (mode === 'questionPerPage' || mode === 'questionOnPage' || mode === 'inputPerPage') settings.display = 'one';
  else if (isPaged && mode !== 'singlePage') settings.display = 'steps';
  const button = (key: string) => plainText(texts.read(survey, key)).slice(0, maxButton);
  for (const key of ['completeText', 'pageNextText', 'pagePrevText'])
    if (plainText(texts.read(survey, key)).length > maxButton) notes.add(key, 'textCut', { count: maxButton });
  const preview = own(survey, 'showPreviewBeforeComplete');
  const page = {
    ...(button('completeText') !== '' && { submitText: button('completeText') }),
    ...(button('pageNextText') !== '' && { nextText: button('pageNextText') }),
    ...(button('pagePrevText') !== '' && { backText: button('pagePrevText') }),
    ...(preview !== undefined && preview !== false && preview !== 'noPreview' && { review: true }),
  };
  if (Object.keys(page).length > 0) settings.page = page;
  addEnd(context, survey, scope);
  for (const trigger of objectsOf(survey, 'triggers')) {
    notes.add('triggers', 'trigger2', { name: `${textOf(trigger, 'type')} ${textOf(trigger, 'expression')}`.trim() });
  }
  for (const name of Object.keys(survey)) {
    const value = own(survey, name);
    const isNothing =
      value === '' ||
      (value === false && !usuallyOn.has(name)) ||
      (value === true && usuallyOn.has(name)) ||
      (Array.isArray(value) && value.length === 0);
    if (known.has(name) || isNothing) continue;
    if (looks.test(name)) notes.count('settingLooks', {}, '');
    else notes.add('', 'setting', { name });
  }
  const { language } = texts;
  if (!language.isFound) notes.add('', 'languageMissing', { name: language.chosen ?? 'default' });
  if (language.others.length > 0) notes.add('', 'languages', { names: language.others.join(', ') });
}

/** A survey leads on where it says so, else it says something; what it says may depend on answers. */
function addEnd(context: SurveyContext, survey: Json, scope: SurveyScope): void {
  const { form, texts } = context;
  const url = textOf(survey, 'navigateToUrl');
  const isAddress = /^https?:\/\/[^\s{}]+$/.test(url);
  if (url !== '' && !isAddress) form.notes.add('', 'setting', { name: 'navigateToUrl' });
  if (listOf(survey, 'navigateToUrlOnCondition').some(isObject)) {
    form.notes.add('', 'setting', { name: 'navigateToUrlOnCondition' });
  }
  if (isAddress) {
    form.settings.postSubmit = { ui: [{ type: 'redirect', redirectOptions: { url } }] };
    return;
  }
  const say = (html: string) => {
    if (formatting.test(html)) form.notes.count('property', { name: 'HTML' }, 'completedHtml');
    return surveyTemplate(plainText(html), 'completedHtml', form.notes, scope);
  };
  const before: Piece[] = [];
  const ui: UiRule[] = [];
  const ends = objectsOf(survey, 'completedHtmlOnCondition');
  if (ends.length > maxEnds) form.notes.add('completedHtml', 'endsLeft', { count: ends.length - maxEnds });
  for (const rule of ends.slice(0, maxEnds)) {
    const source = textOf(rule, 'expression');
    const made = form.notes.attempt('completedHtml', 'endCondition', source, () => {
      const when = truth(translateCondition(parseCondition(source), scope));
      return { when, source: printPiece(joined('&&', [...before.map(not), when])) };
    });
    if (made === undefined) continue;
    before.push(made.when);
    ui.push({ type: 'message', if: made.source, text: say(texts.read(rule, 'html')) });
  }
  const html = texts.read(survey, 'completedHtml');
  const rest = form.notes.attempt('completedHtml', 'endCondition', '', () => printPiece(joined('&&', before.map(not))));
  if (html !== '' && rest !== undefined)
    ui.push({ type: 'message', ...(before.length > 0 && { if: rest }), text: say(html) });
  if (ui.length > 0) form.settings.postSubmit = { ui };
}

const maxEnds = 20;
