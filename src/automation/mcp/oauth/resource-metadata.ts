// Where the metadata of MCP's resource lies (RFC 9728); told with every 401.
export const resourceMetadataUrl = (origin: string) => `${origin}/.well-known/oauth-protected-resource/mcp`
