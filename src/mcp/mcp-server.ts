// The tools as an MCP server, for both ways of reaching it. The library is large and seldom needed: it is handed in by whoever has loaded it.
// [mcp.tools] [mcp.delete] [mcp.errors]
import type * as Library from '@modelcontextprotocol/server';
import { boundArguments } from './bounded-arguments.ts';
import { entryTools } from './entry-tools.ts';
import { formTools } from './form-tools.ts';
import { describeLanguage } from './language-tool.ts';
import { notice, type Tool, type ToolContext } from './tool.ts';
import { describeFailure } from './tool-error.ts';

export interface ServerOptions {
  readonly allowsDelete: boolean;
  /** An error that is our own: the agent is told only that there was one. */
  readonly onBug: (error: unknown, tool: string) => void;
}

/** Of the tools and their arguments, not of the service. */
const toolsVersion = '1.0.0';

const instructions = `Formstead hosts forms and collects entries. To build a form: describe_form_language, then validate_form until it is valid, then create_form. ${notice}`;

const tools: readonly Tool[] = [describeLanguage, ...formTools, ...entryTools];

/** Gives a new server for each connection or request; schemas are compiled once. */
export function createServerMaker(library: typeof Library, { allowsDelete, onBug }: ServerOptions) {
  const offered = tools
    .filter(({ kind }) => kind !== 'deletes' || allowsDelete)
    .map((tool) => {
      const schema = library.fromJsonSchema<Record<string, unknown>>(schemaOf(tool));
      return { tool, schema: boundArguments(schema, tool.input) };
    });
  return (context: ToolContext): Library.McpServer => {
    const server = new library.McpServer(
      { name: 'formstead', title: 'Formstead', version: toolsVersion },
      { instructions, capabilities: { tools: { listChanged: false } } },
    );
    for (const { tool, schema } of offered) {
      const { name, title, description, kind, isIdempotent = kind === 'reads' } = tool;
      const annotations = {
        ...{ title, readOnlyHint: kind === 'reads', destructiveHint: kind === 'deletes' },
        ...{ idempotentHint: isIdempotent, openWorldHint: false },
      };
      server.registerTool(name, { title, description, inputSchema: schema, annotations }, async (given, { mcpReq }) =>
        callTool(tool, given, context, mcpReq.signal, onBug),
      );
    }
    return server;
  };
}

function schemaOf({ input, required = [] }: Tool): Library.JsonSchemaType {
  return {
    type: 'object',
    properties: input,
    required: [...required],
    additionalProperties: false,
  } as Library.JsonSchemaType;
}

async function callTool(
  tool: Tool,
  given: Record<string, unknown>,
  context: ToolContext,
  signal: AbortSignal,
  onBug: ServerOptions['onBug'],
): Promise<Library.CallToolResult> {
  try {
    return resultOf({ ...(await tool.run(given, context, signal)) });
  } catch (error) {
    const failure = describeFailure(error);
    if (failure === undefined && !signal.aborted) onBug(error, tool.name);
    const told = failure ?? { status: 500, code: 'internal', message: 'The tool failed.', keys: [] };
    return { ...resultOf({ error: told }), isError: true };
  }
}

function resultOf(content: Record<string, unknown>): Library.CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content };
}
