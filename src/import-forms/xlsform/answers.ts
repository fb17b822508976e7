// What the expressions of an XLSForm can name: questions, repeats, and calculations, which here are not stored and so are written out
// wherever they are named.
import { CannotSay } from '../cannot-say.ts';
import { isAround, type KnownField, type KnownRepeat, readField, readRows } from '../known-fields.ts';
import { truth } from '../meaning.ts';
import { conditional, nothing, type Piece } from '../pieces.ts';
import { parseXPath } from './parse-xpath.ts';
import { translateXPath } from './translate-xpath.ts';
import type { XPathScope } from './xpath-functions.ts';

export interface Calculation {
  readonly source: string;
  readonly relevant: string;
  readonly repeat: KnownRepeat | undefined;
}

type Known =
  | { readonly kind: 'field'; field: KnownField }
  | { readonly kind: 'repeat'; readonly repeat: KnownRepeat }
  | { readonly kind: 'calculation'; readonly calculation: Calculation; result?: Piece | CannotSay | 'open' }
  /** The device's clock, for instance; or a name that is there twice, so that nobody knows which is meant. */
  | { readonly kind: 'none'; readonly reason: 'today' | 'lookup' | 'sameName' };

/** Calculations that name calculations that name calculations. */
const maxDepth = 100;

export class Answers {
  readonly #known = new Map<string, Known>();
  #depth = 0;

  #add(name: string, known: Known): void {
    this.#known.set(name, this.#known.has(name) ? { kind: 'none', reason: 'sameName' } : known);
  }

  addField(name: string, field: KnownField): void {
    this.#add(name, { kind: 'field', field });
  }

  addRepeat(name: string, repeat: KnownRepeat): void {
    this.#add(name, { kind: 'repeat', repeat });
  }

  addCalculation(name: string, calculation: Calculation): void {
    this.#add(name, { kind: 'calculation', calculation });
  }

  addNone(name: string, reason: 'today' | 'lookup'): void {
    this.#add(name, { kind: 'none', reason });
  }

  /** A question that became part of a matrix. */
  moveField(name: string, keys: readonly string[]): void {
    const known = this.#known.get(name);
    if (known?.kind === 'field') known.field = { ...known.field, keys };
  }

  /** What an expression sees from inside a repeat; `self` is what `.` is. */
  scope(from: KnownRepeat | undefined, self?: Piece): XPathScope {
    return {
      self,
      isInRepeat: from !== undefined,
      find: (name) => this.#find(name, from),
      labelsOf: (name) => {
        const known = this.#known.get(name);
        return known?.kind === 'field' ? known.field.labels : undefined;
      },
    };
  }

  #find(name: string, from: KnownRepeat | undefined): Piece {
    const known = this.#known.get(name);
    switch (known?.kind) {
      case undefined:
        throw new CannotSay('unknownName', { name });
      case 'none':
        throw new CannotSay(known.reason, { name });
      case 'field':
        return readField(known.field, from);
      case 'repeat':
        return readRows(known.repeat, from);
      case 'calculation':
        return this.#calculated(name, known, from);
    }
  }

  /** Translated once, however often it is named. */
  #calculated(name: string, known: Extract<Known, { kind: 'calculation' }>, from: KnownRepeat | undefined): Piece {
    const { repeat, source, relevant } = known.calculation;
    if (repeat !== undefined && repeat !== from) throw new CannotSay(isAround(repeat, from) ? 'outerRow' : 'otherRows');
    if (known.result === 'open') throw new CannotSay('circular', { name });
    if (known.result === undefined) {
      if (this.#depth >= maxDepth) throw new CannotSay('tooLong');
      known.result = 'open';
      this.#depth += 1;
      try {
        const scope = this.scope(repeat);
        const value = translateXPath(parseXPath(source), scope);
        const test = relevant === '' ? undefined : truth(translateXPath(parseXPath(relevant), scope));
        known.result = test === undefined ? value : conditional(test, value, nothing());
      } catch (error) {
        if (!(error instanceof CannotSay)) throw error;
        known.result = error;
      } finally {
        this.#depth -= 1;
      }
    }
    if (known.result instanceof CannotSay) throw new CannotSay('needs', { name });
    return known.result;
  }
}
