// Labels and hints of an XLSForm. `${name}` in them stands for an answer, which labels here cannot show; texts can.
import { answerText } from '../answer-text.ts';
import type { KnownRepeat } from '../known-fields.ts';
import { labelTexts, plainText, templateText } from '../plain-text.ts';
import type { XlsRow } from './read-sheets.ts';
import type { XlsContext } from './xls-context.ts';

interface Labels {
  readonly label?: string;
  readonly labelHtml?: string;
  readonly help?: string;
}

export function labelFor({ form }: XlsContext, row: XlsRow, where: string): Labels {
  const fixed = (text: string) => {
    if (!text.includes('${')) return text;
    form.notes.add(where, 'answerInLabel', { source: text });
    return cutReferences(text)
      .map((part) => (typeof part === 'string' ? part : '…'))
      .join('');
  };
  const label = row.text('label');
  const help = [row.text('hint'), row.text('guidance_hint')].filter((text) => text !== '').join('\n');
  for (const media of ['image', 'audio', 'video', 'big-image']) {
    if (row.text(media) !== '') form.notes.count('media', { name: media }, where);
  }
  return {
    ...(label !== '' && labelTexts(fixed(label))),
    ...(help !== '' && { help: plainText(fixed(help)) }),
  };
}

/** A text with answers in it, as a template. */
export function templateFor(
  { form, answers }: XlsContext,
  text: string,
  where: string,
  from: KnownRepeat | undefined,
): string {
  const scope = answers.scope(from);
  return cutReferences(plainText(text))
    .map((part) => {
      if (typeof part === 'string') return templateText(part);
      const shown = form.notes.attempt(where, 'answerInText', `\${${part.name}}`, () =>
        answerText(scope.find(part.name)),
      );
      return shown ?? '…';
    })
    .join('');
}

type Part = string | { readonly name: string };

/** What is between `${` and `}` apart from what is around it. */
function cutReferences(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = text.indexOf('${'); at >= 0; at = text.indexOf('${', from)) {
    const end = text.indexOf('}', at);
    if (end < 0) break;
    if (at > from) parts.push(text.slice(from, at));
    parts.push({ name: text.slice(at + 2, end).trim() });
    from = end + 1;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
