// What a response says in words, in the language that was asked for. [errors.language]
import { fillText } from '../../core/fill-text.ts';
import { defaultLocale, type InLocales } from '../../core/locale.ts';
import type { ApiRequest } from './api-request.ts';

export function responseText({ locales }: Pick<ApiRequest, 'locales'>, texts: InLocales, ...values: number[]): string {
  return fillText(texts[locales[0] ?? defaultLocale], values);
}
