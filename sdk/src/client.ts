// The client of the API: typed operations with retries, pages as iterators, live events, and errors that say what is wrong.
import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from '../../web/src/api/schema.d.ts'
import { type EventFilter, type MillraceEvent, readEvents } from './events.ts'
import { pause, type RetryRules, sendWithRetries } from './retry.ts'
import { followRun, type Run } from './run.ts'

export type { components, EventFilter, MillraceEvent, paths, Run }

export interface ClientOptions {
  /** Where the service answers, such as `http://localhost:8000`. */
  url: string
  /** An access token, or where to get one; asked again after a 401. */
  token?: string | (() => string | Promise<string>)
  /** Logs in, and again when the token has ended. In place of `token`. */
  login?: { username: string; password: string }
  /** The workspace to act in; the active one of the account when absent. */
  workspace?: string
  retry?: Partial<RetryRules>
}

/** What the service refused: its status, its words, and for 422 every problem with its place. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly problems: readonly { loc: (string | number)[]; msg: string; type: string }[]
  readonly requestId: string | null

  constructor(status: number, body: unknown, requestId: string | null) {
    const { detail } = (body ?? {}) as { detail?: unknown }
    const problems = Array.isArray(detail) ? (detail as ApiError['problems'][number][]) : []
    const words = problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
    super(words || (typeof detail === 'string' ? detail : `The service answered ${status}`))
    this.status = status
    this.problems = problems
    this.requestId = requestId
  }
}

export interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}
type Settled<T> = { data?: T; error?: unknown; response: Response }

export interface Millrace {
  /** Every operation: `api.GET('/api/workbooks', {…})`. POSTs carry an Idempotency-Key of their own. */
  api: Client<paths>
  /** The data of an answer; throws an {@link ApiError} for a refusal. */
  take<T>(call: Promise<Settled<T>>): Promise<T>
  /**
   * All items of a list, fetched page by page: `items((cursor) => api.GET('/api/leads', { params: { query: { cursor } } }))`. The cursor
   * of the first page is blank.
   */
  items<Item>(fetchPage: (cursor: string) => Promise<Settled<Page<Item>>>): AsyncGenerator<Item, void, void>
  /** Live events until the caller stops reading or the signal fires. */
  events(filter?: EventFilter): AsyncGenerator<MillraceEvent, void, void>
  /** The run whenever it moved, until it has ended. */
  follow(run: { workbook_id: string; run_id: string }, signal?: AbortSignal): AsyncGenerator<Run, void, void>
  /** Any request, with token, workspace and retries: for files up and down. Throws an {@link ApiError} for a refusal. */
  send(path: string, init?: RequestInit): Promise<Response>
}

export function connect(options: ClientOptions): Millrace {
  const rules = { retries: 4, longest_ms: 30_000, pause, random: Math.random, ...options.retry }
  const tokens = tokenSource(options)
  const once = async (request: Request): Promise<Response> => {
    const again = request.clone()
    const token = await tokens.current()
    const response = await fetch(signed(request, token, options.workspace))
    if (response.status !== 401 || !(await tokens.renew(token))) return response
    await response.body?.cancel()
    return fetch(signed(again, await tokens.current(), options.workspace))
  }
  const send = (request: Request) => sendWithRetries(request, once, rules)
  const api = createClient<paths>({ baseUrl: options.url, fetch: send })
  const millrace: Millrace = {
    api,
    take,
    async *items<Item>(fetchPage: (cursor: string) => Promise<Settled<Page<Item>>>) {
      // Blank and not undefined: under exactOptionalPropertyTypes an optional parameter takes no undefined.
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Page<Item> = await take(fetchPage(cursor))
        yield* page.items
        cursor = page.next_cursor
      }
    },
    events: (filter = {}) => readEvents({ url: options.url, send, refuse, pause: rules.pause }, filter),
    follow: (run, signal) => followRun(millrace, run, signal),
    async send(path, init) {
      const response = await send(new Request(new URL(path, options.url), init))
      if (!response.ok) throw await refuse(response)
      return response
    },
  }
  return millrace
}

async function take<T>(call: Promise<Settled<T>>): Promise<T> {
  const { response, error, data } = await call
  if (!response.ok) throw new ApiError(response.status, error, response.headers.get('x-request-id'))
  return data as T
}

async function refuse(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => undefined)
  return new ApiError(response.status, body, response.headers.get('x-request-id'))
}

function signed(request: Request, token: string | undefined, workspace: string | undefined): Request {
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
  if (workspace !== undefined) request.headers.set('x-workspace-id', workspace)
  return request
}

interface TokenSource {
  current(): Promise<string | undefined>
  /** Whether there may be another token than the refused one. */
  renew(refused: string | undefined): Promise<boolean>
}

function tokenSource({ token, login, url }: ClientOptions): TokenSource {
  if (typeof token === 'string' || (token === undefined && !login))
    return { current: async () => token as string | undefined, renew: async () => false }
  const fetchToken = async () =>
    typeof token === 'function' ? token() : logIn(url, login as { username: string; password: string })
  let held: Promise<string> | undefined
  const current = () => {
    held ??= fetchToken().catch((error) => {
      held = undefined
      throw error
    })
    return held
  }
  return {
    current,
    async renew(refused) {
      if ((await current()) === refused) held = undefined
      return true
    },
  }
}

async function logIn(url: string, login: { username: string; password: string }): Promise<string> {
  const response = await fetch(new URL('/auth/token', url), { method: 'POST', body: new URLSearchParams(login) })
  if (!response.ok) throw await refuse(response)
  if (response.status === 202)
    throw new Error(
      'This account asks for a second factor, which a program cannot answer: log in with an account of its own',
    )
  return ((await response.json()) as { access_token: string }).access_token
}
