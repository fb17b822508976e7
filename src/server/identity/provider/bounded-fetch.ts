// Requests to the identity provider. Its address is the operator's choice, so it may be a private one; what comes from there is
// bounded in size all the same, and each request in time by whoever makes it. [identity.provider.bounds]

/** Of one response, after decompression. Metadata and keys of the large providers are below 20 kB. */
export const maxProviderBytes = 512 * 1024;

/** No whole response came: the provider is away, too slow, or sends far too much. */
export class ProviderAwayError extends Error {
  override readonly name = 'ProviderAwayError';
}

export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, options);
    const body = await readBounded(response);
    return new Response(body.length === 0 ? null : new Uint8Array(body), {
      status: response.status,
      headers: keptHeaders(response.headers),
    });
  } catch (error) {
    throw error instanceof ProviderAwayError ? error : new ProviderAwayError(reasonOf(error), { cause: error });
  }
}

async function readBounded({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > maxProviderBytes) throw new ProviderAwayError(`a response of more than ${maxProviderBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body is decompressed by now, and has another length. */
function keptHeaders(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return kept;
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}
