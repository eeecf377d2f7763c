// Vendors that speak the chat completions of OpenAI, and any server of one's own that does.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { AccountField, Integration } from '../kit/kit.ts'
import { list, number, record, text } from '../kit/reply-values.ts'
import { apiKey, serviceAddress, UNREADABLE, works } from '../kit/vendor-terms.ts'
import { type ModelQuestion, type ModelReply, type ModelVendor, withoutSlash } from './model-kit.ts'

interface Preset {
  id: string
  name: string
  docs_url: string
  fields: readonly AccountField[]
  /** Where it answers, when its form does not ask. */
  address?: string
  /** What the limit of an answer is called. */
  limit?: 'max_tokens' | 'max_completion_tokens'
  own?: boolean
}

function vendor({ id, name, docs_url, fields, address, limit = 'max_tokens', own = false }: Preset): ModelVendor {
  const base = (account: { readonly base_url?: string }) => withoutSlash(address ?? account.base_url)
  const models = (account: Readonly<Record<string, string>>) =>
    ({ method: 'GET', url: `${base(account)}/models` }) as const
  const integration: Integration = {
    id,
    name,
    kind: 'model',
    docs_url,
    fields,
    auth: { in: 'bearer', field: 'api_key' },
    test: {
      ask: models,
      read: ({ json }) => (Array.isArray(record(json).data) ? works(`${namesIn(json).length} models`) : UNREADABLE),
    },
  }
  return {
    integration,
    own,
    ask: (question, account) => ({
      method: 'POST',
      url: `${base(account)}/chat/completions`,
      json: { ...chatOf(question), [limit]: question.max_tokens },
    }),
    read: readChat,
    list: { ask: models, read: namesIn },
  }
}

function chatOf({ model, system, messages, schema, hold, temperature }: ModelQuestion): JsonObject {
  const format: Record<typeof hold, JsonObject> = {
    schema: { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } },
    json: { response_format: { type: 'json_object' } },
    words: {},
  }
  return {
    model,
    messages: [{ role: 'system', content: system }, ...messages.map(({ role, text: content }) => ({ role, content }))],
    ...(temperature !== null && { temperature }),
    ...format[hold],
  }
}

function readChat(answer: Json): ModelReply | null {
  const [choice] = list(record(answer).choices)
  if (!choice) return null
  const content = text(record(choice.message).content)
  const usage = record(record(answer).usage)
  return {
    text: content ?? '',
    input_tokens: number(usage.prompt_tokens) ?? null,
    output_tokens: number(usage.completion_tokens) ?? null,
    cut: choice.finish_reason === 'length',
  }
}

const namesIn = (answer: Json) => list(record(answer).data).flatMap(({ id }) => text(id) ?? [])

export const openai = vendor({
  id: 'openai',
  name: 'OpenAI',
  docs_url: 'https://platform.openai.com/api-keys',
  fields: [apiKey('In the OpenAI platform under API keys.')],
  address: 'https://api.openai.com/v1',
  limit: 'max_completion_tokens',
})

export const openrouter = vendor({
  id: 'openrouter',
  name: 'OpenRouter',
  docs_url: 'https://openrouter.ai/settings/keys',
  fields: [apiKey('In OpenRouter under Keys.')],
  address: 'https://openrouter.ai/api/v1',
})

export const groq = vendor({
  id: 'groq',
  name: 'Groq',
  docs_url: 'https://console.groq.com/keys',
  fields: [apiKey('In the Groq console under API Keys.')],
  address: 'https://api.groq.com/openai/v1',
})

export const mistral = vendor({
  id: 'mistral',
  name: 'Mistral',
  docs_url: 'https://console.mistral.ai/api-keys',
  fields: [apiKey('In the Mistral console under API keys.')],
  address: 'https://api.mistral.ai/v1',
})

export const openaiCompatible = vendor({
  id: 'openai-compatible',
  name: 'OpenAI-compatible server',
  docs_url: 'https://platform.openai.com/docs/api-reference/chat',
  fields: [
    serviceAddress(
      'Where the server answers, up to /v1. A private address has to be in EGRESS_ALLOW. Its models have the prices you enter.',
    ),
    { ...apiKey('If the server wants one.'), required: false },
  ],
})
