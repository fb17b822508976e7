// Reads HTML of any depth in a time that grows with its length only: a tag that is nested too deeply is read as one without
// content, which then belongs to the tag around it. The parser searches its stack at every closing tag, so it has to stay short.
// [limits.growth]
import { Parser } from 'htmlparser2';
import type { Steps } from '../../core/definition/steps.ts';

const maxDepth = 200;

export class ShallowParser extends Parser {
  /** The tag that is being opened is too deep. */
  private isTooDeep = false;

  override onopentagname(start: number, end: number): void {
    this.isTooDeep = openTagsOf(this).length >= maxDepth;
    super.onopentagname(start, end);
  }

  override onclosetag(start: number, end: number): void {
    this.isTooDeep = false;
    super.onclosetag(start, end);
  }

  protected override isVoidElement(name: string): boolean {
    return this.isTooDeep || super.isVoidElement(name);
  }
}

/** Some 2 ms where each character is an entity. */
const stepLength = 8_192;

export function* parseInSteps(parser: Parser, html: string): Steps<void> {
  for (let at = 0; at < html.length; at += stepLength) {
    if (at > 0) yield;
    parser.write(html.slice(at, at + stepLength));
  }
  parser.end();
}

/** Private by its type; the parser has no other way to tell. */
function openTagsOf(parser: Parser): readonly string[] {
  return (parser as unknown as { stack: readonly string[] }).stack;
}
