// One conversation with a submission server: TLS as configured, login, and messages whose body waits for permission.
import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { hiderOf } from '../../kernel/mask.ts'
import type { MailDialer } from '../../platform/net/mail-dialer.ts'

export interface SmtpAccount {
  host: string
  port: number
  use_tls: boolean
  username: string
  /** Null: the server asks for no login. */
  password: string | null
  /** The name we say is ours. */
  helo: string
}

export type SmtpStage = 'connect' | 'tls' | 'login' | 'sender' | 'recipient' | 'message'

/** `sent` is `maybe` when the server may have taken the message: then it must not be sent again. */
export class SmtpFailure extends Error {
  readonly stage: SmtpStage
  readonly sent: 'no' | 'maybe'
  /** The reply of the server; null when it gave none. */
  readonly code: number | null
  readonly response: string

  constructor(stage: SmtpStage, sent: 'no' | 'maybe', code: number | null, response: string) {
    super(response)
    this.name = 'SmtpFailure'
    this.stage = stage
    this.sent = sent
    this.code = code
    this.response = response
  }

  get isFinal(): boolean {
    return this.code !== null && this.code >= 500
  }
}

export interface SmtpSession {
  /**
   * `beforeBody` is awaited after the server agreed to take the body and before its first byte leaves; when it rejects,
   * nothing was sent. @throws SmtpFailure, or what `beforeBody` threw
   */
  send(envelope: { from: string; to: string }, raw: Buffer, beforeBody: () => Promise<void>): Promise<string>
  /** False after a failure that leaves the conversation in an unknown state. */
  readonly isUsable: boolean
  close(): void
}

const SILENCE_MS = 60_000
const LONGEST_RESPONSE = 500

/** What goes through it says nothing that we logged in with, whatever the server repeats. */
function hiderFor({ username, password }: SmtpAccount) {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const hide = hiderOf(
    password === null ? [] : [password, base64(password), base64(`\u0000${username}\u0000${password}`)],
  )
  return {
    text: (response: string) => hide(response).slice(0, LONGEST_RESPONSE),
    failure: (error: unknown) =>
      error instanceof SmtpFailure
        ? new SmtpFailure(error.stage, error.sent, error.code, hide(error.response).slice(0, LONGEST_RESPONSE))
        : error,
  }
}

export async function openSmtp(dialer: MailDialer, account: SmtpAccount, signal: AbortSignal): Promise<SmtpSession> {
  const isImplicit = account.use_tls && account.port === 465
  const hidden = hiderFor(account)
  const socket = await dialer.open(account.host, account.port, signal).catch((error: Error) => {
    throw new SmtpFailure('connect', 'no', null, error.message)
  })
  const tls = { servername: account.host, ...(dialer.ca && { ca: dialer.ca }) }
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const connection = new Connection({
    connection: socket,
    host: account.host,
    port: account.port,
    name: account.helo,
    tls,
    secure: isImplicit,
    // Without TLS in the configuration none is tried: a login never depends on what a server happens to offer.
    requireTLS: account.use_tls && !isImplicit,
    ignoreTLS: !account.use_tls,
    greetingTimeout: 20_000,
    socketTimeout: SILENCE_MS,
    connectionTimeout: 20_000,
    maxResponseSize: 64 * 1024,
  })
  const stop = () => connection.close()
  signal.addEventListener('abort', stop, { once: true })
  // An error between two messages ends the session; the next message finds it closed.
  let isUsable = true
  const spoil = () => {
    isUsable = false
  }
  connection.on('error', spoil)
  connection.on('end', spoil)
  const close = () => {
    isUsable = false
    signal.removeEventListener('abort', stop)
    connection.quit()
    connection.close()
    socket.destroySoon()
  }
  try {
    await connected(connection)
    const { username, password } = account
    if (password !== null) await loggedIn(connection, username, password)
  } catch (error) {
    close()
    throw hidden.failure(error)
  }
  return {
    get isUsable() {
      return isUsable
    },
    close,
    async send(envelope, raw, beforeBody) {
      if (!isAscii(localPartOf(envelope.to)) && !offersUtf8(connection))
        throw new SmtpFailure('recipient', 'no', 553, NO_SMTPUTF8)
      let isBodyUnderWay = false
      let refused: Error | undefined
      let hasBegun = false
      const body = new Readable({
        read() {
          if (hasBegun) return
          hasBegun = true
          beforeBody().then(
            () => {
              isBodyUnderWay = true
              // The body and the line that ends it leave together.
              socket.cork()
              this.push(raw)
              this.push(null)
              setImmediate(() => socket.uncork())
            },
            (error: Error) => {
              refused = error
              this.destroy(error)
            },
          )
        },
      })
      try {
        return await new Promise<string>((done, fail) => {
          const lost = (error: Error) => fail(error)
          connection.once('error', lost)
          connection.send({ ...envelope, size: raw.length }, body, (error, info) => {
            connection.off('error', lost)
            if (error) fail(error)
            else done(hidden.text(info?.response ?? ''))
          })
        })
      } catch (error) {
        if (refused) {
          isUsable = false
          throw refused
        }
        const failure = failureOf(error as NodemailerError, isBodyUnderWay)
        if (failure.code === null || failure.code === 421) isUsable = false
        else if (isUsable) await reset(connection).catch(spoil)
        throw hidden.failure(failure)
      }
    },
  }
}

const NO_SMTPUTF8 =
  'The mail server of this mailbox does not offer SMTPUTF8, so it cannot take an address with letters beyond ASCII before the @. Nothing was sent.'
const localPartOf = (address: string) => address.slice(0, address.lastIndexOf('@'))
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)
/** nodemailer keeps what the server offered, and has no other way to ask for it. */
const offersUtf8 = (connection: SMTPConnection) =>
  ((connection as unknown as { _supportedExtensions?: string[] })._supportedExtensions ?? []).includes('SMTPUTF8')

interface NodemailerError extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** A certificate that does not hold comes as a failure of the socket, known by its words alone. */
const isOfTls = ({ code, command = '', message }: NodemailerError) =>
  code === 'ETLS' || /TLS/.test(command) || /\b(?:certificate|altnames|SSL|TLS)\b/i.test(message)

/** A server that knows the command refuses it for now; any other refusal says that it has none. */
const tlsWords = (error: NodemailerError) =>
  /STARTTLS/.test(`${error.message} ${error.command ?? ''}`) && !/^4\d\d/.test(error.response ?? '')
    ? `The mail server offers no STARTTLS, and without encryption nothing is sent. Use its port with TLS from the start (mostly 465), or ask its operator. It said: ${textOf(error)}`
    : textOf(error)

function connected(connection: SMTPConnection): Promise<void> {
  return new Promise((done, fail) => {
    const lost = (error: NodemailerError) =>
      fail(
        isOfTls(error)
          ? new SmtpFailure('tls', 'no', codeOf(error), tlsWords(error))
          : new SmtpFailure('connect', 'no', codeOf(error), textOf(error)),
      )
    connection.once('error', lost)
    connection.connect((error) => {
      connection.off('error', lost)
      if (error) lost(error as NodemailerError)
      else done()
    })
  })
}

function loggedIn(connection: SMTPConnection, user: string, pass: string): Promise<void> {
  return new Promise((done, fail) => {
    const lost = (error: NodemailerError) =>
      fail(new SmtpFailure(error.code === 'EAUTH' ? 'login' : 'connect', 'no', codeOf(error), textOf(error)))
    connection.once('error', lost)
    connection.login({ user, pass, credentials: { user, pass } }, (error) => {
      connection.off('error', lost)
      if (error) lost(error as NodemailerError)
      else done()
    })
  })
}

function reset(connection: SMTPConnection): Promise<void> {
  return new Promise((done, fail) => {
    connection.reset((error) => (error ? fail(error) : done()))
  })
}

const codeOf = ({ responseCode }: NodemailerError) =>
  typeof responseCode === 'number' && responseCode > 0 ? responseCode : null
const textOf = ({ response, message }: NodemailerError) => (response || message).replace(/\s+/g, ' ')

function failureOf(error: NodemailerError, isBodyUnderWay: boolean): SmtpFailure {
  const code = codeOf(error)
  const { command = '' } = error
  if (command === 'MAIL FROM') return new SmtpFailure('sender', 'no', code, textOf(error))
  if (command === 'RCPT TO') return new SmtpFailure('recipient', 'no', code, textOf(error))
  // The reply to the body tells the outcome; without one it is unknown.
  if (isBodyUnderWay)
    return new SmtpFailure('message', error.code === 'EMESSAGE' && code !== null ? 'no' : 'maybe', code, textOf(error))
  const isAddress = error.code === 'EENVELOPE' && command === 'API'
  return new SmtpFailure(isAddress ? 'recipient' : 'message', 'no', isAddress ? 553 : code, textOf(error))
}
