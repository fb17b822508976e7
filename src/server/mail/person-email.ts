// Emails of the service itself to one person: invitations, forgotten passwords, fill links, notices. Text that others chose, such as
// the names of people, accounts and forms, is shown in one short line, never as a link and never as a part of the page or of a
// header. [identity.links.emails]
import { directionOf, type Locale } from '../../core/locale/locale.ts';
import { readMailAddress, toHeaderText } from '../base/mail-address.ts';
import type { Services } from '../base/services.ts';
import { escapeHtml } from '../html/escape-html.ts';

export interface PersonEmail {
  readonly to: string;
  readonly locale: Locale;
  readonly subject: string;
  /** Paragraphs before and after the link. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly link?: { readonly address: string; readonly label: string };
}

const timeoutMs = 20_000;

export async function sendPersonEmail(
  email: PersonEmail,
  services: Pick<Services, 'mail' | 'config' | 'newId'>,
): Promise<void> {
  const to = readMailAddress(email.to);
  if (to === undefined) throw new Error('This is not an email address.');
  const { before, link, after } = email;
  await services.mail.send(
    {
      id: services.newId(),
      from: services.config.mailFrom,
      to: [to],
      replyTo: [],
      subject: toHeaderText(email.subject),
      text: `${[...before, ...(link === undefined ? [] : [link.address]), ...after].join('\n\n')}\n`,
      html: emailPage(email),
      attachments: [],
    },
    { timeoutMs },
  );
}

const maxNameLength = 80;

/**
 * A name as it may stand in an email to somebody else, or undefined: one that holds an address is none, because mail programs make
 * links of them and the email would be whatever its writer wanted.
 */
export function safeName(name: string | null | undefined): string | undefined {
  const line = toHeaderText((name ?? '').replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, ''));
  const isAddress = /[:/\\@]|[\p{L}\p{N}\p{M}_-][.。．｡][\p{L}\p{N}]|\bwww\b/iu.test(line);
  if (line === '' || isAddress) return undefined;
  return [...line].slice(0, maxNameLength).join('');
}

function emailPage({ locale, before, after, link }: PersonEmail): string {
  const side = directionOf(locale);
  const start = side === 'rtl' ? 'right' : 'left';
  const quiet = 'margin:0 0 12px;color:#5b6472;font-size:14px';
  const button =
    link === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(link.address)}" style="display:inline-block;padding:12px 24px;border-radius:10px;background:#1f5fd0;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(link.label)}</a></p>
<p dir="ltr" style="${quiet};word-break:break-all;text-align:${start}">${escapeHtml(link.address)}</p>`;
  return `<!doctype html>
<html lang="${locale}" dir="${side}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#f4f6f9">
<div dir="${side}" style="max-width:520px;margin:0 auto;padding:28px;border-radius:14px;background:#ffffff;color:#1a2230;font:16px/1.5 system-ui,Arial,sans-serif;text-align:${start}">
${before.map((text) => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`).join('\n')}
${button}
${after.map((text) => `<p style="${quiet}">${escapeHtml(text)}</p>`).join('\n')}
</div>
</body>
</html>
`;
}
