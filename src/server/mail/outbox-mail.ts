// Without a mail server each email becomes an .eml file that any mail program opens. A file is there whole or not at all.
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { OpenedMail } from './mail.ts';
import { mailOptions } from './mail-options.ts';

export function openOutboxMail(folder: string): OpenedMail {
  return {
    async send(message) {
      const content = await new MailComposer(mailOptions(message)).compile().build();
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${message.id}.eml`);
      const draft = `${path}.part`;
      try {
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
        return { state: 'outbox', words: '' };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    close: () => {},
  };
}
