import { expect, test } from 'vitest';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { clearConditions } from './clear-conditions.ts';
import { listAt } from './element-tree.ts';
import { usersOf } from './references.ts';

test('[builder] references: conditions lose the tests about what goes, and keep the others', () => {
  const children = [
    { type: 'fBool', name: 'agree' },
    { type: 'fBool', name: 'old' },
    { type: 'fInput', name: 'a', relevant: 'model.agree' },
    { type: 'fInput', name: 'b', relevant: 'model.agree && model.old' },
    {
      type: 'fInput',
      name: 'c',
      reqValidator: { req: 'model.agree', message: 'Please' },
      readonly: 'model.old || model.agree',
    },
    { type: 'fInput', name: 'd', relevant: '(model.agree || model.old) && model.d > 1' },
    { type: 'cTabs', name: 't', tabs: [{ name: 'x', relevant: 'model.agree' }, { name: 'y' }], children: [[], []] },
    { type: 'eEq', name: 'e', eq: 'model.agree + 1' },
  ] as unknown as Element[];
  const definition: FormDefinition = { formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
  const gone = ['formSchema.rootElem.children.0'];
  const changed = clearConditions(definition, usersOf(definition, gone), gone);
  expect(listAt(changed, 'formSchema.rootElem.children').slice(2)).toEqual([
    { type: 'fInput', name: 'a' },
    { type: 'fInput', name: 'b', relevant: 'model.old' },
    { type: 'fInput', name: 'c', readonly: 'model.old' },
    { type: 'fInput', name: 'd' },
    { type: 'cTabs', name: 't', tabs: [{ name: 'x' }, { name: 'y' }], children: [[], []] },
    { type: 'eEq', name: 'e', eq: 'model.agree + 1' },
  ]);
});
