// One request and its answer, piece by piece as undici tells of them: the stream that undici's own `request` puts between costs as
// much as the rest of it, and there are thousands of calls a second.
import type { Dispatcher } from 'undici'
import { onAbort } from '../../kernel/alarms.ts'
import { type BodyLimits, type BodyRead, type BodyReader, readBody } from './body.ts'

export interface PreparedRequest {
  url: URL
  method: Dispatcher.HttpMethod
  headers: Record<string, string>
  body: string | Buffer | null
}

export interface ReceivedResponse extends BodyRead {
  status: number
  /** Names in lower case; a repeated header is joined with ", ". */
  headers: Record<string, string>
  /** On the monotonic clock. */
  headersAt: number
}

/** What of a body is wanted, by what came before it; null is nothing, and its connection ends. */
export type BodyChoice = (status: number, headers: Record<string, string>) => (BodyLimits & { encoding: string }) | null

/** Rejects with the signal's reason when it aborts first, and with whatever undici, a socket or zlib says is wrong. */
export function exchange(
  agent: Dispatcher,
  sent: PreparedRequest,
  signal: AbortSignal,
  wanted: BodyChoice,
): Promise<ReceivedResponse> {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let reader: BodyReader | undefined
    let isOver = false

    const end = () => {
      isOver = true
      forget()
    }
    const fail = (error: unknown) => {
      if (isOver) return
      end()
      reader?.close()
      controller?.abort(error as Error)
      reject(error)
    }
    const forget = onAbort(signal, () => fail(signal.reason))

    agent.dispatch(
      {
        origin: sent.url.origin,
        path: sent.url.pathname + sent.url.search,
        method: sent.method,
        headers: sent.headers,
        body: sent.body,
      },
      {
        onRequestStart(started) {
          controller = started
          // Given up while the connection was opened.
          if (isOver) started.abort(new Error('no caller waits any more'))
        },
        onResponseStart(flow, status, raw) {
          if (status < 200 || isOver) return
          const headersAt = performance.now()
          const headers = plainHeaders(raw)
          const done = (read: BodyRead, isWhole: boolean) => {
            if (isOver) return
            end()
            if (!isWhole) flow.abort(new Error('no more of it is wanted'))
            resolve({ status, headers, headersAt, ...read })
          }
          const want = wanted(status, headers)
          if (want) reader = readBody(want.encoding, want, flow, done, fail)
          else done({ body: Buffer.alloc(0), truncated: true }, false)
        },
        onResponseData: (_flow, chunk) => reader?.push(chunk),
        onResponseEnd: () => reader?.end(),
        onResponseError: (_flow, error) => fail(error),
      },
    )
  })
}

function plainHeaders(raw: Record<string, string | string[] | undefined>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name in raw) {
    const value = raw[name]
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}
