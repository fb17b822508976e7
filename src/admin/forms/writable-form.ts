// A form as GET /form gives it, as POST /form takes it: without what the service itself keeps.
import type { FormDefinition } from '../../core/definition/form-definition.ts';

const kept = ['id', 'account', 'displayName', 'counts', 'current', 'createTime', 'modifyTime', 'changedAt'];

export function writableForm(form: object): FormDefinition {
  return Object.fromEntries(Object.entries(form).filter(([name]) => !kept.includes(name))) as FormDefinition;
}

/** A copy is open, whatever the state of the form it was made from: nobody has its link yet. */
export function copyOfForm(form: object, name: string): FormDefinition {
  const { access, ...rest } = writableForm(form);
  const { disabledMessage } = access ?? {};
  return { ...rest, name: name.slice(0, maxNameLength), ...(disabledMessage && { access: { disabledMessage } }) };
}

export const maxNameLength = 1000;
