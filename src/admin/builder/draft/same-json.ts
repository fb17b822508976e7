// Whether two JSON values say the same, whatever the order of their keys. Parts that were not touched are the same object,
// so comparing a large form with its draft is quick.

export function isSameJson(one: unknown, two: unknown): boolean {
  if (Object.is(one, two)) return true;
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null) return false;
  if (Array.isArray(one) || Array.isArray(two)) {
    if (!Array.isArray(one) || !Array.isArray(two) || one.length !== two.length) return false;
    return one.every((item, at) => isSameJson(item, two[at]));
  }
  const [left, right] = [keysOf(one), keysOf(two)];
  return left.length === right.length && left.every((key) => isSameJson(valueAt(one, key), valueAt(two, key)));
}

/** A key without a value is not written, so it counts as missing. */
function keysOf(object: object): string[] {
  return Object.keys(object).filter((key) => valueAt(object, key) !== undefined);
}

function valueAt(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

/** `value` with every part that `other` has too, at the same place, as the very object of the other. */
export function sharedJson<Value>(value: Value, other: unknown): Value {
  if (isSameJson(value, other)) return other as Value;
  if (typeof value !== 'object' || value === null || typeof other !== 'object' || other === null) return value;
  if (Array.isArray(value)) {
    const items = Array.isArray(other) ? other : [];
    return value.map((item: unknown, at) => sharedJson(item, items[at])) as Value;
  }
  const parts = Object.entries(value).map(([key, part]) => [key, sharedJson(part, valueAt(other, key))]);
  return Object.fromEntries(parts) as Value;
}
