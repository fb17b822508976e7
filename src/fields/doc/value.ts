// fDoc: an HTML string, cleaned by the caller's sanitizer. Markup that shows nothing is not a value: an editor that was
// opened and left empty sends `<p></p>` or `<p><br></p>`. [values.rich-text]

import type { JsonValue } from '../../core/definition/form-definition.ts';
import { cleanText } from '../../core/values/clean-text.ts';
import { invalid, isNothing, type Reading, type ReadTools, type ValueType } from '../../core/values/value-type.ts';
import type { KindValue } from '../kind.ts';
import { docToText, withoutTags } from './doc-text.ts';

export const value: KindValue = () => docValue;

export const docValue: ValueType = {
  kind: 'doc',
  isHtml: true,
  read: readDoc,
  isEmpty: isNothing,
  toText: docToText,
};

function readDoc(sent: JsonValue, tools: ReadTools): Reading {
  if (typeof sent !== 'string') return invalid;
  const cleaned = tools.cleanHtml(cleanText(sent));
  if (cleaned === undefined) return invalid;
  const html = cleanText(cleaned);
  return showsSomething(html) ? html : null;
}

function showsSomething(html: string): boolean {
  if (/<(?:img|hr|table|iframe|video|audio|svg|object)\b/i.test(html)) return true;
  return /\S/.test(withoutTags(html).replace(/&nbsp;|&#160;|&#xa0;/gi, ' '));
}
