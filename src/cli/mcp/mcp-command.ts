// `formstead mcp`: tools for agents over standard input and output, with the rights of an API key. [running.commands.mcp] [mcp.stdio]
import { finished } from 'node:stream/promises';
import { FormsteadError } from '../../../packages/client/src/index.ts';
import { createServerMaker } from '../../mcp/mcp-server.ts';
import type { ToolContext } from '../../mcp/tool.ts';
import type { ClientCommand } from '../command.ts';
import { connectionFlags, findConnection, openClient } from '../connection-settings.ts';
import { readArguments } from '../read-arguments.ts';

const usage = 'formstead mcp [--allow-delete]';

export const mcpCommand: ClientCommand = async (rest, context) => {
  const { values, switches } = readArguments(rest, {
    usage,
    values: [...connectionFlags],
    switches: ['allow-delete'],
    arguments: { min: 0, max: 0 },
  });
  const place = findConnection(values, context);
  const output = context.takeStdout();
  const library = await import('@modelcontextprotocol/server');
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const toolContext: ToolContext = {
    client: openClient(place),
    publicUrl: place.url,
    readGuide: (name, signal) => readGuide(place.url, name, signal),
  };
  const onBug = (error: unknown, tool: string) =>
    void context.stderr.write(`formstead: ${tool}: ${(error as Error)?.stack ?? String(error)}\n`);
  const allowsDelete = switches.has('allow-delete');
  const makeServer = createServerMaker(library, { allowsDelete, onBug });
  const transport = new StdioServerTransport(process.stdin, output);
  const handle = serveStdio(() => makeServer(toolContext), { transport });
  // The agent's program closes it when it ends.
  await finished(process.stdin, { writable: false }).catch(() => {});
  await handle.close();
  return { service: place.url, allowsDelete };
};

async function readGuide(url: string, name: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${url}/docs/guides/${name}.md`, { signal });
  if (!response.ok) throw new FormsteadError({ status: response.status, message: `The guide ${name} is not there.` });
  return response.text();
}
