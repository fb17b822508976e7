// What a file field says about files: its limits in a line, sizes for people.

import type { Element, FileObject, JsonValue } from '../../../core/definition/form-definition.ts';
import { itemText } from '../../../core/locale/item-texts.ts';
import type { Locale } from '../../../core/locale/locale.ts';
import { fillText } from '../../../core/text/fill-text.ts';
import { sizeText } from '../../../core/text/size-text.ts';
import { isOfType } from '../../../core/validation/file-limits.ts';
import { isPlainObject } from '../../../core/values/value-type.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { wordsOf } from '../../../form-view/words.ts';

/** The files of a value that were not removed. What is not a file object is core's to complain about. */
export function filesOf(value: JsonValue | undefined): FileObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item) => isPlainObject(item) && item['deleted'] !== true) as unknown as FileObject[];
}

/** Why this file cannot be taken, or undefined. `count` is how many there would be with it. */
export function refusalOf(file: File, { element, locale, itemTexts }: FieldProps, count: number): string | undefined {
  const { fileTypes = [], fileMaxSize, fileMaxNum } = element;
  const types = fileTypes.map((type) => type.toLowerCase());
  if (types.length > 0 && !isOfType(file, types)) return itemText(itemTexts, 'fileType');
  if (fileMaxSize !== undefined && file.size > fileMaxSize) {
    return fillText(wordsOf('fields', locale).file.tooLarge, [sizeText(fileMaxSize, locale)]);
  }
  if (fileMaxNum !== undefined && count > fileMaxNum) return itemText(itemTexts, 'fileMaxNum', fileMaxNum);
  return undefined;
}

export function limitsText({ fileTypes = [], fileMaxSize, fileMaxNum }: Element, locale: Locale): string {
  const words = wordsOf('fields', locale).file;
  const parts: string[] = [];
  const types = [...new Set(fileTypes.map((type) => typeText(type, locale)))].filter((text) => text !== '');
  if (types.length > 0) parts.push(types.join(', '));
  if (fileMaxSize !== undefined) parts.push(words.maxSize.replace('{0}', sizeText(fileMaxSize, locale)));
  if (fileMaxNum !== undefined && fileMaxNum > 1) parts.push(words.maxNum.replace('{0}', String(fileMaxNum)));
  return parts.join(' · ');
}

function typeText(type: string, locale: Locale): string {
  const words: Record<string, string> = wordsOf('fields', locale).file.types;
  if (type.startsWith('.')) return type.slice(1).toUpperCase();
  const [kind = '', subtype = ''] = type.toLowerCase().split('/');
  if (kind === '*' || kind === '') return '';
  if (subtype === '*') return words[kind] ?? kind;
  return documents[type.toLowerCase()] ?? subtype.replace(/^x-|\+.*$/g, '').toUpperCase();
}

const documents: Readonly<Record<string, string>> = {
  'text/plain': 'TXT',
  'application/msword': 'DOC',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.ms-excel': 'XLS',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
};

export function isPicture(type: string): boolean {
  return /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/i.test(type);
}
