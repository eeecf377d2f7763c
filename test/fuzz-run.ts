// Sends hostile requests to a running service and says what no request may bring about: faults, hangs, secrets, surprises.

import { TOOL_CAPABILITIES } from '../src/identity/api-tokens/token-capabilities.logic.ts'
import { type Document, type HostileRequest, hostileRequest, SECRET, type Target, targetsOf } from './fuzz.ts'
import { type Knock, knockAtCommands, knockAtTools, knockWithMails } from './fuzz-entries.ts'
import { randomFrom } from './random.ts'

export interface FuzzOptions {
  url: string
  document: Document
  seed: number
  /** It ends after the round of all operations in which this moment passes. */
  until: number
  logIn: () => Promise<string>
  /** Seconds for which the service did nothing else at most, since this was asked last. */
  longestBlock?: () => Promise<number>
  /** What requests may change, counted: it stays as it is where the answer is an error. Absent where the database is out of reach. */
  countState?: () => Promise<Record<string, number>>
  /** The share of requests that are watched so; all, unless told. */
  countShare?: number
}

export interface FuzzReport {
  requests: number
  /** How often each status came. */
  statuses: Record<string, number>
  /** One sentence for each thing that must not be, with the request that brings it about. */
  faults: string[]
}

/** An answer that takes longer is a hang. */
const HANG_MS = 30_000
/** In seconds; other requests wait for as long. */
const MOST_BLOCK = 0.2
/** Answers of the protocol itself, before any operation is found. */
const OF_ANY_REQUEST = [400, 404, 405, 413, 414, 415, 431]

/** So often a refused request adds something before it is held to be the one that does. */
const REPEATS = 4
/** Calls of each tool in a round. */
const TIMES = 2
/** Refused attempts to come in are themselves on record. */
const COUNTS_REFUSALS = /^\/(auth|api\/hooks)\//

export async function fuzz({
  url,
  document,
  seed,
  until,
  logIn,
  longestBlock,
  countState,
  countShare = 1,
}: FuzzOptions): Promise<FuzzReport> {
  const random = randomFrom(seed)
  const sampled = randomFrom(seed + 1)
  const targets = targetsOf(document)
  const report: FuzzReport = { requests: 0, statuses: {}, faults: [] }
  let token = await logIn()
  let ids: Record<string, string> | undefined
  let addresses: Record<string, string> | undefined
  let before: Record<string, number> | undefined
  /** What came to be since it was counted last. The service deletes by itself what its term is over. */
  async function added(): Promise<string> {
    const after = await countState?.()
    const more = Object.keys(after ?? {}).filter((name) => (after?.[name] ?? 0) > (before?.[name] ?? 0))
    before = after
    return more.join(', ')
  }
  async function count(): Promise<void> {
    if (sampled() < countShare) before ??= await countState?.()
    else before = undefined
  }
  async function watch(knock: () => Promise<Knock>): Promise<void> {
    await count()
    const { sent, outcome, fault } = await knock()
    report.requests++
    report.statuses[outcome] = (report.statuses[outcome] ?? 0) + 1
    if (fault) report.faults.push(`${fault}: ${sent}`)
    if (outcome === 'done') before = undefined
    else await judge(sent, knock)
  }
  /** Time and again: jobs of earlier requests add something once in a while too, and not with each refusal. */
  async function judge(sent: string, knock: () => Promise<unknown>): Promise<void> {
    if (!before) return
    let more = await added()
    for (let n = 0; n < REPEATS && more; n++) {
      await knock()
      more = await added()
    }
    if (more) report.faults.push(`Refused, and yet it added to ${more}: ${sent}`)
  }
  do {
    const token_of_tools = await makeToolToken(url, token)
    ids = { ...(await makeIds(url, token)), ...(await makeAddresses(url, token)) }
    const entries = { url, ids, random }
    await knockAtTools({ ...entries, token: token_of_tools, times: TIMES }, watch)
    await knockAtCommands({ ...entries, token, times: 1 }, watch)
    await knockWithMails({ random, times: 100 }, watch)
    before = undefined
    ids = undefined
    for (const target of targets) {
      addresses ??= await makeAddresses(url, token)
      if (!ids) before = undefined
      ids ??= { ...(await makeIds(url, token)), ...addresses }
      await longestBlock?.()
      const sent: HostileRequest[] = []
      for (let n = 0; n < 6; n++) {
        const request = hostileRequest(target, document, random, ids, token)
        await count()
        const { status, fault } = await knock(url, target, request, token)
        report.requests++
        sent.push(request)
        report.statuses[status] = (report.statuses[status] ?? 0) + 1
        if (fault) report.faults.push(`${fault}: ${shown(request)}`)
        if (Number(status) < 400 || COUNTS_REFUSALS.test(target.path)) before = undefined
        else await judge(shown(request), () => knock(url, target, request, token))
        // Logging out is among the operations.
        if (status === '401' && !target.isPublic) {
          token = await logIn()
          addresses = undefined
        }
      }
      let block = (await longestBlock?.()) ?? 0
      // What the machine did beside it does not come again; what the requests bring about does.
      for (let n = 0; n < 3 && longestBlock && block > MOST_BLOCK; n++) {
        for (const request of sent) await knock(url, target, request, token)
        block = Math.min(block, await longestBlock())
      }
      if (block > MOST_BLOCK)
        report.faults.push(
          `${target.id} blocks the loop for ${Math.round(block * 1000)} ms: ${sent.map(shown).join(' and ')}`,
        )
      // The way in may be lost: logged out, away from the workspace, or the workspace gone.
      if (/^\/(auth|api\/users|api\/workspaces)\//.test(target.path)) token = await logIn()
      // Another workspace, or another address, may be what counts now.
      if (/webhooks|^\/(auth|api\/users|api\/workspaces)\//.test(target.path)) addresses = undefined
      // Reading leaves everything as it was.
      if (target.method === 'GET') continue
      // Another workspace may have become the active one, and the workbook may be gone already.
      await fetch(`${url}/api/workbooks/${ids.workbook_id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}`, 'x-workspace-id': ids.ws_id ?? '' },
      })
      ids = undefined
      before = undefined
    }
  } while (Date.now() < until)
  return report
}

async function knock(url: string, target: Target, { method, url: path, headers, body }: HostileRequest, token: string) {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new Error('hang')), HANG_MS)
  try {
    const answer = await fetch(url + path, {
      method,
      headers,
      signal: ending.signal,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const { status } = answer
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
    const text = isStream ? '' : await answer.text()
    if (isStream) ending.abort()
    return { status: String(status), fault: faultOf(target, status, text, token) }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    return { status: 'none', fault: `${target.id} gives no answer (${cause?.code ?? message})` }
  } finally {
    clearTimeout(timer)
  }
}

function faultOf(target: Target, status: number, text: string, token: string): string | undefined {
  if (status >= 500) return `${target.id} fails with ${status} ${text.slice(0, 200)}`
  if (!(String(status) in target.spec.responses) && !OF_ANY_REQUEST.includes(status))
    return `${target.id} answers ${status}, which its description does not name`
  if (text.includes(SECRET) || text.includes(token)) return `${target.id} tells a secret in a ${status}`
  // A page for people, behind a link in a mail, tells them so in words.
  const isPage = /\/unsubscribe$/.test(target.id) && /^<!doctype html>.*<h1>/s.test(text)
  if (status >= 400 && !isPage && !isProblem(text))
    return `${target.id} answers ${status} without saying why: ${text.slice(0, 100)}`
  return undefined
}

function isProblem(text: string): boolean {
  try {
    const { detail } = JSON.parse(text)
    if (typeof detail === 'string') return detail !== ''
    return Array.isArray(detail) && detail.length > 0 && detail.every(({ loc, msg, type }) => loc && msg && type)
  } catch {
    return false
  }
}

function shown({ method, url, headers, body }: HostileRequest): string {
  const { authorization: _secret, ...others } = headers
  const text = typeof body === 'string' ? body : body && Buffer.from(body).toString('latin1')
  return `${method} ${url.slice(0, 500)} ${JSON.stringify(others).slice(0, 300)} ${JSON.stringify(text)?.slice(0, 1200) ?? ''}`
}

async function send(url: string, token: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return text === '' ? {} : JSON.parse(text)
}

/** A token with every capability that the person has. */
async function makeToolToken(url: string, token: string): Promise<string> {
  const { token: made } = await send(url, token, 'POST', '/api/mcp/tokens', {
    name: 'Fuzzed',
    capabilities: [...TOOL_CAPABILITIES],
  })
  return made
}

/** Addresses at which a workspace takes what others bring. */
async function makeAddresses(url: string, token: string): Promise<Record<string, string>> {
  const hook = await send(url, token, 'POST', '/api/webhooks/incoming', { name: 'Fuzzed' })
  const bounces = await send(url, token, 'GET', '/api/outreach/webhooks/bounce/config')
  return {
    hook_id: hook.id,
    refused_id: hook.id,
    hook_token: String(hook.url).split('/').at(-1) ?? '',
    'receive_bounce.token': bounces.url ? (new URL(bounces.url, url).searchParams.get('token') ?? '') : '',
  }
}

/** A workbook with a row and a run, so that requests get far. */
async function makeIds(url: string, token: string): Promise<Record<string, string>> {
  const post = (path: string, body?: object) => send(url, token, 'POST', path, body)
  const { items: workspaces } = await send(url, token, 'GET', '/api/workspaces')
  const { id, columns_config } = await post('/api/workbooks', {
    name: 'Fuzzed',
    columns_config: [
      { name: 'Website', type: 'input', input_type: 'url' },
      {
        name: 'Domain',
        type: 'enrichment',
        provider: 'domain-normaliser',
        output: 'company_domain',
        inputs: { website: '{{Website}}' },
      },
    ],
  })
  const { items: rows, change_id } = await post(`/api/workbooks/${id}/rows`, {
    rows: [{ data: { [columns_config[0].id]: 'a.example' } }],
  })
  const { run_id } = await post(`/api/workbooks/${id}/run`)
  const { token: ingest_token } = await post(`/api/workbooks/${id}/ingest-token`, {})
  const [, computed] = columns_config
  return {
    ws_id: workspaces[0].id,
    workbook_id: id,
    column_id: computed.id,
    row_id: rows[0].row_id,
    run_id,
    change_id,
    ingest_token,
  }
}
