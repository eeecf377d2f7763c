// Ollama: models on a machine of one's own.
import type { Json } from '../../kernel/json.ts'
import type { Credentials } from '../kit/kit.ts'
import { list, number, record, text } from '../kit/reply-values.ts'
import { serviceAddress, UNREADABLE } from '../kit/vendor-terms.ts'
import { type ModelVendor, withoutSlash } from './model-kit.ts'

const tags = ({ base_url }: Credentials) => ({ method: 'GET', url: `${withoutSlash(base_url)}/api/tags` }) as const
const namesIn = (answer: Json) => list(record(answer).models).flatMap(({ name }) => text(name) ?? [])

export const ollama: ModelVendor = {
  own: true,
  integration: {
    id: 'ollama',
    name: 'Ollama',
    kind: 'model',
    docs_url: 'https://docs.ollama.com/api',
    fields: [
      serviceAddress(
        'Where Ollama answers, such as http://127.0.0.1:11434. A private address has to be in EGRESS_ALLOW.',
      ),
    ],
    auth: { in: 'none' },
    test: {
      ask: tags,
      read: ({ json }) =>
        Array.isArray(record(json).models)
          ? { ok: true, words: `Ollama has ${namesIn(json).length} models.` }
          : UNREADABLE,
    },
  },
  ask: ({ model, system, messages, schema, hold, temperature, max_tokens }, { base_url }) => ({
    method: 'POST',
    url: `${withoutSlash(base_url)}/api/chat`,
    json: {
      model,
      stream: false,
      messages: [
        { role: 'system', content: system },
        ...messages.map(({ role, text: content }) => ({ role, content })),
      ],
      ...(hold !== 'words' && { format: hold === 'schema' ? schema : 'json' }),
      options: { num_predict: max_tokens, ...(temperature !== null && { temperature }) },
    },
  }),
  read(answer) {
    const { message, prompt_eval_count, eval_count, done_reason } = record(answer)
    const content = text(record(message).content)
    if (message === undefined) return null
    return {
      text: content ?? '',
      input_tokens: number(prompt_eval_count) ?? null,
      output_tokens: number(eval_count) ?? null,
      cut: done_reason === 'length',
    }
  },
  list: { ask: tags, read: namesIn },
}
