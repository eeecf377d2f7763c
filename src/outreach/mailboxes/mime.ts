// The bytes of a compiled message, as nodemailer writes them, at once: its own way is a chain of streams for each part, which takes several
// times as long for texts of a few lines.
import { encode as base64, wrap as wrapBase64 } from 'nodemailer/lib/base64'
import type MimeNode from 'nodemailer/lib/mime-node'
import { encode as quoted, wrap as wrapQuoted } from 'nodemailer/lib/qp'

/** The bytes of a message whose parts are texts: nothing is read from a file or an address. */
export function bytesOf(message: MimeNode): Buffer {
  const text = textOf(message)
  return Buffer.from(text.endsWith('\n') ? text : `${text}\r\n`)
}

function textOf(node: MimeNode): string {
  const head = `${node.buildHeaders()}\r\n\r\n`
  if (!node.multipart) return head + encoded(node)
  const parts = node.childNodes.map((child) => `--${node.boundary}\r\n${textOf(child)}`)
  return `${head}${parts.join('\r\n')}\r\n--${node.boundary}--\r\n`
}

function encoded(node: MimeNode): string {
  const { content = '' } = node
  if (typeof content !== 'string') throw new TypeError('a part of a message is not a text')
  const encoding = node.getTransferEncoding()
  if (encoding === 'quoted-printable') return wrapQuoted(quoted(content))
  return encoding === 'base64' ? wrapBase64(base64(content)) : content
}
