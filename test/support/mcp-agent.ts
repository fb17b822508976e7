// The official MCP client, as an agent's program uses it.
import { Client } from '@modelcontextprotocol/client';

// biome-ignore lint/suspicious/noExplicitAny: structured content of any tool.
export type Content = any;

export interface Called {
  readonly isError: boolean;
  readonly content: Content;
}

export interface Agent {
  readonly client: Client;
  call(name: string, given?: Record<string, unknown>): Promise<Called>;
  close(): Promise<void>;
}

export async function openAgent(transport: Parameters<Client['connect']>[0]): Promise<Agent> {
  const client = new Client({ name: 'test-agent', version: '1.0.0' });
  await client.connect(transport);
  return {
    client,
    async call(name, given = {}) {
      const result = await client.callTool({ name, arguments: given });
      const [text] = result.content as { type: string; text: string }[];
      const content = (result.structuredContent ?? { text: text?.text }) as Content;
      // The text is the same, for clients that read nothing else.
      if (result.structuredContent !== undefined && text?.text !== JSON.stringify(result.structuredContent))
        throw new Error('The text of the result differs from its content.');
      return { isError: result.isError === true, content };
    },
    close: () => client.close(),
  };
}
