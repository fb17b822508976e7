// A form as the service has it now: what of it a file keeps, and the version that a change names. [forms.write.version]
import { type FormsteadClient, FormsteadError } from '../../../packages/client/src/index.ts';
import { contentOf, type FormContent, hashOf } from './form-content.ts';

export interface ServiceForm {
  readonly id: string;
  readonly content: FormContent;
  readonly hash: string;
  /** For If-Match. */
  readonly etag: string;
}

/** Undefined when there is none with this id. */
export async function findServiceForm(id: string, { api }: FormsteadClient): Promise<ServiceForm | undefined> {
  try {
    const { data, response } = await api.GET('/form/{formId}', { params: { path: { formId: id } } });
    return presentServiceForm(data as Readonly<Record<string, unknown>>, response);
  } catch (error) {
    if (error instanceof FormsteadError && error.code === 'formNotFound') return undefined;
    throw error;
  }
}

export function presentServiceForm(form: Readonly<Record<string, unknown>>, response: Response): ServiceForm {
  const content = contentOf(form);
  return { id: String(form['id']), content, hash: hashOf(content), etag: response.headers.get('etag') ?? '' };
}
