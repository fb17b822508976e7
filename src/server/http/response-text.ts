// Chooses the text of a response in the language that the request asks for. [errors.language]

import { defaultLocale } from '../../core/locale/locale.ts';
import { fillText } from '../../core/text/fill-text.ts';
import { responsesWords } from '../../words/all/server/responses.ts';
import type { ApiRequest } from './api-request.ts';

export function responseText(
  { locales: [locale = defaultLocale] }: Pick<ApiRequest, 'locales'>,
  key: keyof (typeof responsesWords)['en'],
  ...values: number[]
): string {
  return fillText(responsesWords[locale][key], values, locale);
}
