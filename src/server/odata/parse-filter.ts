// A $filter as a tree of typed nodes; what cannot be read, compared or computed is the error that names it. [odata.filter] [odata.bounds]
import { errors } from '../base/errors.ts';
import type { EdmType } from './edm.ts';
import {
  type Comparator,
  comparators,
  type FilterFunction,
  type FilterValue,
  functions,
  otherFunctions,
  otherOperators,
} from './filter-functions.ts';
import { type FilterType, readTokens, refuseAt, type Token } from './filter-tokens.ts';
import type { ODataTable } from './form-tables.ts';
import type { ODataColumn } from './own-columns.ts';

export type FilterNode =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterNode[]; readonly type: 'Boolean' }
  | { readonly kind: 'not'; readonly part: FilterNode; readonly type: 'Boolean' }
  | {
      readonly kind: 'compare';
      readonly op: Comparator;
      readonly left: FilterNode;
      readonly right: FilterNode;
      readonly type: 'Boolean';
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly compute: FilterFunction['compute'];
      readonly args: readonly FilterNode[];
      readonly type: FilterType;
    }
  | { readonly kind: 'column'; readonly column: ODataColumn; readonly type: FilterType }
  | { readonly kind: 'literal'; readonly value: FilterValue; readonly type: FilterType };

const maxLength = 10_000;
const maxDepth = 50;
const maxConditions = 200;

export function parseFilter(text: string, table: ODataTable): FilterNode {
  if (text.length > maxLength) return refuseSize();
  const parser = new Parser(text, table);
  return parser.readWhole();
}

function refuseSize(): never {
  throw errors.odata('odataFilterTooLarge', { maxLength, maxDepth, maxConditions });
}

const typesOfColumns: Readonly<Record<EdmType, FilterType>> = {
  'Edm.String': 'String',
  'Edm.Double': 'Number',
  'Edm.Int32': 'Number',
  'Edm.Boolean': 'Boolean',
  'Edm.Date': 'Date',
  'Edm.DateTimeOffset': 'DateTimeOffset',
  'Edm.TimeOfDay': 'TimeOfDay',
};

const constants: Readonly<Record<string, FilterNode>> = {
  null: { kind: 'literal', value: null, type: 'Null' },
  true: { kind: 'literal', value: true, type: 'Boolean' },
  false: { kind: 'literal', value: false, type: 'Boolean' },
};

class Parser {
  readonly #text: string;
  readonly #table: ODataTable;
  readonly #tokens: readonly Token[];
  #place = 0;
  #conditions = 0;

  constructor(text: string, table: ODataTable) {
    this.#text = text;
    this.#table = table;
    this.#tokens = readTokens(text);
  }

  readWhole(): FilterNode {
    const node = this.#readGroup('or', 1);
    if (this.#next.kind !== 'end') return this.#refuse();
    if (node.type !== 'Boolean') return refuseTypes('$filter', [node]);
    return node;
  }

  get #next(): Token {
    return this.#tokens[this.#place] as Token;
  }

  #refuse(token = this.#next): never {
    return refuseAt(this.#text, token.at);
  }

  #isNext(kind: 'word' | 'mark', text: string, ahead = 0): boolean {
    const token = this.#tokens[this.#place + ahead];
    return token?.kind === kind && token.text === text;
  }

  /** Whether the token was next, which then is behind. */
  #take(kind: 'word' | 'mark', text: string): boolean {
    if (!this.#isNext(kind, text)) return false;
    this.#place += 1;
    return true;
  }

  #readGroup(kind: 'or' | 'and', depth: number): FilterNode {
    if (depth > maxDepth) return refuseSize();
    const read = () => (kind === 'or' ? this.#readGroup('and', depth) : this.#readNot(depth));
    const parts = [read()];
    while (this.#take('word', kind)) parts.push(read());
    if (parts.length === 1) return parts[0] as FilterNode;
    for (const part of parts) needBoolean(part, kind);
    return { kind, parts, type: 'Boolean' };
  }

  #readNot(depth: number): FilterNode {
    if (depth > maxDepth) return refuseSize();
    if (!this.#take('word', 'not')) return this.#readComparison(depth);
    const part = this.#readNot(depth + 1);
    needBoolean(part, 'not');
    return { kind: 'not', part, type: 'Boolean' };
  }

  #readComparison(depth: number): FilterNode {
    const left = this.#readOperand(depth);
    const token = this.#next;
    if (token.kind !== 'word') return left;
    if (otherOperators.has(token.text))
      throw errors.odata('odataNotSupported', { feature: `${token.text} in $filter` });
    const op = comparators.find((one) => one === token.text);
    if (op === undefined) return left;
    this.#place += 1;
    this.#count();
    return compare(op, left, this.#readOperand(depth));
  }

  #count(): void {
    this.#conditions += 1;
    if (this.#conditions > maxConditions) refuseSize();
  }

  #readOperand(depth: number): FilterNode {
    const token = this.#next;
    if (this.#take('mark', '(')) {
      const inside = this.#readGroup('or', depth + 1);
      return this.#take('mark', ')') ? inside : this.#refuse();
    }
    this.#place += 1;
    if (token.kind === 'literal') return { kind: 'literal', value: token.value, type: token.type };
    if (token.kind !== 'word') return this.#refuse(token);
    if (this.#isNext('mark', '(')) return this.#readCall(token.text, depth);
    const constant = Object.hasOwn(constants, token.text) ? constants[token.text] : undefined;
    if (constant !== undefined) return constant;
    if (this.#isNext('mark', '/')) throw errors.odata('odataNotSupported', { feature: `${token.text}/ in $filter` });
    const column = this.#table.byName.get(token.text);
    if (column === undefined) return refuseColumn(token.text, this.#table);
    return { kind: 'column', column, type: typesOfColumns[column.type] };
  }

  #readCall(name: string, depth: number): FilterNode {
    if (depth >= maxDepth) return refuseSize();
    this.#count();
    const called = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (called === undefined) {
      if (otherFunctions.has(name)) throw errors.odata('odataNotSupported', { feature: `${name}() in $filter` });
      this.#place -= 1;
      return this.#refuse();
    }
    this.#place += 1;
    const args: FilterNode[] = [];
    do args.push(this.#readGroup('or', depth + 1));
    while (this.#take('mark', ','));
    if (!this.#take('mark', ')')) return this.#refuse();
    const areRight =
      args.length === called.takes.length &&
      args.every(({ type }, place) => type === 'Null' || called.takes[place]?.includes(type));
    if (!areRight) return refuseTypes(`${name}()`, args);
    return { kind: 'call', name, compute: called.compute, args, type: called.gives };
  }
}

export function refuseColumn(name: string, table: ODataTable): never {
  throw errors.odata('odataColumnUnknown', { table: table.name, name });
}

function refuseTypes(operation: string, nodes: readonly FilterNode[]): never {
  const types = nodes.map((node) =>
    node.kind === 'column'
      ? `${node.column.name} (${node.column.type})`
      : `Edm.${node.type}`.replace('Edm.Null', 'null'),
  );
  throw errors.odata('odataFilterTypes', { operation, types: types.join(', ') });
}

function needBoolean(node: FilterNode, operation: string): void {
  if (node.type !== 'Boolean' && node.type !== 'Null') refuseTypes(operation, [node]);
}

function compare(op: Comparator, left: FilterNode, right: FilterNode): FilterNode {
  const nodes = { left: asMoment(left, right), right: asMoment(right, left) };
  const isNull = left.type === 'Null' || right.type === 'Null';
  const areSame = nodes.left.type === nodes.right.type && (left.type !== 'Boolean' || op === 'eq' || op === 'ne');
  if (!isNull && !areSame) return refuseTypes(op, [left, right]);
  return { kind: 'compare', op, ...nodes, type: 'Boolean' };
}

/** A day beside a moment is its first: people leave the time out. */
function asMoment(node: FilterNode, other: FilterNode): FilterNode {
  if (node.kind !== 'literal' || node.type !== 'Date' || other.type !== 'DateTimeOffset') return node;
  return { kind: 'literal', value: `${node.value}T00:00:00.000`, type: 'DateTimeOffset' };
}
