// What went wrong with a call, in one shape: for people (what, what next), for forms (per field), for a bug report (details).
import { type FieldFault, faultWords, placeInPart, placeWords } from './fault-words.ts'

/** A call that was refused or did not arrive. `status` 0 means no answer at all. */
export class Problem extends Error {
  readonly status: number
  /** 422 messages by dotted path without the leading `body`: `columns_config.0.name`. */
  readonly fields: Record<string, string>
  readonly requestId: string | null
  /** Seconds after which the server asks us to come back. */
  readonly retryAfter: number | null
  /** The whole answer, for members beside `detail`. */
  readonly body: unknown
  readonly call: string

  constructor(init: {
    status: number
    detail: string
    fields?: Record<string, string>
    requestId?: string | null
    retryAfter?: number | null
    body?: unknown
    call?: string
  }) {
    super(init.detail)
    this.name = 'Problem'
    this.status = init.status
    this.fields = init.fields ?? {}
    this.requestId = init.requestId ?? null
    this.retryAfter = init.retryAfter ?? null
    this.body = init.body
    this.call = init.call ?? ''
  }
}

function sentence(text: string): string {
  const trimmed = text.trim()
  if (!trimmed) return ''
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

/** Reads a refused answer. `body` is what the answer held: parsed JSON, text, or nothing. */
export function problemOf(status: number, body: unknown, headers?: Headers, call?: string): Problem {
  const detail = body && typeof body === 'object' && 'detail' in body ? body.detail : undefined
  const fields: Record<string, string> = {}
  let text = typeof detail === 'string' ? detail : ''
  if (Array.isArray(detail)) {
    const lines: string[] = []
    for (const item of detail as FieldFault[]) {
      const path = placeInPart(item.loc ?? []).join('.')
      if (fields[path] !== undefined) continue
      fields[path] = faultWords(item)
      const place = path === 'file' ? '' : placeWords(item.loc ?? [])
      lines.push(place ? `${place}: ${fields[path]}` : fields[path])
    }
    text = lines.join(' ')
  }
  const after = Number(headers?.get('retry-after'))
  return new Problem({
    status,
    detail: text || `The server answered ${status}`,
    fields,
    requestId: headers?.get('x-request-id') ?? null,
    retryAfter: Number.isFinite(after) && after > 0 ? after : null,
    body,
    ...(call ? { call } : {}),
  })
}

/** Makes any thrown thing a Problem; a failed fetch becomes status 0. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof TypeError) return new Problem({ status: 0, detail: 'The server could not be reached' })
  return new Problem({ status: -1, detail: error instanceof Error ? error.message : String(error) })
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function nextStep(problem: Problem): string {
  if (problem.status === 0) return 'Check the connection, then try again.'
  if (problem.status === 403) return 'Ask an admin of this workspace for a higher role.'
  if (problem.status === 404) return 'It may have been deleted, or belong to another workspace.'
  if (problem.status === 409) return 'Load the latest state, then try again.'
  if (problem.status === 413) return 'Send less at once.'
  if (problem.status === 422) return 'Correct the input, then try again.'
  if (problem.status === 429) return `Wait ${problem.retryAfter ?? 60} seconds, then try again.`
  if (problem.status === 503) return `Wait ${problem.retryAfter ?? 10} seconds, then try again.`
  if (problem.status >= 500)
    return 'Try again; if it keeps failing, send the copied details to the operator of this server.'
  return 'Reload the page; if it stays, report it with the copied details.'
}

/** The three parts an error message of the app has. */
export function describeProblem(error: unknown): { what: string; next: string; details: string } {
  const problem = asProblem(error)
  return {
    what: sentence(problem.message),
    next: nextStep(problem),
    details: [
      `Status: ${problem.status}`,
      problem.call && `Call: ${problem.call}`,
      problem.requestId && `Request id: ${problem.requestId}`,
      `Message: ${problem.message}`,
      problem.status === -1 && error instanceof Error && error.stack,
      `Page: ${location.pathname}`,
      `Time: ${new Date().toISOString()}`,
    ]
      .filter(Boolean)
      .join('\n'),
  }
}
