// Route table: saved views of a form's entries.
import Joi from 'joi';
import { changeView, createView, listViews, removeView, type ViewParams } from '../entries/views/manage-views.ts';
import { newViewCheck, viewChangeCheck } from '../entries/views/view-checks.ts';
import { checked, idCheck, idParam } from '../http/checks.ts';
import { type Route, route } from '../http/route.ts';
import { listOf, message, ref } from '../openapi/schema-parts.ts';

const tag = 'Views';
const formId = idParam('formId');
const viewParams = checked<ViewParams>(Joi.object({ formId: idCheck.required(), viewId: idCheck.required() }));

export const viewRoutes: readonly Route[] = [
  route({
    operationId: 'listViews',
    method: 'GET',
    path: '/form/:formId/views',
    access: 'credential',
    tag,
    summary: "List the saved views of a form's entries",
    description: 'My own and those of the whole account, oldest first.',
    params: formId,
    response: listOf(ref('EntryView')),
    handle: listViews,
  }),
  route({
    operationId: 'createView',
    method: 'POST',
    path: '/form/:formId/views',
    access: 'credential',
    tag,
    summary: 'Save a view',
    description:
      'For me, or with `isShared` for everybody of the account. `state` is what the management app shows: its `search`, `where` ' +
      'and `sort` are as in GET /form/{formId}/entries; they are checked when they are used.',
    params: formId,
    payload: newViewCheck,
    response: ref('EntryView'),
    errors: ['quotaReached'],
    handle: createView,
  }),
  route({
    operationId: 'updateView',
    method: 'PATCH',
    path: '/form/:formId/views/:viewId',
    access: 'credential',
    tag,
    summary: 'Change a view',
    description:
      'What is not sent stays unchanged. Anybody of the account changes a shared view; only who made it takes it back for themselves.',
    params: viewParams,
    payload: viewChangeCheck,
    response: ref('EntryView'),
    handle: changeView,
  }),
  route({
    operationId: 'deleteView',
    method: 'DELETE',
    path: '/form/:formId/views/:viewId',
    access: 'credential',
    tag,
    summary: 'Delete a view',
    description: "Anybody of the account deletes a shared view; a view of one's own only who made it.",
    params: viewParams,
    response: message,
    handle: removeView,
  }),
];
