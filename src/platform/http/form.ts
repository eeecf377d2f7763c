// Small forms, urlencoded or multipart, read into named text fields; files in them are ignored.
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../kernel/errors.ts'

/** The last value of each field; an empty value counts as absent, as with FastAPI. Any other media type has no fields. */
export async function readForm(request: FastifyRequest): Promise<Record<string, string>> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const contentType = request.headers['content-type'] ?? ''
  const fields = await fieldsOf(bytes, contentType)
  return Object.fromEntries(fields.filter(([, value]) => value !== ''))
}

async function fieldsOf(bytes: Buffer, contentType: string): Promise<[string, string][]> {
  const media = contentType.split(';', 1)[0]?.trim().toLowerCase()
  if (media === 'application/x-www-form-urlencoded') return [...new URLSearchParams(bytes.toString('utf8'))]
  if (media !== 'multipart/form-data') return []
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
    return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  } catch {
    return refuse('bad_request', 'There was an error parsing the body')
  }
}
