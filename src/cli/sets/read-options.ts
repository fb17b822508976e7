// The options of a download while it comes: the memory holds a few of them, however many there are. [running.commands.forms.copy]
import type { ApiOption } from '../../api-types/options-sets.ts';
import { CommandError } from '../command.ts';

/** `{"options":[…]}` as GET /optionsSet/{setId}/download sends it. Throws when it ends before its end. */
export async function* readOptions(body: AsyncIterable<Uint8Array>): AsyncGenerator<ApiOption[], void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const splitter = createSplitter();
  for await (const piece of body) {
    const options = splitter.take(decoder.decode(piece, { stream: true }));
    if (options.length > 0) yield options;
  }
  if (!splitter.isEnded()) throw new CutOff('The download of the options broke off.');
}

/** It may come whole when it is asked for again. */
export class CutOff extends CommandError {}

/** One option has at most the body that it came in. */
const maxOptionLength = 5_242_880;

/** Cuts the text into the objects of its list, wherever pieces end. */
function createSplitter() {
  let depth = 0;
  let inText = false;
  let isEscaped = false;
  /** The beginning of an object whose end has not come. */
  let begun = '';
  return {
    isEnded: () => depth === 0 && begun === 'ended',
    take(text: string): ApiOption[] {
      const options: ApiOption[] = [];
      let start = depth >= 3 ? 0 : -1;
      for (let at = 0; at < text.length; at += 1) {
        const sign = text.charCodeAt(at);
        if (inText) {
          if (isEscaped) isEscaped = false;
          else if (sign === 92) isEscaped = true;
          else if (sign === 34) inText = false;
        } else if (sign === 34) inText = true;
        else if (sign === 123 || sign === 91) {
          depth += 1;
          // The outer object, its list, and then an option.
          if (depth === 3) start = at;
        } else if (sign === 125 || sign === 93) {
          depth -= 1;
          if (depth === 2) {
            options.push(JSON.parse(begun + text.slice(start, at + 1)) as ApiOption);
            begun = '';
            start = -1;
          }
          if (depth === 0) begun = 'ended';
        }
      }
      if (start >= 0) begun += text.slice(start);
      if (begun.length > maxOptionLength) throw new CommandError('An option of the download is too large to be one.');
      return options;
    },
  };
}
