// The addresses of OData tables, beside the API: credentials as programs for tables send them, and errors in OData's own shape.
// [odata.access] [odata.errors]
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, errorText } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { headerText, userAgentOf } from '../http/api-request.ts';
import { closeSignal } from '../http/close-signal.ts';
import { asServiceError, logFailure } from '../http/error-response.ts';
import { readLocales } from '../http/locales.ts';
import { errorHeader, isFromForeignPage } from '../http/response-headers.ts';
import { authenticate } from '../identity/authenticate.ts';
import { createIdentify } from '../identity/identify.ts';
import { answerOData } from '../odata/answer-odata.ts';
import { readBasicPassword } from '../odata/basic-password.ts';

const versionHeader = { 'odata-version': '4.0' };
const challenge = 'Basic realm="Formstead", charset="UTF-8"';

export function addODataRoutes(app: FastifyInstance, services: Services): void {
  const identify = createIdentify(services);

  app.register(async (odata) => {
    odata.setErrorHandler((error, request, reply) => sendODataError(error, request, reply, services));
    odata.addHook('onRequest', async (request) => {
      // Before the credential is looked at: a page must not learn whether a key is good. [odata.origin]
      if (isFromForeignPage(request, services.config)) throw errors.odata('odataOriginRefused');
      const { headers, ip } = request;
      const password = readBasicPassword(headerText(headers, 'authorization'));
      const caller =
        password === undefined
          ? await identify(request, '/odata')
          : await authenticate({ apiKey: password, token: undefined, ip }, services);
      if (caller === undefined) throw errors.missingAuthentication();
      if (caller.mustSetUpFactor) throw errors.secondFactorSetUpFirst();
      request.caller = caller;
      // Before a body is read: nothing is written here.
      if (request.method !== 'GET' && request.method !== 'HEAD') throw errors.odata('odataReadOnly');
    });
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const { formId, '*': path = '' } = request.params as { formId: string; '*'?: string };
      const { headers } = request;
      const { headers: own, body } = await answerOData(
        {
          formId,
          path,
          query: queryOf(request.url),
          headers: {
            accept: headerText(headers, 'accept'),
            prefer: headerText(headers, 'prefer'),
            'odata-maxversion': headerText(headers, 'odata-maxversion'),
          },
          caller: request.caller,
          ip: request.ip,
          userAgent: userAgentOf(headers),
          signal: closeSignal(reply.raw),
        },
        services,
      );
      return reply.headers({ ...versionHeader, ...own }).send(body);
    };
    for (const url of ['/odata/:formId', '/odata/:formId/*']) {
      odata.get(url, answer);
      odata.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url, handler: answer });
    }
  });
}

function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

function sendODataError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log }: Pick<Services, 'log'>,
): FastifyReply {
  const known = asServiceError(error, request);
  if (known.status >= 500 && known.status !== 501) logFailure(known, request, log);
  const message = errorText(known, readLocales(request.query));
  if (known.status === 401) reply.header('www-authenticate', challenge);
  return reply
    .code(known.status)
    .headers({ ...versionHeader, ...known.headers, [errorHeader]: known.situation })
    .type('application/json;odata.metadata=minimal;charset=utf-8')
    .send(JSON.stringify({ error: { code: known.situation, message } }));
}
