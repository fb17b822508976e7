// Email: can the mail server be reached, does it encrypt, does it take the login? Nothing is sent. [running.doctor.mail]
import type { Config } from '../base/config.ts';
import { isLoopback, probeSmtp, type SmtpFacts, SmtpProbeError } from '../mail/probe-smtp.ts';
import { type Finding, ok, problem, warning, wordsOf } from './finding.ts';
import { machineTime } from './machine-time.ts';

const probeMs = 8_000;
const certificateEndsSoonMs = 14 * 86_400_000;

export async function mailFindings(config: Config): Promise<Finding[]> {
  const { smtpUrl, publicUrl } = config;
  if (smtpUrl === undefined) {
    const message = 'There is no SMTP_URL: emails are written to files in DATA_DIR/outbox and reach nobody.';
    const isLocal = isLoopback(new URL(publicUrl).hostname);
    return [isLocal ? ok('mail.server', message) : warning('mail.server', message, 'Set SMTP_URL and MAIL_FROM.')];
  }
  let facts: SmtpFacts;
  try {
    facts = await probeSmtp(smtpUrl, { timeoutMs: probeMs });
  } catch (error) {
    if (!(error instanceof SmtpProbeError)) throw error;
    return [explain(error), fromFinding(config)];
  }
  return [ok('mail.server', `The mail server ${facts.server} responds.`), ...factFindings(facts), fromFinding(config)];
}

function explain(error: SmtpProbeError): Finding {
  const { server } = error;
  const words = wordsOf(error);
  switch (error.step) {
    case 'connect':
      return problem(
        'mail.server',
        `The mail server ${server} cannot be reached: ${words}.`,
        'Correct host and port in SMTP_URL (587 with STARTTLS, smtps:// for 465), or open the way through the firewall.',
      );
    case 'encrypt':
      return problem(
        'mail.encryption',
        `The connection to the mail server ${server} cannot be encrypted: ${words}.`,
        'The certificate must be valid for the host in SMTP_URL and signed by an authority that Node.js knows (NODE_EXTRA_CA_CERTS adds one); a server without STARTTLS needs smtps://, or an address without requireTLS.',
      );
    case 'login':
      return problem(
        'mail.login',
        `The mail server ${server} refuses the login: ${words}.`,
        'Correct user and password in SMTP_URL (special characters are written as %40 and the like); many providers want a password made for programs.',
      );
  }
}

function factFindings({ server, isEncrypted, certificate, login }: SmtpFacts): Finding[] {
  const findings: Finding[] = [];
  const isNear = isLoopback(server.replace(/:\d+$/, ''));
  if (!isEncrypted && !isNear) {
    const isWithheld = login === 'withheld';
    const what = isWithheld ? 'the password and every email travel' : 'every email travels';
    const message = `The mail server ${server} offers no STARTTLS: ${what} readable.${isWithheld ? ' The login was not tried.' : ''}`;
    const remedy = 'Use smtps:// or a server with STARTTLS; ?requireTLS=true in SMTP_URL refuses any other.';
    findings.push((isWithheld ? problem : warning)('mail.encryption', message, remedy));
  } else {
    findings.push(
      ok('mail.encryption', isEncrypted ? 'The connection is encrypted.' : 'It does not leave this machine.'),
    );
  }
  if (certificate !== undefined) findings.push(certificateFinding(server, certificate));
  if (login === 'done') findings.push(ok('mail.login', 'The mail server takes the login.'));
  return findings;
}

function certificateFinding(server: string, { fault, endsAt }: NonNullable<SmtpFacts['certificate']>): Finding {
  const check = 'mail.certificate';
  if (fault !== undefined) {
    return warning(
      check,
      `The certificate of the mail server ${server} is not trusted (${fault}); without a password it is accepted all the same.`,
      'Get one from an authority, or add yours with NODE_EXTRA_CA_CERTS; ?requireTLS=true in SMTP_URL then refuses any other.',
    );
  }
  const left = endsAt - machineTime();
  if (left < certificateEndsSoonMs) {
    const days = Math.max(0, Math.floor(left / 86_400_000));
    return warning(check, `The certificate of the mail server ${server} ends in ${days} days.`, 'Renew it.');
  }
  return ok(check, 'The certificate of the mail server is trusted.');
}

function fromFinding({ mailFrom }: Config): Finding {
  const check = 'mail.from';
  if (!/@localhost$/.test(mailFrom.address)) return ok(check, `Emails come from ${mailFrom.address}.`);
  return warning(
    check,
    `Emails come from ${mailFrom.address}, which no server outside takes for real.`,
    'Set MAIL_FROM to an address of your domain, with SPF and DKIM.',
  );
}
