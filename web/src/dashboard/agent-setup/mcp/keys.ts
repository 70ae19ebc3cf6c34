export const SERVERS = ["mcp-servers"] as const;
