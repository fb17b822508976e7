// Content of exactly the announced size. The last piece is passed on only after the source has ended well: a store that
// has all its bytes keeps them, so a source that breaks, or goes on, after the last byte must be noticed before.
import { Readable } from 'node:stream';
import { ContentSizeError } from './storage.ts';

export async function* measuredContent(
  content: Readable | Buffer,
  announced: { key: string; size: number },
): AsyncGenerator<Buffer, void, undefined> {
  let actual = 0;
  let held: Buffer | undefined;
  for await (const chunk of content instanceof Readable ? (content as AsyncIterable<Buffer>) : [content]) {
    actual += chunk.length;
    if (actual > announced.size) break;
    if (held !== undefined) yield held;
    held = chunk;
  }
  if (actual !== announced.size) throw new ContentSizeError(announced.key, { announced: announced.size, actual });
  if (held !== undefined) yield held;
}
