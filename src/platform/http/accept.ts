// Whether a client takes the JSON that a route answers with, by its `Accept` header.
import { refuse } from '../../kernel/errors.ts'
import type { Route } from './route.ts'

/**
 * Whether `Accept` is heeded: where an answer can only be JSON. Public routes answer vendors, mail servers and probes, which name
 * types of their own; protocols have rules of their own.
 */
export function heedsAccept({ access, response, protocol }: Route): boolean {
  if (protocol || access === 'public' || access === 'optional' || access === 'protocol') return false
  const answers = Object.values(response).filter((one) => one !== null && one !== undefined)
  return answers.length > 0 && answers.every((one) => !('media' in one))
}

/** @throws Refusal `not_acceptable` */
export function mustAcceptJson(header: string | undefined): void {
  if (!acceptsJson(header)) refuse('not_acceptable', 'The answer is application/json, which the Accept header excludes')
}

/** Any JSON type counts, so that a client that asks for problem details is answered. A header without a type asks for nothing. */
export function acceptsJson(header: string | undefined): boolean {
  if (header === undefined || header === '*/*' || header === 'application/json') return true
  let [best, weight, isAny] = [0, 0, true]
  for (const one of header.toLowerCase().split(',')) {
    const [range = '', ...parameters] = one.split(';').map((part) => part.trim())
    if (range !== '*' && !/^[^\s/]+\/[^\s/]+$/.test(range)) continue
    isAny = false
    const rank = rankOf(range)
    const q = Number(/^q=\s*([\d.]+)$/.exec(parameters.find((part) => part.startsWith('q=')) ?? '')?.[1] ?? 1)
    if (rank > best) [best, weight] = [rank, q]
    else if (rank > 0 && rank === best) weight = Math.max(weight, q)
  }
  return isAny || (best > 0 && weight > 0)
}

/** How closely a range names JSON: the closest one decides. */
function rankOf(range: string): number {
  if (range === 'application/json') return 4
  if (/^application\/[^\s]+\+json$/.test(range)) return 3
  if (range === 'application/*') return 2
  return range === '*/*' || range === '*' ? 1 : 0
}
