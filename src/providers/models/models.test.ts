// Vendors of models after their documentation: how a question is put to each, how its answer is read, and what a refusal teaches.
import { describe, expect, it } from 'vitest'
import type { Json } from '../../kernel/json.ts'
import type { HttpReply, HttpRequest } from '../kit/outside.ts'
import { askModel, type Manners } from './ask-model.ts'
import { answerSchema, readAnswer, type WantedField } from './model-answer.ts'
import type { ModelMessage } from './model-kit.ts'
import { findModel, MODEL_VENDORS } from './model-vendors.ts'

const FIELDS: WantedField[] = [
  { name: 'size', type: 'text', options: ['small', 'large'] },
  { name: 'founded', type: 'date' },
]
const QUESTION = {
  model: 'm',
  system: 'be exact',
  messages: [{ role: 'user' as const, text: 'which?' }],
  schema: answerSchema(FIELDS),
  temperature: 0,
  max_tokens: 100,
}
const ACCOUNT = { api_key: 'sk-1', base_url: 'http://models.example.com/v1/' }
const TEXT = '{"size":"small","founded":null}'

const chat = (finish = 'stop'): Json => ({
  choices: [{ message: { content: TEXT }, finish_reason: finish }],
  usage: { prompt_tokens: 10, completion_tokens: 5 },
})
const ANSWERS: Record<string, Json> = {
  anthropic: {
    content: [{ type: 'tool_use', name: 'answer', input: JSON.parse(TEXT) }],
    usage: { input_tokens: 10, output_tokens: 5 },
    stop_reason: 'tool_use',
  },
  gemini: {
    candidates: [{ content: { parts: [{ text: TEXT }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 3, thoughtsTokenCount: 2 },
  },
  ollama: { message: { content: TEXT }, prompt_eval_count: 10, eval_count: 5, done_reason: 'stop' },
}

async function ask(
  id: string,
  answers: { status: number; body: Json }[],
  manners: Manners = new Map(),
  messages: ModelMessage[] = QUESTION.messages,
) {
  const sent: HttpRequest[] = []
  const http = async (request: HttpRequest): Promise<HttpReply> => {
    sent.push(request)
    const { status, body } = answers[Math.min(sent.length, answers.length) - 1] ?? { status: 500, body: null }
    return { ok: true, status, headers: {}, body: JSON.stringify(body) }
  }
  const { vendor } = findModel(`${id}/m`) ?? {}
  if (!vendor) throw new Error(`no vendor ${id}`)
  const replied = await askModel(vendor, { ...QUESTION, messages }, { http, account: ACCOUNT, now: () => 0 }, manners)
  return { replied, sent, bodies: sent.map(({ body }) => JSON.parse(body ?? '{}')) }
}

describe.each(MODEL_VENDORS.map(({ integration }) => integration.id))('%s', (id) => {
  it('is asked for the schema at temperature 0, and its answer and tokens are read', async () => {
    const { replied, sent } = await ask(id, [{ status: 200, body: ANSWERS[id] ?? chat() }])
    expect(replied).toEqual({
      ok: true,
      reply: { text: TEXT, input_tokens: 10, output_tokens: 5, cut: false },
    })
    const [request] = sent
    for (const said of ['be exact', 'which?', 'additionalProperties', '"temperature":0'])
      expect(request?.body).toContain(said)
    expect(request?.body).not.toContain('sk-1')
    expect(URL.canParse(request?.url ?? '')).toBe(true)
  })

  it('is told a talk of several turns in its own words for who said what, as a research needs', async () => {
    const messages = [
      { role: 'user' as const, text: 'first question' },
      { role: 'assistant' as const, text: '{"action":"search"}' },
      { role: 'user' as const, text: 'what was found' },
    ]
    const { bodies } = await ask(id, [{ status: 200, body: ANSWERS[id] ?? chat() }], new Map(), messages)
    const [body] = bodies
    const turns = (body.messages ?? body.contents).filter(({ role }: { role: string }) => role !== 'system')
    const own = id === 'gemini' ? 'model' : 'assistant'
    expect(turns.map(({ role }: { role: string }) => role)).toEqual(['user', own, 'user'])
    for (const [index, { text }] of messages.entries())
      expect(JSON.stringify(turns[index])).toContain(JSON.stringify(text).slice(1, -1))
  })

  it('is asked with less when it refuses the schema or the temperature, and so at once the next time', async () => {
    const refusal = (what: string) => ({ status: 400, body: { error: { message: `${what} is not supported` } } })
    const manners: Manners = new Map()
    const good = { status: 200, body: ANSWERS[id] ?? chat() }
    const first = await ask(id, [refusal('response_format json_schema'), refusal('temperature'), good], manners)
    expect(first.replied.ok).toBe(true)
    expect(first.sent).toHaveLength(3)
    expect(first.sent[2]?.body).not.toContain('"temperature"')
    expect(first.sent[2]?.body).not.toContain('additionalProperties')
    expect((await ask(id, [good], manners)).sent).toHaveLength(1)
  })

  it('is not asked again and again when it refuses everything', async () => {
    const { replied, sent } = await ask(id, [{ status: 400, body: { error: { message: 'schema, temperature, no' } } }])
    expect(replied).toMatchObject({ ok: false, answer: { kind: 'failed', class: 'bad_input' } })
    expect(sent.length).toBeLessThanOrEqual(4)
  })

  it('answers that are no answers are told as such', async () => {
    expect((await ask(id, [{ status: 200, body: { error: 'x' } }])).replied).toMatchObject({
      ok: false,
      answer: { class: 'unmapped' },
    })
    expect((await ask(id, [{ status: 401, body: {} }])).replied).toMatchObject({ ok: false, answer: { class: 'auth' } })
  })
})

describe('an answer', () => {
  it('is read alone, in a fence or among words, and a blank is no value', () => {
    for (const said of [TEXT, `\`\`\`json\n${TEXT}\n\`\`\``, `Here you are: ${TEXT} Yours!`])
      expect(readAnswer(FIELDS, said)).toEqual({ values: { size: 'small' } })
    expect(readAnswer(FIELDS, '{"size":"LARGE","founded":"1999","evil":"x"}')).toEqual({
      values: { size: 'large', founded: '1999' },
    })
  })

  it('is refused for every field that does not fit', () => {
    expect(readAnswer(FIELDS, '{"size":"huge","founded":"long ago"}')).toEqual({
      wrong: ['"size" has to be one of "small", "large" or null', '"founded" has to be a date value or null'],
    })
    for (const said of ['', 'no idea', '[1]', 'null', '{"size":'])
      expect(readAnswer(FIELDS, said)).toHaveProperty('wrong')
  })
})
