// Mail of the service itself, such as notices, through the SMTP server that the operator has set up for the install.
import querystring from 'node:querystring'
import { hiderOf } from '../../kernel/mask.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** Names the mail: one that is sent again has the same Message-ID. */
  id: string
}

/** Sends one mail. The result is what went wrong, in words; null when the server took it. */
export type SendMail = (mail: Mail) => Promise<string | null>

export interface InstallMail {
  /** Undefined when the operator has set none up. */
  send: SendMail | undefined
  close(): Promise<void>
}

/** `url` is `smtp://` or `smtps://` with user and password in it; the operator's own server may be on a private address. */
export function openInstallMail({ url, from }: { url: string | undefined; from: string | undefined }): InstallMail {
  if (url === undefined || from === undefined) return { send: undefined, async close() {} }
  const openTransport = async () =>
    (await import('nodemailer')).createTransport({
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    } as object)
  let transport: ReturnType<typeof openTransport> | undefined
  const hide = hiderOf([querystring.unescape(URL.canParse(url) ? new URL(url).password : '')])
  const domain = /@([^@>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ to, subject, text, id }) {
      try {
        transport ??= openTransport()
        await (await transport).sendMail({ from, to, subject, text, messageId: `<${id}@${domain}>` })
        return null
      } catch (error) {
        return `The mail server did not take the mail: ${hide((error as Error).message).slice(0, 200)}`
      }
    },
    async close() {
      const opened = await transport
      opened?.close()
    },
  }
}
