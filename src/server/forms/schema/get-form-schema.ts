// GET /form/{formId}/schema. [forms.schema]
import Joi from 'joi';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, ApiResponse } from '../../http/api-request.ts';
import { checkOf } from '../../http/checks.ts';
import { runInSlices } from '../../scheduling/run-in-slices.ts';
import { refuseForeignForm } from '../start-form.ts';
import { entrySchema } from './entry-schema.ts';
import type { SchemaOf } from './schema-parts.ts';

export interface SchemaQuery {
  readonly as: SchemaOf;
}

export const schemaQueryCheck = checkOf<SchemaQuery>({ as: Joi.string().valid('sent', 'stored').default('sent') });

export async function getFormSchema(
  request: ApiRequest<{ formId: string }, SchemaQuery>,
  services: Pick<Services, 'config' | 'forms'>,
): Promise<ApiResponse<object>> {
  const form = await services.forms.getFresh(request.params.formId);
  refuseForeignForm(form, request);
  const { plan, definition, id } = form;
  const { as: of } = request.query;
  const url = `${services.config.apiUrl}/form/${id}/schema${of === 'sent' ? '' : '?as=stored'}`;
  return ApiResponse.ofJson(await runInSlices(entrySchema({ plan, definition, url, of })));
}
