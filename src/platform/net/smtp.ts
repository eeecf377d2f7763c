// Asks a mail server whether it would take mail for an address, and sends none: greeting, sender, recipients, good bye (RFC 5321).
import { connect, type Socket } from 'node:net'
import type { EgressPolicy } from './egress.ts'
import { failureOf, NetError } from './failure.ts'
import { resolveTarget } from './guard.ts'
import { createHostTurns, type HostTurnParts } from './host-turns.ts'
import type { AddressResolver } from './resolver.ts'

type Reply =
  | { ok: true; replies: { code: number; text: string }[] }
  | { ok: false; reason: 'silent' | 'refused' | 'aborted'; message: string }

/** Rejects only when the database is away. `silent`: the server could not be talked to; `refused`: it would not talk about recipients with us. */
export type SmtpAsker = (probe: { host: string; recipients: readonly string[] }, signal: AbortSignal) => Promise<Reply>

export interface SmtpOptions extends HostTurnParts {
  policy: EgressPolicy
  resolve: AddressResolver
  /** The name we say is ours. */
  helo: string
  connectTimeoutMs?: number
  replyTimeoutMs?: number
  /** Between the beginnings of two conversations with one server, whichever process has them, so that we are no nuisance. */
  gapMs?: number
}

const PORT = 25
const PORTS: ReadonlySet<number> = new Set([PORT])
const LONGEST_WAIT_MS = 20_000
/** Less than the lease of the server. */
const LONGEST_TALK_MS = 50_000
const MOST_TEXT = 16_384
/** Most networks block outgoing port 25. After so many servers in a row that did not answer, none is waited for. */
const SILENT_BEFORE_REST = 3
const REST_MS = 30 * 60_000

export function createSmtpAsker(options: SmtpOptions): SmtpAsker {
  const { policy, resolve, helo, connectTimeoutMs = 8_000, replyTimeoutMs = 15_000, gapMs = 1_000, now } = options
  const hosts = createHostTurns(options)
  let silent = 0
  let restsUntil = 0

  return async function ask({ host, recipients }, signal) {
    const fault = recipients.find((one) => !/^[\x21-\x3b\x3d\x3f-\x7e]+@[a-z0-9.-]+$/i.test(one))
    if (fault !== undefined || recipients.length === 0)
      return { ok: false, reason: 'refused', message: 'The address cannot be checked in plain SMTP.' }
    if (performance.now() < restsUntil)
      return { ok: false, reason: 'silent', message: 'Mail servers do not answer here: port 25 seems to be closed.' }
    const turn = await hosts.enter({ host: `${host}:${PORT}`, patience_ms: LONGEST_WAIT_MS, gap_ms: gapMs, signal })
    if ('reason' in turn) return { ok: false, reason: 'aborted', message: 'Stopped before the mail server was called.' }
    const next = new Date(now().getTime() + gapMs)
    const talking = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_TALK_MS)])
    let socket: Socket | undefined
    try {
      const target = await resolveTarget(host, PORT, policy, resolve, PORTS)
      socket = await open(target.addresses[0] as string, target.port, connectTimeoutMs, talking)
      silent = 0
      return { ok: true, replies: await converse(socket, helo, recipients, replyTimeoutMs) }
    } catch (error) {
      if (signal.aborted) return { ok: false, reason: 'aborted', message: 'Stopped before the mail server answered.' }
      if (talking.aborted) return { ok: false, reason: 'silent', message: 'The mail server took too long.' }
      if (error instanceof Turned) return { ok: false, reason: 'refused', message: error.message }
      const { kind, message } = failureOf(error, host, false)
      if (!socket && kind !== 'blocked' && kind !== 'dns' && kind !== 'no_host') {
        silent += 1
        if (silent >= SILENT_BEFORE_REST) restsUntil = performance.now() + REST_MS
      }
      return { ok: false, reason: 'silent', message: `${message}.` }
    } finally {
      socket?.destroy()
      await turn.leave(next)
    }
  }
}

/** The server would not go on. */
class Turned extends Error {}

function open(address: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ host: address, port, signal, noDelay: true })
    const timer = setTimeout(() => {
      socket.destroy()
      fail(new NetError('timeout', 'The mail server does not answer'))
    }, timeoutMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      done(socket)
    })
    // Stays for as long as the socket: a reset after the conversation is ignored.
    socket.on('error', (error) => {
      clearTimeout(timer)
      fail(error)
    })
  })
}

async function converse(socket: Socket, helo: string, recipients: readonly string[], timeoutMs: number) {
  const next = repliesOf(socket, timeoutMs)
  const say = async (line: string) => {
    socket.write(`${line}\r\n`)
    return next()
  }
  const must = (reply: { code: number; text: string }) => {
    if (reply.code >= 300)
      throw new Turned(`The mail server would not go on: ${reply.code} ${reply.text}`.slice(0, 300))
  }
  must(await next())
  const hello = await say(`EHLO ${helo}`)
  if (hello.code >= 300) must(await say(`HELO ${helo}`))
  // The empty sender (RFC 5321 section 4.5.5) is one that every server has to accept, and that cannot be answered.
  must(await say('MAIL FROM:<>'))
  const replies: { code: number; text: string }[] = []
  for (const one of recipients) replies.push(await say(`RCPT TO:<${one}>`))
  socket.end('QUIT\r\n')
  return replies
}

/** Each call gives the next whole reply: of several lines, the last has a blank after its code. */
function repliesOf(socket: Socket, timeoutMs: number): () => Promise<{ code: number; text: string }> {
  let text = ''
  let wake: (() => void) | undefined
  let ended = false
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    wake?.()
  })
  socket.on('close', () => {
    ended = true
    wake?.()
  })
  return async () => {
    const timer = setTimeout(() => socket.destroy(), timeoutMs)
    try {
      for (;;) {
        const whole = /^(?:\d{3}-[^\n]*\n)*(\d{3})(?: ([^\n]*))?\r?\n/.exec(text)
        if (whole) {
          text = text.slice(whole[0].length)
          return { code: Number(whole[1]), text: (whole[2] ?? '').trim().slice(0, 300) }
        }
        if (ended) throw new Turned('The mail server ended the conversation.')
        if (text.length > MOST_TEXT) throw new Turned('The mail server talks without end.')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    } finally {
      clearTimeout(timer)
    }
  }
}
