// What a saved view may hold. Paths are not compared with the form: a view outlives changes of the form, and whoever opens it
// is told what is no longer there. [lists.views.bounds]
import Joi from 'joi';
import type { ViewState } from '../../../api-types/views.ts';
import { checkOf } from '../../http/checks.ts';

export const maxNameLength = 100;
/** Of the state as JSON text. */
export const maxStateLength = 16_384;
const maxSearchLength = 200;
const maxColumnLength = 2_000;
const maxColumns = 1_000;
const maxWidth = 10_000;

const statuses: readonly ViewState['status'][] = ['all', 'submitted', 'saved', 'created', 'template', 'render'];

const columnNames = Joi.array().items(Joi.string().max(maxColumnLength)).max(maxColumns);

const stateCheck = Joi.object({
  status: Joi.string().valid(...statuses),
  since: Joi.string().pattern(/^(?:any|today|7|30|\d{4}-\d\d-\d\d)$/),
  search: Joi.string().allow('').max(maxSearchLength),
  where: Joi.object().unknown(),
  sort: Joi.string().max(maxColumnLength),
  columns: columnNames,
  layout: Joi.object({
    widths: Joi.object().pattern(Joi.string().max(maxColumnLength), Joi.number().min(1).max(maxWidth)).max(maxColumns),
    order: columnNames,
    isWrapped: Joi.boolean(),
    density: Joi.string().valid('comfortable', 'compact'),
  }),
})
  .custom((state: ViewState, { error }) =>
    JSON.stringify(state).length > maxStateLength ? error('view.length', { limit: maxStateLength }) : state,
  )
  .messages({ 'view.length': '{{#label}} must be at most {{#limit}} characters of JSON' });

const nameCheck = Joi.string().trim().min(1).max(maxNameLength);

export interface NewView {
  readonly name: string;
  readonly isShared: boolean;
  readonly state: ViewState;
}

export type ViewChange = Partial<NewView>;

export const newViewCheck = checkOf<NewView>({
  name: nameCheck.required(),
  isShared: Joi.boolean().default(false),
  state: stateCheck.required(),
});

export const viewChangeCheck = checkOf<ViewChange>({ name: nameCheck, isShared: Joi.boolean(), state: stateCheck });
