import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openSmtpMail } from './smtp-mail.ts';

test('[after-actions.emails.failure] a mail server that says nothing is given up after the time allowed', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const mail = openSmtpMail(`smtp://127.0.0.1:${port}`);
  try {
    const address = { name: '', address: 'a@example.com' };
    const message = { id: '1', from: address, to: [address], replyTo: [], subject: '', text: '', attachments: [] };
    await expect(mail.send(message, { timeoutMs: 100 })).rejects.toThrow('did not take the email in time');
  } finally {
    mail.close();
    silent.close();
  }
});
