// The states of an entry and the transitions between them, as one pure function.
// The texts of the refusals live in the server's error catalogue.
// [entries.statuses] [entries.transitions] [entries.transitions.template-and-render] [entries.edit.status]

export type EntryStatus = 'created' | 'saved' | 'submitted' | 'deleted' | 'template' | 'render';

export type Trigger =
  | 'create'
  | 'save'
  | 'submit'
  | 'template'
  | 'edit'
  | 'delete'
  | 'resume'
  | 'clone'
  | 'rename'
  | 'render';

export type Refusal =
  | 'saveSubmitted'
  | 'submitSubmitted'
  | 'resumeSubmitted'
  | 'editDeleted'
  | 'deleteDeleted'
  | 'renameNotTemplate'
  | 'statusNotAllowed';

export type Transition =
  | { readonly allowed: true; readonly status: EntryStatus }
  | { readonly allowed: false; readonly refusal: Refusal };

/** The status after `trigger`; `wanted` is the status an edit asks for. */
export function nextStatus(from: EntryStatus | 'new', trigger: Trigger, wanted?: EntryStatus): Transition {
  if (from === 'new') {
    const status = firstStatus[trigger];
    return status === undefined ? refuse('statusNotAllowed') : allow(status);
  }
  if (from === 'deleted') return refuse(trigger === 'delete' ? 'deleteDeleted' : 'editDeleted');
  if (trigger === 'edit') return edit(from, wanted);
  if (trigger === 'delete') return allow('deleted');
  if (trigger === 'clone' || trigger === 'render') return allow(from);
  if (trigger === 'rename') return from === 'template' ? allow(from) : refuse('renameNotTemplate');
  if (trigger === 'save' || trigger === 'submit' || trigger === 'resume') return fill(from, trigger);
  return refuse('statusNotAllowed');
}

const statuses: readonly EntryStatus[] = ['created', 'saved', 'submitted', 'deleted', 'template', 'render'];

/** The number that filters use. */
export function entryStatusNumber(status: EntryStatus): number {
  return statuses.indexOf(status);
}

export function statusFromNumber(number: number): EntryStatus | undefined {
  return statuses[number];
}

const firstStatus: Partial<Record<Trigger, EntryStatus>> = {
  create: 'created',
  save: 'saved',
  submit: 'submitted',
  template: 'template',
  render: 'render',
};

type LivingStatus = Exclude<EntryStatus, 'deleted'>;

const editTargets: Record<LivingStatus, readonly EntryStatus[]> = {
  created: ['saved', 'submitted'],
  // choice: asking for the status an entry already has changes nothing and is not a status change.
  saved: ['saved', 'submitted'],
  submitted: ['saved', 'submitted'],
  template: [],
  render: [],
};

function edit(from: LivingStatus, wanted: EntryStatus | undefined): Transition {
  if (wanted === undefined) return allow(from);
  return editTargets[from].includes(wanted) ? allow(wanted) : refuse('statusNotAllowed');
}

const submittedRefusals = { save: 'saveSubmitted', submit: 'submitSubmitted', resume: 'resumeSubmitted' } as const;

function fill(from: LivingStatus, trigger: 'save' | 'submit' | 'resume'): Transition {
  if (from === 'submitted') return refuse(submittedRefusals[trigger]);
  // choice: a template or render entry is not a draft; saving one would change its status.
  if (from === 'template' || from === 'render') return refuse('statusNotAllowed');
  if (trigger === 'resume') return allow(from);
  return allow(trigger === 'save' ? 'saved' : 'submitted');
}

function allow(status: EntryStatus): Transition {
  return { allowed: true, status };
}

function refuse(refusal: Refusal): Transition {
  return { allowed: false, refusal };
}
