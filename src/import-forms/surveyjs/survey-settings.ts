// The settings of a survey of SurveyJS that a form here has too: its name, pages, buttons, and what is said at the end.
import { isObject, type Json, listOf, objectsOf, own, textOf } from '../json-reading.ts';
import { plainText } from '../plain-text.ts';
import type { SurveyContext } from './build-survey.ts';
import { surveyTemplate } from './survey-texts.ts';
import type { SurveyScope } from './translate-condition.ts';

const maxName = 1_000;
const maxButton = 100;

const known = new Set(
  (
    'title description pages elements questions locale calculatedValues completeText pageNextText pagePrevText completedHtml ' +
    'navigateToUrl showPreviewBeforeComplete questionsOnPageMode triggers showCompletedPage name id $schema completedHtmlOnCondition navigateToUrlOnCondition'
  ).split(' '),
);

export function addSettings(
  context: SurveyContext,
  survey: Json,
  { isPaged, scope }: { isPaged: boolean; scope: SurveyScope },
): void {
  const { form, texts } = context;
  const { settings, notes } = form;
  const title = plainText(texts.read(survey, 'title')).slice(0, maxName);
  if (title !== '') settings.name = title;
  settings.locale = texts.locale;
  const mode = textOf(survey, 'questionsOnPageMode');
  if (mode === 'questionPerPage' || mode === 'questionOnPage' || mode === 'inputPerPage') settings.display = 'one';
  else if (isPaged && mode !== 'singlePage') settings.display = 'steps';
  const button = (key: string) => plainText(texts.read(survey, key)).slice(0, maxButton);
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
    const isNothing = value === '' || value === false || (Array.isArray(value) && value.length === 0);
    if (!known.has(name) && !isNothing) notes.add('', 'setting', { name });
  }
  const { language } = texts;
  if (!language.isFound) notes.add('', 'languageMissing', { name: language.chosen ?? 'default' });
  if (language.others.length > 0) notes.add('', 'languages', { names: language.others.join(', ') });
}

/** A survey leads on where it says so, else it says something. */
function addEnd({ form, texts }: SurveyContext, survey: Json, scope: SurveyScope): void {
  const url = textOf(survey, 'navigateToUrl');
  const html = texts.read(survey, 'completedHtml');
  if (/^https?:\/\/[^\s{}]+$/.test(url))
    form.settings.postSubmit = { ui: [{ type: 'redirect', redirectOptions: { url } }] };
  else if (html !== '') {
    const text = surveyTemplate(plainText(html), 'completedHtml', form.notes, scope);
    form.settings.postSubmit = { ui: [{ type: 'message', text }] };
  }
  if (url !== '' && !/^https?:\/\/[^\s{}]+$/.test(url)) form.notes.add('', 'setting', { name: 'navigateToUrl' });
  for (const name of ['completedHtmlOnCondition', 'navigateToUrlOnCondition']) {
    if (listOf(survey, name).some(isObject)) form.notes.add('', 'setting', { name });
  }
}
