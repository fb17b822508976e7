// Makes a signal that is aborted when the caller leaves before the response, so that the handler can stop its work.
import type { ServerResponse } from 'node:http';
import { errors } from '../base/errors.ts';

export function closeSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // Gone before the handler began: `close` came then.
  if ((response.req.socket ?? response.socket)?.destroyed) controller.abort(errors.callerGone());
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(errors.callerGone());
  });
  return controller.signal;
}
