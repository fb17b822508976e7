// Reads request bodies: JSON by default, bytes where the route takes other types, and a 415 for anything else.
// [conventions.bodies] [limits.event-loop]
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressGroup } from '../base/address-group.ts';
import { errors } from '../base/errors.ts';
import { createFairLimiter } from '../scheduling/limiter.ts';
import { runInSlices } from '../scheduling/run-in-slices.ts';
import { readJsonBody, readJsonBodyInSteps } from './json-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Types of a body that the route takes as bytes instead of JSON. */
    bodyTypes?: readonly string[];
    /** The response may set the session cookie. */
    opensSession?: boolean;
  }
}

/** Parsing holds the event loop for some 20 ms a MB: larger bodies are parsed in slices. */
const largeBodyBytes = 131_072;
const largeBodyLimits = { maxAtOnce: 8, maxPerAccount: 1, maxWaitingPerAccount: 500, maxWaiting: 2_000 };

const bareType = (type: string) => type.split(';', 1)[0]!.trim().toLowerCase();
const jsonTypePattern = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * A body without a content type is read as JSON, which is what callers of such services expect, but not where a session cookie is at
 * stake: a page of another site can send such a body without a preflight request. [identity.session.bodies]
 */
export function readBodies(app: FastifyInstance): void {
  const largeBodies = createFairLimiter(largeBodyLimits);
  const read = (request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void) => {
    const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
    if (type !== undefined && !jsonTypePattern.test(type)) {
      const isTaken = encoding === 'identity' && request.routeOptions.config.bodyTypes?.includes(bareType(type));
      return isTaken ? done(null, body) : done(errors.unsupportedMediaType());
    }
    const isOfSession = request.caller?.isCookie === true || request.routeOptions.config.opensSession === true;
    if (type === undefined && body.length > 0 && isOfSession) return done(errors.unsupportedMediaType());
    if (encoding !== 'identity') return done(errors.unsupportedMediaType());
    if (body.length > largeBodyBytes) {
      const parse = () => runInSlices(readJsonBodyInSteps(body));
      const value = largeBodies.run(request.caller?.account ?? addressGroup(request.ip), parse);
      value.then((read) => done(null, read), done);
      return;
    }
    let value: unknown;
    try {
      value = readJsonBody(body);
    } catch (error) {
      return done(error as Error);
    }
    done(null, value);
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, read);
  // The framework finds this one by the name alone, without parsing the type: nearly every body has it.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, read);
}
