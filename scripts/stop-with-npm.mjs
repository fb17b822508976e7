// A SIGTERM for `npm start` reaches npm, which passes it to its shell, which ends without passing it on: the server would stay behind.
// So a process that npm started treats the loss of its parent as the signal.
const pollMs = 200;

export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, pollMs);
  timer.unref();
}
