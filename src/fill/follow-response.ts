// What the form says and where it leads after a save or submit.
import type { JsonObject } from '../core/definition/form-definition.ts';
import type { SendResponse } from './send-entry.ts';
import type { ThankYouText } from './session-view.ts';

/** In a frame, the page around it may have asked for the whole window to go there: report-height.ts. */
export function leaveTo(url: string): void {
  if (dispatchEvent(new CustomEvent('formstead:leave', { detail: url, cancelable: true }))) location.assign(url);
}

/** [after-actions.screen.redirect] Only addresses of the web; the server has looked too. */
export function redirectIn({ uiActions = [] }: SendResponse): string | undefined {
  const url = uiActions.find((action) => action.type === 'redirect')?.redirectOptions.url;
  return url !== undefined && /^https?:\/\//.test(url) ? url : undefined;
}

export function textsIn({ uiActions = [] }: SendResponse): ThankYouText[] {
  return uiActions.flatMap((action) => (action.type === 'message' && (action.text || action.html) ? [action] : []));
}

/** What is said in the data, without which tab was open. */
export function answersIn(data: JsonObject): string {
  return JSON.stringify(data, (name, value) => (name.startsWith('__') ? undefined : value));
}
