// The end of a response whose head is written: head and body leave in one write. `response.end(body)` alone adds an empty piece after
// them, to hear when they have left, and two pieces cost a third more processor time of a small response than one.
import type { ServerResponse } from 'node:http';

/** The letters of a text are its bytes. */
export function endInOneWrite(response: ServerResponse, body: string | Buffer): void {
  const { socket } = response;
  // Without one it waits for the responses before it on its connection, or its caller is gone.
  if (socket === null || socket.destroyed) {
    response.end(body, 'latin1');
    return;
  }
  socket.cork();
  response.write(body, 'latin1');
  socket.uncork();
  response.end();
}
