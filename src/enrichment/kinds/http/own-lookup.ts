// The lookup of a provider that a workspace defined itself: an `http` column's request with declared inputs and fields.

import { customOf } from '../../../engine/columns/custom-columns.ts'
import { answerAt } from '../../../engine/values/path.ts'
import { scalarNumber, scalarText } from '../../../engine/values/value.ts'
import type { Json, JsonObject } from '../../../kernel/json.ts'
import type { CustomLookup, LookupAnswer } from '../../../providers/kit/kit.ts'
import type { Tokens } from '../../../providers/kit/oauth-tokens.ts'
import { MAX_INPUT_LENGTH } from '../../../providers/kit/requirements.ts'
import { inputsOf, meaningOf, outputsOf, requestOf } from '../../../records/own-providers/own-provider.logic.ts'
import type { OwnProvider } from '../../../records/own-providers/own-providers.reads.ts'
import { fingerprintOf } from '../custom-settings.ts'
import { WHOLE } from './http-answer.logic.ts'
import { httpLookup, readAnswer } from './http-lookup.ts'

export function ownLookup(
  { id, name, version, definition }: Pick<OwnProvider, 'id' | 'name' | 'version' | 'definition'>,
  tokens: Tokens,
): CustomLookup {
  const { inputs: _i, one_of, sample = {}, description, docs_url = '', license, cache_days } = definition
  const request = requestOf(definition)
  const inputs = inputsOf(definition)
  const lookup = httpLookup(customOf(request), id, {
    tokens,
    judge: (answer, found) => judged(definition, answer, found),
  })
  // A POST that only reads is as good as a GET: it is cached, and equal questions are one call.
  const { alone: _alone, one_of: _one, ...asked } = lookup
  return {
    ...asked,
    id,
    provider: id,
    label: name,
    description,
    docs_url,
    license,
    cache_days,
    inputs,
    ...(one_of && { one_of }),
    outputs: outputsOf(definition),
    sample: { inputs: sample, values: {} },
    listed: definition.any_host ? 'any_host' : 'one_host',
    fingerprint: fingerprintOf(meaningOf(definition)),
    longest_input: MAX_INPUT_LENGTH,
    act(values, tools) {
      tools.note({ provider_version: version })
      return lookup.act(typed(inputs, values), tools)
    },
  }
}

/** The lookup for a test: `asked` brings the whole answer, and `read` makes of it what the provider would. */
export function ownTrial(own: Parameters<typeof ownLookup>[0], tokens: Tokens) {
  const lookup = ownLookup(own, tokens)
  const request = requestOf(own.definition)
  const asked: CustomLookup = {
    ...ownLookup({ ...own, definition: { ...own.definition, fields: [] } }, tokens),
    outputs: [WHOLE],
  }
  const read = (answer: Json): LookupAnswer => {
    const made = readAnswer(customOf(request), answer)
    return made.kind === 'found' ? judged(own.definition, answer, made) : made
  }
  return { lookup, asked, read }
}

/** Inputs come as text; a body takes numbers and flags as what they are. */
function typed(inputs: CustomLookup['inputs'], values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Json] => {
      const type = inputs.find((input) => input.name === name)?.type
      if (type === 'number') return [name, scalarNumber(value) ?? value]
      if (type === 'boolean')
        return [name, /^(true|false)$/i.test(String(value)) ? /^true$/i.test(String(value)) : value]
      return [name, value]
    }),
  )
}

/** Words of the API as they are meant here, how sure it is, and whether it says that it checked. */
function judged(
  { fields, confidence, verified }: OwnProvider['definition'],
  answer: Json,
  found: Extract<LookupAnswer, { kind: 'found' }>,
): LookupAnswer {
  const values = { ...found.values }
  for (const { name, values: words } of fields) {
    const word = scalarText(values[name] ?? null)
    if (words && word !== null && Object.hasOwn(words, word)) values[name] = words[word] ?? null
  }
  const said = verified && scalarText(answerAt(answer, verified.path))
  const isVerified =
    typeof said === 'string' && verified?.values.some((one) => one.toLowerCase() === said.toLowerCase())
  return { ...found, values, confidence, ...(isVerified && { verified: true }) }
}
