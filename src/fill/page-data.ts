// What the server put into the page. Kept in step with src/server/web/fill-page.ts.

import type { FormDefinition, JsonObject } from '../core/form-definition.ts';
import type { Locale } from '../core/locale.ts';

export interface FillerForm
  extends Pick<FormDefinition, 'publicName' | 'locale' | 'formSchema' | 'theme' | 'timeZone'> {
  readonly id: string;
  readonly displayName?: string;
  /** False on devices that several people share. */
  readonly keepDraftOnDevice?: boolean;
}

export interface PageData {
  readonly kind: 'form' | 'signIn' | 'message';
  readonly api: string;
  readonly locale: Locale;
  readonly title: string;
  readonly form?: FillerForm;
  readonly data?: JsonObject;
  readonly entry?: { readonly id: string; readonly bewit?: string };
  readonly open?: { readonly entry: string; readonly how: 'resume' | 'clone' };
  readonly text?: string;
}

export function readPageData(): PageData {
  return JSON.parse(document.getElementById('page')?.textContent ?? '{}') as PageData;
}
