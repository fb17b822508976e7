// Errors of requests to the tools for agents that are found before a message of their protocol is read. [mcp.http.origin]
// [mcp.http.messages]
export const mcpErrors = {
  mcpOriginRefused: { status: 403 },
  mcpPostOnly: { status: 405 },
  mcpBatch: { status: 400 },
} as const;
