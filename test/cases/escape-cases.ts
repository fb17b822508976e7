// Ways out of an expression that have worked elsewhere, and a scope full of traps to try them in. As cases.ts, it
// imports no test runner.

import type { Scope } from '../../src/core/expression/compile.ts';
import type { ExpressionCase } from './expression-cases.ts';

/** None may give anything but undefined, false or plain text. */
export const escapeCases: readonly ExpressionCase[] = [
  ...[
    'constructor',
    '__proto__',
    'toString',
    'globalThis',
    'process',
    'window',
    'fn.constructor',
    'fn.__proto__',
    'fn.toNumber.constructor',
    `fn.toNumber.constructor('return 1')()`,
    'fn.JSON.constructor',
    `fn['constructor']('return 1')()`,
    `fn.hasOwnProperty('a')`,
    'fn.JSON.toString()',
    'model.__proto__',
    `model['__proto__']`,
    `model['__pro' + 'to__']`,
    `model[['__proto__']]`,
    'model.constructor',
    'model.constructor.constructor',
    `model.constructor.constructor('return 1')()`,
    'model.toString',
    'model.toString.constructor',
    'model.valueOf()',
    'model.items.constructor',
    '[].map.constructor',
    `[].map.constructor('return 1')()`,
    '[].constructor.prototype',
    `''.constructor`,
    `''.constructor.prototype.charAt`,
    `''.sub.call.call({}[0])`,
    `''.sub.call.call(({}).constructor.getOwnPropertyDescriptor(''.sub.__proto__, 'constructor').value, null, 'alert(1)')()`,
    `'a'.constructor.fromCharCode(97)`,
    `'a'['constructor']`,
    `'a'[['constructor']]`,
    `'a'.trim.call('b')`,
    '(1).constructor',
    '(1).toFixed.constructor',
    'true.constructor',
    '{}.constructor',
    '{a: 1}.__defineGetter__',
    `{}.__lookupGetter__('__proto__')`,
    `{}['__proto__']`,
    `{}.isPrototypeOf(model)`,
    `[].concat.apply([], [[1]])`,
    `'a'.replace.call`,
    `'a'['call']`,
    `'a'[{toString: 'length'}]`,
    `model[{toString: {call: 1}}]`,
    `fn.date(0).constructor`,
    `fn.JSON.parse('{"__proto__": {"polluted": 1}}').polluted`,
    'func',
    'func()',
    'func.name',
    'host.secret',
    'host.method()',
    'map.size',
    'symbol',
    'big',
  ].map((source) => ({ source })),
  { source: `'a' + {toString: 1}`, result: 'a[object Object]' },
  { source: '+{valueOf: 1}', result: Number.NaN },
  { source: `[{toString: 1}, {join: 2}].join()`, result: '[object Object],[object Object]' },
  { source: `{toJSON: 1} | json:0`, result: '{"toJSON":1}' },
  { source: `'abc'.replace('b', {toString: 'x'})`, result: 'a[object Object]c' },
  { source: `{hasOwnProperty: 1}.hasOwnProperty('a')`, result: false },
  { source: 'func + 1', result: 1 },
  { source: `date`, result: '1970-01-01T00:00:00.000Z' },
];

export function hostileScope(): Scope {
  const items: unknown[] = [1, 'two', null, { toString: 1, valueOf: 2, length: 3 }, [[]], () => 1];
  const model = JSON.parse('{"a": "x", "__proto__": {"polluted": 1}, "shadow": {"constructor": 1}, "length": "9"}');
  Object.defineProperty(model, '__proto__', { value: undefined, enumerable: true });
  Object.assign(model, { items, self: model });
  Object.defineProperty(model, 'trap', { enumerable: true, get: () => Function });
  const host = new (class Host {
    secret = 1;
    method() {
      return this;
    }
  })();
  return {
    model,
    items,
    a: 'text',
    host,
    func: Function,
    map: new Map([[1, 2]]),
    date: new Date(0),
    symbol: Symbol('s'),
    big: 1n,
    get trap() {
      return host;
    },
  };
}
