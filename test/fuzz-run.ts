// Sends hostile requests to a running service and says what no request may bring about: faults, hangs, secrets, surprises.
import {
  type Document,
  type HostileRequest,
  hostileRequest,
  randomFrom,
  SECRET,
  type Target,
  targetsOf,
} from './fuzz.ts'

export interface FuzzOptions {
  url: string
  document: Document
  seed: number
  /** It ends after the round of all operations in which this moment passes. */
  until: number
  logIn: () => Promise<string>
  /** Seconds for which the service did nothing else at most, since this was asked last. */
  longestBlock?: () => Promise<number>
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

export async function fuzz({ url, document, seed, until, logIn, longestBlock }: FuzzOptions): Promise<FuzzReport> {
  const random = randomFrom(seed)
  const targets = targetsOf(document)
  const report: FuzzReport = { requests: 0, statuses: {}, faults: [] }
  let token = await logIn()
  let ids: Record<string, string> | undefined
  do {
    for (const target of targets) {
      ids ??= await makeIds(url, token)
      await longestBlock?.()
      const sent: HostileRequest[] = []
      for (let n = 0; n < 6; n++) {
        const request = hostileRequest(target, document, random, ids, token)
        const { status, fault } = await knock(url, target, request, token)
        report.requests++
        sent.push(request)
        report.statuses[status] = (report.statuses[status] ?? 0) + 1
        if (fault) report.faults.push(`${fault}: ${shown(request)}`)
        // Logging out is among the operations.
        if (status === '401' && !target.isPublic) token = await logIn()
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
      // Reading leaves everything as it was.
      if (target.method === 'GET') continue
      // Another workspace may have become the active one, and the workbook may be gone already.
      await fetch(`${url}/api/workbooks/${ids.workbook_id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}`, 'x-workspace-id': ids.ws_id ?? '' },
      })
      ids = undefined
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
