// One conversation of a column with its model: what it costs is told as it goes, and a wrong answer is sent back once.
import type { JsonObject } from '../../../kernel/json.ts'
import { type ActTools, failed, type LookupAnswer } from '../../../providers/kit/kit.ts'
import { askModel, type Manners } from '../../../providers/models/ask-model.ts'
import { answerSchema, readAnswer, type WantedField } from '../../../providers/models/model-answer.ts'
import type { ModelMessage, ModelVendor } from '../../../providers/models/model-kit.ts'
import { type ModelPrice, tokensUsd } from './model-prices.reads.ts'

export interface Talk {
  vendor: ModelVendor
  model: string
  price: ModelPrice | null
  system: string
  temperature: number
  max_tokens: number
  manners: Manners
  tools: ActTools
}

export type ModelAnswer = { values: JsonObject; text: string; repaired: boolean } | { failed: LookupAnswer }

/** Tokens of one question with all that was said before, and what they cost, are added to the trace and to what was spent. */
export function createMeter({ price, tools }: Pick<Talk, 'price' | 'tools'>) {
  let calls = 0
  let input = 0
  let output = 0
  let usd = 0
  return {
    add(reply: { input_tokens: number | null; output_tokens: number | null }) {
      calls++
      input += reply.input_tokens ?? 0
      output += reply.output_tokens ?? 0
      if (price && reply.input_tokens !== null && reply.output_tokens !== null) {
        const cost = tokensUsd(price, reply.input_tokens, reply.output_tokens)
        usd += cost
        tools.spend(cost)
      }
      tools.note({ model_calls: calls, input_tokens: input, output_tokens: output })
    },
    get usd() {
      return usd
    },
  }
}

export type Meter = ReturnType<typeof createMeter>

/** The fields as the model answers them; an answer that does not fit is sent back with what is wrong, once. */
export async function askFields(
  talk: Talk,
  messages: readonly ModelMessage[],
  fields: readonly WantedField[],
  meter: Meter,
): Promise<ModelAnswer> {
  const { vendor, model, system, temperature, max_tokens, manners, tools } = talk
  const schema = answerSchema(fields)
  let said: readonly ModelMessage[] = messages
  for (let repaired = false; ; repaired = true) {
    const question = { model, system, messages: said, schema, temperature, max_tokens }
    const asked = await askModel(vendor, question, tools, manners)
    if (!asked.ok) return { failed: asked.answer }
    const { reply } = asked
    meter.add(reply)
    if (reply.cut)
      return { failed: failed('unmapped', `The answer is longer than ${max_tokens} tokens; raise max_tokens.`) }
    const read = readAnswer(fields, reply.text)
    if ('values' in read) return { values: read.values, text: reply.text, repaired }
    const wrong = read.wrong.join('; ')
    if (repaired)
      return { failed: failed('unmapped', `The model did not answer in the required form, twice: ${wrong}.`) }
    const complaint = `That does not fit: ${wrong}. Answer again with one JSON object that fits the schema, and with nothing else.`
    said = [...messages, { role: 'assistant', text: reply.text || '(nothing)' }, { role: 'user', text: complaint }]
  }
}
