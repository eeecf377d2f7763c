// A mail server on this machine: it keeps what it is given over SMTP, and answers over IMAP with what a test puts into its inbox.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** The settings with which the product finds and may reach it. */
  settings: Record<string, string>
  /** A mailbox on it, as the API takes it. */
  mailbox: Record<string, unknown>
  /** What was sent, in order. */
  messages: { to: string; raw: string }[]
  /** Puts an answer to the last message to this address into the inbox. */
  answer(address: string, text: string): void
  close(): Promise<void>
}

const SMTP = 'smtp.sender.test'
const IMAP = 'imap.sender.test'

export async function openMailServer(): Promise<MailServer> {
  const messages: MailServer['messages'] = []
  const inbox: string[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        messages.push({ to: envelope.rcptTo[0]?.address ?? '', raw: Buffer.concat(chunks).toString('utf8') })
        done(null, 'queued')
      })
    },
  })
  smtp.on('error', () => {})
  const sockets = new Set<Socket>()
  const imap = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serveInbox(socket, inbox)
  })
  smtp.listen(0, '127.0.0.1')
  imap.listen(0, '127.0.0.1')
  await Promise.all([once(smtp.server, 'listening'), once(imap, 'listening')])
  const at = (server: { address(): unknown }) => `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    settings: {
      EGRESS_ALLOW: `${at(smtp.server)},${at(imap)}`,
      EGRESS_HOST_MAP: `${SMTP}=${at(smtp.server)},${IMAP}=${at(imap)}`,
    },
    mailbox: {
      email: 'ann@sender.test',
      from_name: 'Ann Sender',
      smtp_password: 'secret',
      max_per_hour: 1000,
      host: SMTP,
      port: 587,
      use_tls: false,
      imap_host: IMAP,
      imap_port: 143,
      imap_use_tls: false,
    },
    messages,
    answer(address, text) {
      const raw = messages.findLast(({ to }) => to === address)?.raw
      if (!raw) throw new Error(`nothing was sent to ${address}`)
      const header = (name: string) => new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(raw)?.[1] ?? ''
      inbox.push(
        [
          `From: <${address}>`,
          'To: <ann@sender.test>',
          `Subject: Re: ${header('Subject')}`,
          `Date: ${new Date().toUTCString()}`,
          `Message-ID: <answer-${inbox.length + 1}@${address.split('@')[1]}>`,
          `In-Reply-To: ${header('Message-ID')}`,
          'Content-Type: text/plain; charset=utf-8',
          '',
          text,
          '',
        ].join('\r\n'),
      )
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([new Promise<void>((done) => smtp.close(() => done())), closed(imap)])
    },
  }
}

const closed = (server: Server) => new Promise<void>((done) => server.close(() => done()))

/** As much of IMAP4rev1 as reading one folder takes. */
function serveInbox(socket: Socket, inbox: readonly string[]): void {
  const say = (...lines: string[]) => socket.write(lines.map((line) => `${line}\r\n`).join(''))
  const answers: Record<string, (rest: string) => string[]> = {
    CAPABILITY: () => ['* CAPABILITY IMAP4rev1'],
    LIST: () => ['* LIST () "/" INBOX'],
    LSUB: () => ['* LSUB () "/" INBOX'],
    EXAMINE: () => [
      '* FLAGS ()',
      `* ${inbox.length} EXISTS`,
      '* 0 RECENT',
      '* OK [UIDVALIDITY 1] valid',
      `* OK [UIDNEXT ${inbox.length + 1}] next`,
    ],
    'UID SEARCH': (rest) => {
      const from = Number(/UID (\d+)/.exec(rest)?.[1] ?? 1)
      return [`* SEARCH ${inbox.flatMap((_, index) => (index + 1 >= from ? [index + 1] : [])).join(' ')}`.trim()]
    },
    'UID FETCH': (rest) => {
      const uid = Number.parseInt(rest, 10)
      const raw = inbox[uid - 1] ?? ''
      const size = Buffer.byteLength(raw)
      const date = '"01-Jan-2030 00:00:00 +0000"'
      return [`* ${uid} FETCH (UID ${uid} RFC822.SIZE ${size} INTERNALDATE ${date} BODY[]<0> {${size}}\r\n${raw})`]
    },
    LOGOUT: () => ['* BYE'],
  }
  say('* OK ready')
  let unread = ''
  socket.on('data', (chunk) => {
    const lines = `${unread}${chunk}`.split('\r\n')
    unread = lines.pop() ?? ''
    for (const line of lines) {
      const [, tag = '*', command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(line) ?? []
      say(...(answers[command.toUpperCase()]?.(rest) ?? []), `${tag} OK done`)
      if (command.toUpperCase() === 'LOGOUT') socket.end()
    }
  })
}
