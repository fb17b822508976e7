// Keeps an error of one request from ending the process. An error that is thrown in a timer, a stream, a promise or a listener, outside
// every handler, is logged with the request's id and ends that request: with 500 while nothing was sent, else its connection is destroyed.
// Errors that belong to no request are handled by process/guard-process.ts. [running.request-errors]
//
// Node emits several events of a request (`end`, `close`) in the context of its connection, so requests, responses and sockets emit theirs
// in the scope of the request.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from '../base/address-group.ts';
import { errors, ServiceError } from '../base/errors.ts';
import type { Log } from '../base/log-types.ts';
import { findRequestScope, isolate, type RequestScope, runInScope } from '../base/request-scope.ts';
import { isAnswered } from './fail-fast-without-database.ts';

type Emit = (event: string | symbol, ...values: unknown[]) => boolean;

export class GuardedRequest extends IncomingMessage {
  scope: HttpScope | undefined = undefined;

  override emit(...event: Parameters<Emit>): boolean {
    return this.scope === undefined ? super.emit(...event) : emitIn(this.scope, this, super.emit, event);
  }
}

export class GuardedResponse extends ServerResponse<GuardedRequest> {
  override emit(...event: Parameters<Emit>): boolean {
    const { scope } = this.req;
    return scope === undefined ? super.emit(...event) : emitIn(scope, this, super.emit, event);
  }
}

function emitIn(scope: RequestScope, emitter: object, emit: Emit, event: Parameters<Emit>): boolean {
  try {
    if (findRequestScope() === scope) return emit.apply(emitter, event);
    return runInScope(scope, () => emit.apply(emitter, event));
  } catch (error) {
    scope.fail(error);
    return true;
  }
}

export function guardRequests(app: FastifyInstance, log: Log): void {
  const scopesOfSockets = new WeakMap<Socket, HttpScope>();
  const { server } = app;
  const listeners = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: GuardedRequest, response: GuardedResponse) => {
    const scope = new HttpScope(request, response, log);
    request.scope = scope;
    scopesOfSockets.set(request.socket, scope);
    isolate(scope, () => {
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
  // Replaced on each socket: node makes them itself.
  server.on('connection', (socket: Socket) => {
    // Node keeps the address once it was read. A request may begin after its caller has left, and its address is asked for then.
    if (socket.remoteAddress === undefined) return void socket.destroy();
    const emit = socket.emit as Emit;
    socket.emit = (...event: Parameters<Emit>) => {
      const scope = scopesOfSockets.get(socket);
      return scope === undefined ? emit.apply(socket, event) : emitIn(scope, socket, emit, event);
    };
  });
}

export class HttpScope implements RequestScope {
  /** From the first hook on. */
  reply: FastifyReply | undefined = undefined;
  hasFailed = false;
  private error: unknown = undefined;
  readonly socket: Socket;
  private readonly response: ServerResponse;
  private readonly log: Log;
  private owner: string | undefined = undefined;
  private failure: Promise<never> | undefined = undefined;
  private reject: (error: unknown) => void = () => {};

  constructor({ socket }: IncomingMessage, response: ServerResponse, log: Log) {
    // Streams that are left early take it from their request.
    this.socket = socket;
    this.response = response;
    this.log = log;
  }

  caller(): string | undefined {
    const request = this.reply?.request;
    return request?.caller?.account ?? this.owner ?? (request && addressGroup(request.ip));
  }

  worksFor(account: string): void {
    this.owner = account;
  }

  fail(error: unknown): void {
    const { reply, response, socket } = this;
    const isFirst = !this.hasFailed;
    this.hasFailed = true;
    if (isFirst) this.error = error;
    this.reject(error);
    const cause = error instanceof Error ? error : new Error(String(error));
    const about = reply && { requestId: reply.request.id, method: reply.request.method, route: routeOf(reply) };
    this.log.error({ ...about, stack: cause.stack }, `an error outside its handler ended a request: ${cause.message}`);
    // The connection may have the next request by now.
    if (response.writableFinished) return;
    const canAnswer = isFirst && reply !== undefined && !isAnswered(reply) && !socket.destroyed;
    if (!canAnswer) socket.destroy();
    else isolate(this, () => void reply.send(cause instanceof ServiceError ? errors.internal(cause) : cause));
  }

  untilFailed(): Promise<never> {
    if (this.failure === undefined) {
      this.failure = new Promise((_, reject) => {
        if (this.hasFailed) reject(this.error);
        this.reject = reject;
      });
      // Code that awaits it gets the error; without such code it is no unhandled rejection.
      this.failure.catch(() => {});
    }
    return this.failure;
  }
}

const routeOf = ({ request }: FastifyReply) => request.pattern ?? request.routeOptions.url ?? 'none';

/** The service's requests to itself have no scope: they are part of the request that waits for them. */
export const scopeOf = ({ raw }: FastifyRequest): HttpScope | undefined => (raw as Partial<GuardedRequest>).scope;
