// Flags and arguments of a command, as a list of what it knows: anything else is named in the error. [running.commands.service]
import { parseArgs } from 'node:util';
import { CommandError } from './command.ts';

export interface Expected<Value extends string, Switch extends string> {
  /** The line that the error shows: `formstead forms pull [FORM...] [--folder F]`. */
  readonly usage: string;
  /** Flags with a value. */
  readonly values: readonly Value[];
  /** Flags without one. */
  readonly switches?: readonly Switch[];
  /** How many arguments there may be beside the flags. */
  readonly arguments: { readonly min: number; readonly max: number };
}

export interface Arguments<Value extends string, Switch extends string> {
  readonly values: Readonly<Partial<Record<Value, string>>>;
  readonly switches: ReadonlySet<Switch>;
  readonly plain: readonly string[];
}

/** `--name value`, `--name=value` and `--switch`, in any order with the arguments. */
export function readArguments<Value extends string, Switch extends string = never>(
  rest: readonly string[],
  { usage, values, switches = [], arguments: { min, max } }: Expected<Value, Switch>,
): Arguments<Value, Switch> {
  const fail = (message: string) => new CommandError(`${message}\nUsage: ${usage}`);
  const types = new Map<string, 'string' | 'boolean'>([
    ...values.map((name) => [name, 'string'] as const),
    ...switches.map((name) => [name, 'boolean'] as const),
  ]);
  const options = Object.fromEntries([...types].map(([name, type]) => [name, { type }]));
  const { tokens } = parseArgs({ args: [...rest], options, strict: false, tokens: true, allowPositionals: true });
  const given: Record<string, string> = {};
  const on = new Set<string>();
  const plain: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') plain.push(token.value);
    if (token.kind !== 'option') continue;
    const type = token.rawName.startsWith('--') ? types.get(token.name) : undefined;
    if (type === undefined) throw fail(`Unknown flag ${token.rawName}.`);
    if (type === 'string' && token.value === undefined) throw fail(`The flag --${token.name} needs a value.`);
    if (type === 'boolean' && token.value !== undefined) throw fail(`The flag --${token.name} takes no value.`);
    if (Object.hasOwn(given, token.name)) throw fail(`The flag --${token.name} is given twice.`);
    if (type === 'string') given[token.name] = token.value as string;
    else on.add(token.name);
  }
  if (plain.length < min) throw fail('An argument is missing.');
  if (plain.length > max) throw fail(`Unexpected argument "${plain[max]}".`);
  return { values: given as Partial<Record<Value, string>>, switches: on as Set<Switch>, plain };
}
