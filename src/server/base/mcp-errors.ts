// Errors of requests to the tools for agents that are found before a message of their protocol is read. [mcp.http.origin]
// [mcp.http.messages]
export const mcpErrors = {
  mcpOriginRefused: {
    status: 403,
    en: 'Pages of other sites cannot use these tools.',
    he: 'דפים מאתרים אחרים אינם יכולים להשתמש בכלים האלה.',
  },
  mcpPostOnly: {
    status: 405,
    en: 'Messages are sent with POST; there is no stream to open and no session to end.',
    he: 'הודעות נשלחות ב-POST; אין כאן זרם לפתוח ואין חיבור מתמשך לסיים.',
  },
  mcpBatch: {
    status: 400,
    en: 'Send one message with each request.',
    he: 'יש לשלוח הודעה אחת בכל בקשה.',
  },
} as const;
