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

const notKnown = 'It is not known whether the email was sent: the mail server broke off without an answer.';
test.each([
  ['when it has the message', (text: string) => text.endsWith('\r\n.\r\n'), notKnown],
  ['before it is told of one', (text: string) => text.startsWith('EHLO'), 'The mail server could not be reached.'],
])('[after-actions.emails.failure] a mail server that breaks off %s', async (_, breaksOff, words) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 here\r\n');
    let received = '';
    let isMessage = false;
    socket.on('data', (data) => {
      received += data;
      if (breaksOff(received)) return socket.destroy();
      if (isMessage) return;
      isMessage = received.startsWith('DATA');
      received = '';
      socket.write(isMessage ? '354 go on\r\n' : '250 yes\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const mail = openSmtpMail(`smtp://127.0.0.1:${port}`);
  try {
    const address = { name: '', address: 'a@example.com' };
    const message = { id: '1', from: address, to: [address], replyTo: [], subject: '', text: 'words', attachments: [] };
    await expect(mail.send(message, { timeoutMs: 60_000 })).rejects.toThrow(words);
  } finally {
    mail.close();
    server.close();
  }
});
