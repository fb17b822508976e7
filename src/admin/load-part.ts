// Code of the app that is loaded later; one that does not come is reported like a request without a response, and can be tried again.
import { ApiError } from '../client/call-api.ts';
import { importPart } from '../form-view/import-part.ts';

/** `load` as importPart takes it. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await importPart(load);
  } catch {
    throw new ApiError(0);
  }
}
