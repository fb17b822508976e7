// Email goes to the mail server that is configured, else to DATA_DIR/outbox.
import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import type { OpenedMail } from './mail.ts';
import { openOutboxMail } from './outbox-mail.ts';
import { openSmtpMail } from './smtp-mail.ts';

export function openMail({ smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>): OpenedMail {
  return smtpUrl === undefined ? openOutboxMail(join(dataDir, 'outbox')) : openSmtpMail(smtpUrl);
}
