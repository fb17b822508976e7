// Where the answers of a Form.io form are, by the paths that its conditions name: `data.address.city`, `row.price`, or a key alone.
import { CannotSay } from '../cannot-say.ts';
import { type KnownField, type KnownRepeat, readField, readRows } from '../known-fields.ts';
import { includes } from '../meaning.ts';
import { type Holds, literal, name, ownValue, type Piece } from '../pieces.ts';

/** What a path gives from inside a repeat. */
type Reader = (from: KnownRepeat | undefined) => Piece;

export class FormioNames {
  readonly #paths = new Map<string, Reader>();
  /** A key alone means the first component that has it. */
  readonly #keys = new Map<string, Reader>();

  add(path: string, key: string, reader: Reader): void {
    if (!this.#paths.has(path)) this.#paths.set(path, reader);
    if (!this.#keys.has(key)) this.#keys.set(key, reader);
  }

  addField(path: string, key: string, field: KnownField): void {
    this.add(path, key, (from) => readField(field, from));
  }

  addRows(path: string, key: string, repeat: KnownRepeat): void {
    this.add(path, key, (from) => readRows(repeat, from));
  }

  /** Boxes to tick are a list here, and were an object: `data.days.mon` is whether it has `mon`. */
  addBox(path: string, value: string, field: KnownField): void {
    this.add(`${path}.${value}`, `${path}.${value}`, (from) => includes(readField(field, from), literal(value)));
  }

  scope(place: FormioScopePlace): FormioScope {
    return {
      find: (path) => {
        const [first, ...rest] = path.split('.');
        if (path === 'value' || path === 'input') return ownValue(place.holds ?? 'any');
        if (path === 'rowIndex' && place.repeat !== undefined) return name('$index', 'number');
        const inner = first === 'row' && rest.length > 0 ? `${place.rowPath}${rest.join('.')}` : undefined;
        const whole = first === 'data' && rest.length > 0 ? rest.join('.') : path;
        const reader =
          (inner === undefined ? undefined : this.#paths.get(inner)) ?? this.#paths.get(whole) ?? this.#keys.get(whole);
        if (reader === undefined) throw new CannotSay('unknownName', { name: path });
        return reader(place.repeat);
      },
    };
  }
}

export interface FormioScopePlace {
  readonly repeat: KnownRepeat | undefined;
  /** The path of what `row` is, with a dot at its end; '' for the form. */
  readonly rowPath: string;
  /** Of the component's own value. */
  readonly holds?: Holds;
}

export interface FormioScope {
  find(path: string): Piece;
}
