// The tools, prompts and resources that the conformance suite of MCP asks a server for by name. They serve the suite alone: none
// of them is in the product.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createMcpHandler,
  createRequestStateCodec,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { INPUT_TOOLS, inputOfPrompt } from './input-fixtures.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

type Context = Pick<ServerContext, 'mcpReq'>
type Answer = Record<string, unknown>
type Act = (args: Record<string, string>, context: Context) => Answer | Promise<Answer>

const text = (said: string) => ({ type: 'text', text: said })
const image = { type: 'image', data: PNG, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, said: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: said },
})

async function progress(_: unknown, { mcpReq }: Context): Promise<Answer> {
  const progressToken = mcpReq._meta?.progressToken
  for (const done of [0, 50, 100]) {
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: done, total: 100 } })
    await pause(50)
  }
  return { content: [text('Done')] }
}

async function logging(_: unknown, { mcpReq }: Context): Promise<Answer> {
  for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await mcpReq.log('info', said)
    await pause(50)
  }
  return { content: [text('Done')] }
}

const TOOLS: Record<string, Act> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_tool_with_logging: logging,
  test_logging_tool: logging,
  test_tool_with_progress: progress,
  test_error_handling: () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  ...INPUT_TOOLS,
}

const user = (content: object) => ({ role: 'user', content })
const PROMPTS: Record<string, { arguments?: string[]; act: Act }> = {
  test_simple_prompt: { act: () => ({ messages: [user(text('This is a simple prompt for testing.'))] }) },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    act: ({ arg1, arg2 }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    act: ({ resourceUri = '' }) => ({
      messages: [
        user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  },
  test_prompt_with_image: {
    act: () => ({ messages: [user(image), user(text('Please analyze the image above.'))] }),
  },
  test_input_required_result_prompt: { act: inputOfPrompt },
}

const RESOURCES: Record<string, { mimeType: string; text?: string; blob?: string }> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content' },
}

function readResource(uri: string): Answer {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  const found =
    id === undefined
      ? RESOURCES[uri]
      : {
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        }
  if (!found) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, ...found }] }
}

/** With the vocabulary of JSON Schema 2020-12 that a server must hand on as it stands. */
const RICH_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const codec = createRequestStateCodec({ key: randomBytes(32) })

/** The same entry of the SDK that the product uses, over the fixtures. */
export function createFixtureServer(): McpHttpHandler {
  return createMcpHandler(() => {
    const capabilities = {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      logging: {},
      completions: {},
      resources: { subscribe: true, listChanged: true },
    }
    const hints = { ttlMs: 1000, cacheScope: 'private' as const }
    const cacheHints = {
      'tools/list': hints,
      'prompts/list': hints,
      'resources/list': hints,
      'resources/templates/list': hints,
      'resources/read': hints,
    }
    const info = { name: 'fixtures', version: '1' }
    const server = new Server(info, { capabilities, cacheHints, requestState: codec })
    server.setRequestHandler('tools/list', () => ({ tools: listed() as never }))
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const act = TOOLS[params.name]
      if (!act) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}`)
      return (await act((params.arguments ?? {}) as never, { ...context, codec } as never)) as never
    })
    server.setRequestHandler('prompts/list', () => ({ prompts: prompts() }))
    server.setRequestHandler('prompts/get', async ({ params }, context) => {
      const prompt = PROMPTS[params.name]
      if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${params.name}`)
      return (await prompt.act(params.arguments ?? {}, context)) as never
    })
    server.setRequestHandler('resources/list', () => ({
      resources: Object.entries(RESOURCES).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
    }))
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
    }))
    server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri) as never)
    server.setRequestHandler('resources/subscribe', () => ({}))
    server.setRequestHandler('resources/unsubscribe', () => ({}))
    server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }))
    return server
  })
}

function prompts() {
  return Object.entries(PROMPTS).map(([name, { arguments: named = [] }]) => ({
    name,
    description: name,
    arguments: named.map((one) => ({ name: one, description: one, required: true })),
  }))
}

function listed(): object[] {
  const plain = Object.keys(TOOLS).map((name) => ({
    name,
    description: name,
    inputSchema: { type: 'object' },
  }))
  return [...plain, { name: 'json_schema_2020_12_tool', description: 'Keeps its schema', inputSchema: RICH_SCHEMA }]
}
