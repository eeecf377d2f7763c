// One research from its first step to its answer. What it does next follows from what its steps brought and from nothing else.

import type { SettingsOf } from '../../../engine/columns/custom-columns.ts'
import {
  type ResearchColumn,
  type ResearchEvidence,
  type ResearchTable,
  SUPPORTED,
} from '../../../engine/columns/kinds/research.kind.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import { microFromUsd, usdFromMicro } from '../../../kernel/money.ts'
import {
  type AnyLookup,
  type CustomLookup,
  failed,
  found,
  type HttpLookup,
  type LookupAnswer,
  notFound,
  type SteppedAnswer,
  type StepTaken,
  type StepTools,
} from '../../../providers/kit/kit.ts'
import { list, text } from '../../../providers/kit/reply-values.ts'
import type { ModelMessage, ModelVendor } from '../../../providers/models/model-kit.ts'
import type { ModelMeans } from '../ai/ai-lookup.ts'
import type { ModelPrice } from '../models/model-prices.reads.ts'
import { type CheckedQuote, checkQuotes, confidences, type QuotedSource } from './quotes.logic.ts'
import { pageLookup, turnLookup, turnUsd } from './research-calls.ts'
import {
  complaintOf,
  describeFailedStep,
  describeReadPage,
  describeSearchResults,
  describeTableRows,
  LAST,
  LONGEST_OBSERVATION,
  openingOf,
  SAID,
  systemOf,
} from './research-prompt.logic.ts'
import { addressesIn, addressKey, createSeenAddresses } from './seen-addresses.ts'
import { type ResearchAction, type ResearchTurn, readTurn, turnSchema } from './turn.logic.ts'

export type ResearchSettings = SettingsOf<ResearchColumn>

export interface ResearchMeans extends ModelMeans {
  /** Looks into a workbook of the workspace. */
  tableOf: (table: ResearchTable, timeoutMs: number) => CustomLookup
}

export interface ResearchParts {
  settings: ResearchSettings
  vendor: ModelVendor
  model: string
  price: ModelPrice | null
  search: HttpLookup | null
  means: ResearchMeans
}

type Stop = ResearchEvidence['stopped_reason']
type Step = StepTools['step']

/** From this share of its time on, the model has to answer with what it has. */
const TIME_TO_ANSWER = 0.7
const SHORTEST_CALL_MS = 2_000

export async function research(parts: ResearchParts, values: JsonObject, step: Step): Promise<SteppedAnswer> {
  const { settings, search, means } = parts
  const { fields, tables = [], max_steps } = settings
  const all: ResearchAction[] = [
    ...(search ? (['search'] as const) : []),
    'fetch',
    ...(tables.length > 0 ? (['table'] as const) : []),
    'answer',
  ]
  const names = tables.map(({ name }) => name)
  const seen = createSeenAddresses()
  const shown = addressesIn(values).flatMap((address) => seen.add(address) ?? [])
  const sources = new Map<string, QuotedSource>()
  const sourceOf = (url: string) => sources.get(addressKey(url) ?? url)
  const messages: ModelMessage[] = [{ role: 'user', text: openingOf(settings.prompt, values, shown, names) }]
  const purse = openPurse(parts)
  let used = 0
  let hasComplained = false
  const dropped = new Set<string>()

  const end = (answer: LookupAnswer, stopped_reason: Stop, quotes: CheckedQuote[] = []): SteppedAnswer => ({
    answer,
    evidence: {
      answer: answer.kind === 'found' ? answer.values : null,
      citations: quotes as never,
      quotes_dropped: dropped.size,
      steps_used: used,
      cost_usd: purse.spent() === null ? null : usdFromMicro(purse.spent() ?? 0),
      stopped_reason,
    },
  })
  const overBudget = (words: string): SteppedAnswer => ({ ...end(notFound(words), 'budget'), over_budget: words })

  for (;;) {
    const left = purse.meansFor(messages)
    if (left.stop) return left.stop === 'timeout' ? end(outOfTime(settings), 'timeout') : overBudget(left.words)
    used++
    const last: Stop | null = used >= max_steps ? 'exhausted' : left.last
    const rules = { fields, tables: names, actions: last ? (['answer'] as const) : all }
    const question = last ? withLast(messages) : messages
    const asked = await step(turnCall(parts, rules, question, purse.left_ms()))
    if ('refused' in asked) return overBudget(asked.refused)
    purse.pay(asked)
    const { outcome } = asked
    if (outcome.kind !== 'found' && outcome.kind !== 'not_found') return brokenOff(outcome, end)
    const said = outcome.kind === 'found' ? String(outcome.values.said) : ''
    const turn = readTurn(rules, said)
    messages.push({ role: 'assistant', text: said || '(nothing)' })
    if (turn.action === 'answer') {
      const quotes = checkQuotes(turn.claims, sourceOf)
      const sure = confidences(turn.values, quotes)
      // By itself, since a page may be named by another of its addresses than it was read at.
      const unfounded = turn.claims.filter((claim) => checkQuotes([claim], sourceOf).length === 0)
      for (const { url, quote } of unfounded) dropped.add(`${url} ${quote}`)
      const bare = Object.keys(sure).filter((field) => (sure[field] ?? 0) < SUPPORTED)
      if (bare.length === 0 || last || hasComplained)
        return end(answerOf(turn.values, sure, quotes), bare.length > 0 && last ? last : stopOf(turn.values), quotes)
      hasComplained = true
      messages.push({ role: 'user', text: complaintOf(bare, unfounded) })
      continue
    }
    if (turn.action === 'none') {
      if (last) return end(failed('unmapped', `The model did not answer in the required form: ${turn.wrong}.`), last)
      messages.push({ role: 'user', text: `That does not fit: ${turn.wrong}. ${SAID.again}` })
      continue
    }
    const done = await lookUp(turn)
    if ('said' in done) messages.push({ role: 'user', text: done.said })
    else return done.over
  }

  /** Does what the model asked for, as far as it may, and says the result. */
  async function lookUp(
    turn: Exclude<ResearchTurn, { action: 'answer' | 'none' }>,
  ): Promise<{ said: string } | { over: SteppedAnswer }> {
    const call = callFor(turn)
    if (typeof call === 'string') return { said: call }
    const taken = await step(call)
    if ('refused' in taken) return { over: overBudget(taken.refused) }
    purse.pay(taken)
    const { outcome } = taken
    if (outcome.kind === 'later') return { over: brokenOff(outcome, end) }
    // What only a person can mend is not gone around in silence.
    if (outcome.kind === 'failed' && (outcome.class === 'auth' || outcome.class === 'quota'))
      return { over: brokenOff(outcome, end) }
    if (outcome.kind !== 'found')
      return {
        said: describeFailedStep(
          turn.action,
          'message' in outcome ? outcome.message : 'reason' in outcome ? outcome.reason : undefined,
        ),
      }
    return { said: observe(turn, outcome.values) }
  }

  /** The call to make, or why none is made. */
  function callFor(
    turn: Exclude<ResearchTurn, { action: 'answer' | 'none' }>,
  ): { lookup: AnyLookup; inputs: JsonObject } | string {
    const ms = purse.left_ms()
    switch (turn.action) {
      case 'search':
        return search ? { lookup: search, inputs: { query: turn.query } } : SAID.unseen
      case 'fetch': {
        const url = seen.find(turn.url)
        if (url === undefined) return SAID.unseen
        return sourceOf(url) ? SAID.read : { lookup: pageLookup(ms), inputs: { url } }
      }
      case 'table': {
        const table = tables.find(({ name }) => name === turn.table)
        return table ? { lookup: means.tableOf(table, ms), inputs: { query: turn.query } } : SAID.unseen
      }
    }
  }

  function observe(turn: Exclude<ResearchTurn, { action: 'answer' | 'none' }>, brought: JsonObject): string {
    if (turn.action === 'search') return describeSearchResults(brought.search_results, seen.add)
    const fetched_at = String(brought.fetched_at ?? '')
    if (turn.action === 'table') {
      const url = `workbook:${tables.find(({ name }) => name === turn.table)?.workbook_id}`
      const source = { url, title: turn.table, text: String(brought.text), fetched_at }
      const before = sources.get(url)
      sources.set(url, before ? { ...source, text: `${before.text}\n\n${source.text}` } : source)
      return describeTableRows(source)
    }
    const source = { url: turn.url, title: text(brought.title) ?? '', text: String(brought.text), fetched_at }
    // It may be cited by the requested address, or by the one that it redirected to.
    for (const url of [turn.url, String(brought.url)])
      sources.set(addressKey(url) ?? url, { ...source, url: String(brought.url) })
    const links = list(brought.links).flatMap((link) => {
      const url = seen.add(String(link.url))
      return url === undefined ? [] : [{ url, text: text(link.text) ?? '' }]
    })
    return describeReadPage(source, links)
  }
}

function turnCall(
  { settings, vendor, model, price, means: { manners } }: ResearchParts,
  rules: Parameters<typeof turnSchema>[0],
  messages: readonly ModelMessage[],
  timeout_ms: number,
) {
  const { temperature, max_tokens, cache_days } = settings
  const system = systemOf(rules.actions)
  const question = { model, system, messages, schema: turnSchema(rules), temperature, max_tokens }
  const id = `model:${settings.model}`
  return { lookup: turnLookup({ id, vendor, price, manners, cache_days, timeout_ms, question }), inputs: {} }
}

const withLast = (messages: readonly ModelMessage[]): ModelMessage[] =>
  messages.map((message, at) =>
    at === messages.length - 1 ? { ...message, text: `${message.text}\n\n${LAST}` } : message,
  )

/** What is left of money and time. */
function openPurse({ settings, price, search }: ResearchParts) {
  const { max_usd, max_tokens, timeout_seconds } = settings
  const limit = max_usd === undefined ? null : microFromUsd(max_usd)
  const time = timeout_seconds * 1000
  const microOf = (usd: number | null) => (usd === null ? null : Math.ceil(usd * 1e6))
  let spent: number | null = 0
  let ms = 0
  return {
    spent: () => spent,
    pay(taken: StepTaken) {
      spent = spent === null || taken.cost_micro === null ? null : spent + taken.cost_micro
      ms += taken.ms
    },
    left_ms: () => Math.max(SHORTEST_CALL_MS, time - ms),
    /** Whether another question can be paid, and whether it has to be the last one. */
    meansFor(messages: readonly ModelMessage[]): { stop?: 'timeout' | 'budget'; words: string; last: Stop | null } {
      if (ms >= time) return { stop: 'timeout', words: '', last: null }
      const late: Stop | null = ms >= time * TIME_TO_ANSWER ? 'timeout' : null
      if (limit === null) return { words: '', last: late }
      const letters = messages.reduce((sum, message) => sum + message.text.length, LONGEST_RULES)
      const now = microOf(turnUsd(price, letters, max_tokens))
      const then = microOf(turnUsd(price, letters + LONGEST_OBSERVATION + 4 * max_tokens, max_tokens))
      const searched = microOf(search ? search.price.usd : 0)
      if (spent === null || now === null || then === null || searched === null)
        return { stop: 'budget', words: 'A row has a cost limit, and the price of this is unknown', last: null }
      const gone = spent + now
      const words = `A row may cost $${max_usd}, and what is left of it is less than the next step may cost`
      if (gone > limit) return { stop: 'budget', words, last: null }
      return { words, last: gone + searched + then > limit ? 'budget' : late }
    },
  }
}

/** Letters of the rules and the schema that go with every question. */
const LONGEST_RULES = 8_000

const outOfTime = ({ timeout_seconds }: ResearchSettings): LookupAnswer =>
  failed('timeout', `There was no answer within ${timeout_seconds} seconds.`)

function brokenOff(
  outcome: StepTaken['outcome'],
  end: (answer: LookupAnswer, stop: Stop) => SteppedAnswer,
): SteppedAnswer {
  if (outcome.kind === 'failed')
    return end(failed(outcome.class, outcome.message), outcome.class === 'timeout' ? 'timeout' : 'error')
  return end(outcome.kind === 'later' ? outcome : failed('internal', 'A step came to nothing that is known.'), 'error')
}

const stopOf = (values: JsonObject): Stop => (Object.keys(values).length > 0 ? 'found' : 'exhausted')

function answerOf(values: JsonObject, sure: Record<string, number>, quotes: readonly CheckedQuote[]): LookupAnswer {
  if (Object.keys(values).length === 0) return notFound('Nothing that was read tells')
  const page = quotes.find(({ url }) => /^https?:/i.test(url))
  return found(values, Math.min(...Object.values(sure)), {
    by_field: sure as never,
    ...(page && { origin: { source_url: page.url } }),
  })
}
