// For tests of MCP: the official client, connected with a token.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TObject } from 'typebox'
import { expect } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { type Schema, sampleOf } from '../../../test/sample.ts'
import { asJsonSchema, collectNamed } from '../../platform/http/checks/json-schema.ts'
import { SchemaWriter } from '../../platform/http/docs/openapi-schema.ts'

/** Calls a tool: its structured answer; throws with the words of a refusal. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Use = (name: string, args?: Record<string, unknown>) => Promise<any>

export async function connectTo(service: TestService, token: string) {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }))
  const use: Use = async (name, args = {}) => {
    const answer = await client.callTool({ name, arguments: args })
    if (answer.isError) throw new Error((answer.content as { text: string }[])[0]?.text)
    expect(JSON.parse((answer.content as { text: string }[])[0]?.text ?? '')).toEqual(answer.structuredContent)
    return answer.structuredContent
  }
  return { client, use }
}

/** Arguments that fit the schema of a tool. */
export function sampleFor({ input }: { input: TObject }): Record<string, unknown> {
  const writer = new SchemaWriter(collectNamed([asJsonSchema(input)]))
  const written = writer.write(asJsonSchema(input), 'in')
  return sampleOf(written as Schema, writer.components as Record<string, Schema>) as Record<string, unknown>
}
