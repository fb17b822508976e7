// The tools over streamable HTTP: each request is answered by a server of its own, so any process of any server may answer it.
// Knows neither the service nor its framework: how the API is reached is handed in. [mcp.http] [mcp.http.stateless]
import type * as Library from '@modelcontextprotocol/server';
import { createClient } from '../../packages/client/src/index.ts';
import { createServerMaker, type ServerOptions } from './mcp-server.ts';
import { isSmallMessage } from './small-message.ts';
import type { ToolContext } from './tool.ts';

export interface HttpCall {
  readonly apiKey: string;
  /** Reaches the API; the host of the address does not matter. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly publicUrl: string;
  readonly readGuide: ToolContext['readGuide'];
  /** What the protocol refused, for the log. */
  readonly onRefused: (error: Error) => void;
}

/** Answers one message, which has been read from the body of the request. */
export type ServeHttp = (request: Request, message: unknown, call: HttpCall) => Promise<Response>;

const tooLarge = {
  ...{ jsonrpc: '2.0', id: null },
  error: { code: -32_600, message: 'The message has too many parts outside of its arguments.' },
};
const apiAddress = 'http://in-process.invalid';

export function createHttpServer(library: typeof Library, options: ServerOptions): ServeHttp {
  const makeServer = createServerMaker(library, options);
  return async (request, message, { apiKey, fetch, publicUrl, readGuide, onRefused }) => {
    if (!isSmallMessage(message)) return Response.json(tooLarge, { status: 400 });
    // Whoever waits for the response can try again better than we can.
    const client = createClient({ url: apiAddress, apiKey, fetch, retry: { attempts: 1 } });
    const handler = library.createMcpHandler(() => makeServer({ client, publicUrl, readGuide }), {
      onerror: onRefused,
      // Nothing here changes by itself: a stream that is kept open would only hold up a stop of the service.
      maxSubscriptions: 0,
      keepAliveMs: 0,
    });
    return handler.fetch(request, { parsedBody: message });
  };
}
