// Chooses the text of a response in the language that the request asks for. [errors.language]

import { defaultLocale, type InLocales } from '../../core/locale/locale.ts';
import { fillText } from '../../core/text/fill-text.ts';
import type { ApiRequest } from './api-request.ts';

export function responseText({ locales }: Pick<ApiRequest, 'locales'>, texts: InLocales, ...values: number[]): string {
  return fillText(texts[locales[0] ?? defaultLocale], values);
}
