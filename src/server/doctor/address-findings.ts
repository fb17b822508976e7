// The addresses that people see: do they resolve, is the certificate good, and do they lead to this service and not to another?
//
// Only a service with the same secret can tell a link that it signed from one that it did not: doctor signs a download link that has
// expired, and the service says so ("Request has expired"); any other says no more than that access is denied.
// [running.doctor.address]
import { randomBytes } from 'node:crypto';
import type { Config } from '../base/config.ts';
import { expiredUrl } from '../files/signed-url.ts';
import { requestIdHeader } from '../http/response-headers.ts';
import { isLoopback } from '../mail/probe-smtp.ts';
import { ask, type Reply } from './ask.ts';
import { type Finding, ok, problem, warning, wordsOf } from './finding.ts';
import { machineTime } from './machine-time.ts';

const askMs = 8_000;
const certificateEndsSoonMs = 14 * 86_400_000;

export interface AddressContext {
  /** Undefined where it could not be read. */
  readonly secret: Promise<string | undefined>;
  /** A server of ours responds on this machine. */
  readonly runs: boolean;
}

export async function addressFindings(config: Config, context: AddressContext): Promise<Finding[]> {
  const reached = await reachFindings(config, context);
  return [...reached, schemeFinding(config), proxyFinding(config)];
}

async function reachFindings(config: Config, context: AddressContext): Promise<Finding[]> {
  const check = 'address.public';
  let reply: Reply;
  try {
    reply = await ask(`${config.publicUrl}/health`, { timeoutMs: askMs });
  } catch (error) {
    return [explain(config.publicUrl, error, context)];
  }
  const place = `PUBLIC_URL (${config.publicUrl})`;
  if (reply.status >= 300 && reply.status < 400) {
    const remedy = 'Set PUBLIC_URL to the address at the end of the redirects, with https.';
    return [problem(check, `${place} redirects to ${reply.headers.location ?? 'nowhere'}.`, remedy)];
  }
  if (!isOurs(reply)) {
    // A proxy in front of a service that does not run.
    if (!context.runs && [502, 503, 504].includes(reply.status)) {
      return [notRunning(config.publicUrl, `responds ${reply.status}`)];
    }
    return [elsewhere(`${place} leads to something that is not Formstead (/health is ${reply.status}).`)];
  }
  return [...(await sameFindings(config, context)), certificateFinding(config.publicUrl, reply)];
}

/** `/health` has the header that every response of ours has. */
function isOurs({ headers, body }: Reply): boolean {
  return headers[requestIdHeader] !== undefined && /^\{"status":"(?:ok|unavailable)"/.test(body);
}

async function sameFindings(config: Config, { runs, ...context }: AddressContext): Promise<Finding[]> {
  const check = 'address.public';
  const secret = await context.secret;
  if (secret === undefined) {
    return [ok(check, `PUBLIC_URL (${config.publicUrl}) leads to a Formstead; whether to this one was not checked.`)];
  }
  const key = `${'0'.repeat(24)}/${'0'.repeat(24)}${randomBytes(8).toString('hex')}`;
  let reply: Reply;
  try {
    reply = await ask(expiredUrl(key, { storageUrl: config.storageUrl, secret }), { timeoutMs: askMs });
  } catch (error) {
    const remedy = 'Correct STORAGE_URL, or mend what it names: uploads and downloads go there.';
    return [
      problem('address.storage', `STORAGE_URL (${config.storageUrl}) cannot be reached: ${wordsOf(error)}.`, remedy),
    ];
  }
  if (reply.status === 403 && reply.body.includes('Request has expired')) {
    return [ok(check, `PUBLIC_URL (${config.publicUrl}) leads to this service.`)];
  }
  if (reply.status === 403 && reply.body.includes('<Code>AccessDenied</Code>')) {
    return [elsewhere(`PUBLIC_URL (${config.publicUrl}) leads to another Formstead, which has another secret.`)];
  }
  if (reply.status === 429) return [ok(check, `PUBLIC_URL (${config.publicUrl}) leads to a Formstead that is busy.`)];
  return [
    problem(
      'address.storage',
      `STORAGE_URL (${config.storageUrl}) does not lead to the storage of this service: it responds ${reply.status}.`,
      runs
        ? 'Pass its path on to the service, unchanged. A server that was started with other settings must be restarted.'
        : 'Pass its path on to the service, unchanged.',
    ),
  ];
}

const elsewhere = (message: string) =>
  problem(
    'address.public',
    message,
    'Set PUBLIC_URL to the address that people use, and let DNS and the proxy lead it to this service.',
  );

function notRunning(url: string, what: string): Finding {
  const check = 'address.public';
  const message = `PUBLIC_URL (${url}) ${what}; no server runs here either.`;
  if (isLoopback(new URL(url).hostname)) return ok(check, message);
  return warning(check, message, 'Start the service, and run doctor again.');
}

function explain(url: string, error: unknown, { runs }: AddressContext): Finding {
  const check = 'address.public';
  const place = `PUBLIC_URL (${url})`;
  const { code = '' } = error as NodeJS.ErrnoException;
  const words = wordsOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return problem(
      check,
      `The name in ${place} is not known: ${words}.`,
      'Make the entry in DNS, or correct PUBLIC_URL.',
    );
  }
  if (isAboutCertificate(code, words)) {
    return problem(
      check,
      `The certificate of ${place} is not good: ${words}.`,
      'Get one for this name from an authority (Caddy does it by itself), or renew it. For one of your own set NODE_EXTRA_CA_CERTS.',
    );
  }
  if (!runs) return notRunning(url, `does not respond (${words})`);
  return problem(
    check,
    `${place} cannot be reached from here: ${words}.`,
    'Start the proxy, and look at DNS and the firewall. Some networks do not let a machine reach its own public address: then check from outside.',
  );
}

function isAboutCertificate(code: string, words: string): boolean {
  return /CERT|ALTNAME|SELF_SIGNED|UNABLE_TO_/.test(code) || /certificate|SSL|wrong version number/i.test(words);
}

function certificateFinding(url: string, { certificateEndsAt }: Reply): Finding {
  const check = 'address.certificate';
  if (certificateEndsAt === undefined) return ok(check, 'There is none: the address is not https.');
  const left = certificateEndsAt - machineTime();
  const days = Math.max(0, Math.floor(left / 86_400_000));
  if (left < certificateEndsSoonMs) {
    return warning(
      check,
      `The certificate of ${url} ends in ${days} days.`,
      'Renew it: something is wrong with what does it by itself.',
    );
  }
  return ok(check, `The certificate is good for ${days} days more.`);
}

function schemeFinding({ publicUrl }: Config): Finding {
  const check = 'address.https';
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return ok(check, 'The address is https.');
  if (isLoopback(hostname)) return ok(check, 'The address is not https, but does not leave this machine.');
  return warning(
    check,
    `PUBLIC_URL (${publicUrl}) is not https: passwords and answers can be read on their way.`,
    'Put a proxy with TLS in front (deploy/proxy has examples) and set PUBLIC_URL to its https address.',
  );
}

/** Formstead speaks no TLS: https means that there is a proxy. */
function proxyFinding({ publicUrl, trustProxy, host, port, rateLimit }: Config): Finding {
  const check = 'address.proxy';
  const url = new URL(publicUrl);
  if (trustProxy === 0 && url.protocol === 'https:' && rateLimit > 0) {
    return warning(
      check,
      'PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY is 0: everybody has the address of the proxy, and RATE_LIMIT counts all people as one.',
      'Set TRUST_PROXY to the number of proxies (usually 1), and let the proxy write X-Forwarded-For.',
    );
  }
  const isDirect = url.protocol === 'http:' && isLoopback(url.hostname) && Number(url.port) === port;
  if (trustProxy > 0 && isDirect) {
    return warning(
      check,
      `TRUST_PROXY is ${trustProxy}, but PUBLIC_URL is this server's own port: whoever sends X-Forwarded-For chooses the address that is logged and counted.`,
      'Set TRUST_PROXY to 0, or PUBLIC_URL to the address of the proxy.',
    );
  }
  const note = trustProxy > 0 && !isLoopback(host) ? ` Let only the proxy reach port ${port}.` : '';
  return ok(check, `TRUST_PROXY is ${trustProxy}.${note}`);
}
