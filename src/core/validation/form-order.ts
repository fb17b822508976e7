// Messages in the order of the form's elements, whoever made them and whenever: remote validators and the storage of files
// are asked after the other rules. [validation.messages.order]

import type { ItemMessage } from '../definition/definition-parts.ts';
import type { FormPlan, RowShape, Step } from '../plan/form-plan.ts';

export function inFormOrder(plan: FormPlan, messages: readonly ItemMessage[]): ItemMessage[] {
  const placesIn = new Map<RowShape, ReadonlyMap<string, number>>();
  const placeOf = (message: ItemMessage) => ({ message, place: findPlace(plan, message.modelPath, placesIn) });
  return messages
    .map(placeOf)
    .sort((one, two) => comparePlaces(one.place, two.place))
    .map(({ message }) => message);
}

/** Of an element, its row, the element in that row, and so on. */
type Place = readonly number[];

const pathAndRow = /((?:\['(?:[^'\\]|\\.)*'\])+)(?:\[(\d+)\])?/sy;

function findPlace(plan: FormPlan, modelPath: string, placesIn: Map<RowShape, ReadonlyMap<string, number>>): Place {
  const place: number[] = [];
  let shape: RowShape = plan.shapes[0];
  pathAndRow.lastIndex = 'model'.length;
  for (let part = pathAndRow.exec(modelPath); part !== null; part = pathAndRow.exec(modelPath)) {
    const places = placesIn.get(shape) ?? new Map(shape.steps.map(({ path }, index) => [path, index]));
    placesIn.set(shape, places);
    const index = places.get(part[1] ?? '');
    const step: Step | undefined = index === undefined ? undefined : shape.steps[index];
    if (index === undefined || step === undefined) break;
    place.push(index);
    if (part[2] === undefined || step.kind !== 'repeat') break;
    place.push(Number(part[2]));
    shape = step.rows;
  }
  return place;
}

function comparePlaces(one: Place, two: Place): number {
  const length = Math.min(one.length, two.length);
  for (let at = 0; at < length; at++) if (one[at] !== two[at]) return one[at]! - two[at]!;
  return one.length - two.length;
}
