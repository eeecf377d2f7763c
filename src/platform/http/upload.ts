// Bodies that stream: a multipart form with files, or the file itself as the body. Memory stays flat whatever the size.

import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../kernel/errors.ts'

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
  const media = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (media === undefined || media === '') refuse('unsupported_media', 'The body must be multipart/form-data or a file')
  if (media !== 'multipart/form-data') {
    yield { kind: 'file', name: 'file', filename: undefined, media, stream: request.raw }
    return
  }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') yield { kind: 'field', name: part.fieldname, value: String(part.value ?? '') }
      else {
        const { fieldname, filename, mimetype, file } = part
        yield { kind: 'file', name: fieldname, filename, media: mimetype, stream: file }
      }
    }
  } catch (error) {
    if (isBrokenForm(error)) refuse('bad_request', 'There was an error parsing the body')
    throw error
  }
}

function isBrokenForm(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    code === 'FST_INVALID_MULTIPART_CONTENT_TYPE' || /Unexpected end|Malformed|Multipart:|boundary/i.test(message ?? '')
  )
}
