// Bodies that stream: a multipart form with files, or the file itself as the body. Memory stays flat whatever the size.

import { createHash, type Hash } from 'node:crypto'
import { finished, type Readable, Transform } from 'node:stream'
import { finished as finishedReading } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../../kernel/errors.ts'

export type UploadPart =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string; filename: string | undefined; media: string; stream: Readable }

const LIMITS = { files: 5, fields: 50, parts: 55, fieldSize: 1024 * 1024, fileSize: Number.POSITIVE_INFINITY }

/** Prepares a part of the server whose routes read their bodies themselves. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: true })
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/**
 * The parts in the order they arrive; each file must be read to its end before the next part comes. A body that is not
 * multipart is one file named `file`. Refuses with 400 a body that breaks off or is not well formed.
 */
export async function* uploadParts(request: FastifyRequest): AsyncGenerator<UploadPart> {
  const hash = createHash('sha256')
  digests.set(request, hash)
  for await (const part of partsOf(request, hash)) {
    hash.update(JSON.stringify(part.kind === 'field' ? [part.name, part.value] : [part.name, part.filename ?? null]))
    yield part
  }
}

const digests = new WeakMap<FastifyRequest, Hash>()

/** The digest of an upload's parts, independent of their boundary. Reads an unread body to its end. */
export async function digestOfUpload(request: FastifyRequest): Promise<Buffer> {
  if (!digests.has(request))
    for await (const part of uploadParts(request)) if (part.kind === 'file') await finishedReading(part.stream.resume())
  return (digests.get(request) as Hash).copy().digest()
}

async function* partsOf(request: FastifyRequest, hash: Hash): AsyncGenerator<UploadPart> {
  const media = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (media === undefined || media === '') refuse('unsupported_media', 'The body must be multipart/form-data or a file')
  if (media !== 'multipart/form-data') {
    yield { kind: 'file', name: 'file', filename: undefined, media, stream: whole(request.raw, hash) }
    return
  }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') yield { kind: 'field', name: part.fieldname, value: textOf(part) }
      else {
        const { fieldname, filename, mimetype, file } = part
        yield { kind: 'file', name: fieldname, filename, media: mimetype, stream: whole(file, hash) }
      }
    }
  } catch (error) {
    throw error instanceof Error ? asRefusal(error) : error
  }
}

// The same bytes, but a sender that stops in the middle ends the stream with a refusal, also when that happened before
// there was a listener; and a reader that stops in the middle lets the rest run through, so that an answer can be sent.
function whole(source: Readable, hash: Hash): Readable {
  const out = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      hash.update(bytes)
      done(null, bytes)
    },
  })
  // The error stays with the stream for its reader; without a listener it would end the process.
  out.on('error', () => {})
  finished(source, { writable: false }, (error) => {
    if (error) out.destroy(asRefusal(error))
  })
  out.once('close', () => {
    source.unpipe(out)
    source.resume()
  })
  return source.pipe(out)
}

// A field that says it is JSON arrives parsed; handlers read all fields as text.
function textOf({ value, valueTruncated }: { value: unknown; valueTruncated: boolean }): string {
  if (valueTruncated) refuse('too_large', 'A field of the form is too large. Send the contents as the file.')
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

function asRefusal(error: Error): Error {
  if (error instanceof Refusal) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (/^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(code)) return new Refusal('too_large', 'The form has too many parts')
  if (/^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|FST_MP_PREMATURE_CLOSE)$/.test(code)) return brokenOff()
  // A boundary longer than 256 characters is called a needle.
  const isBroken = /Unexpected end|Malformed|Multipart|boundary|terminated early|^The needle cannot/i.test(
    error.message,
  )
  return isBroken ? new Refusal('bad_request', 'There was an error parsing the body') : error
}

function brokenOff(): Refusal {
  return new Refusal('bad_request', 'The upload broke off')
}
