// What the fill page says around the form, in English; Hebrew is in fill-texts-he.ts.

import type { Locale } from '../core/locale/locale.ts';
import { fillText } from '../core/text/fill-text.ts';
import { importPart } from '../form-view/import-part.ts';

const en = {
  submit: 'Submit',
  save: 'Save for later',
  sending: 'Sending…',
  saving: 'Saving…',
  requiredNote: 'Fields marked with * are required.',
  problems: 'Please check what you entered. [One thing needs|{0} things need] your attention:',
  thanks: 'Thank you. The form was submitted.',
  earlier: 'We received your answers as you sent them first. What you changed after that was not sent.',
  sendAsWell: 'Send the changed answers too',
  notes: 'Please note:',
  next: 'Continue',
  restored: 'We kept what you typed here before.',
  reload: 'Reload',
  startOver: 'Start over',
  shared: 'Shared device?',
  kept: 'What you type is kept on this device for 30 days, or until you send it.',
  forget: 'Delete what I typed',
  offline: 'You are offline. You can go on: what you type is kept on this device.',
  unkeepable:
    'What you type is not kept on this device: its storage is full or blocked. Send or save the form before you leave.',
  queued: 'There is no connection. Your form will be sent as soon as there is one, even if you close this page.',
  unsent: 'The form could not be sent. Nothing is lost: what you typed is kept on this device.',
  unsaved: 'The form could not be saved. Nothing is lost: what you typed is kept on this device.',
  unkept: 'The form could not be sent. Please keep this page open and try again.',
  tooLarge: 'These answers are too long to be sent. Nothing is lost: please shorten the longest ones and try again.',
  retry: 'Try again',
  retrying: 'This is taking longer than usual. Trying again…',
  unloaded: 'The form could not be loaded completely. Please reload the page.',
  broken: 'This form has a mistake in it and cannot be shown.',
};

export type FillTextKey = keyof typeof en;
export type FillTexts = (key: FillTextKey, ...values: number[]) => string;

export async function loadFillTexts(locale: Locale): Promise<FillTexts> {
  const texts = locale === 'he' ? (await importPart(() => import('./fill-texts-he.ts'))).hebrewFillTexts : en;
  return (key, ...values) => fillText(texts[key], values);
}
