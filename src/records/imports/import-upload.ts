// Reads the request of an import: a form with options and a file, the file itself, or rows as JSON.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { uploadParts } from '../../platform/http/upload.ts'
import { type Checker, compileChecker, invalid } from '../../platform/http/validate.ts'
import { ImportOptions } from './import.schema.ts'

export interface UploadedFile<O = ImportOptions> {
  file: AsyncIterable<Buffer>
  file_name: string
  options: O
}

type WithFile<T, O> = (upload: UploadedFile<O>, finish: () => Promise<void>) => Promise<T>

const MEDIA =
  /^(?:text\/.*|application\/(?:csv|octet-stream|vnd\.ms-excel|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|x-ndjson|jsonl|x-jsonlines))$/
const MAX_JSON = 32 * 1024 * 1024
const checkOptions = compileChecker(ImportOptions)

/** Hands over the file and the options before it; `finish` reads the rest of the form. */
export async function withFile<T, O = ImportOptions>(
  request: FastifyRequest,
  work: WithFile<T, O>,
  checker = checkOptions,
): Promise<T> {
  const parts = uploadParts(request)
  const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')
  let options = checked<O>(checker, {})
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const { value } = part
    if (value.kind === 'field') {
      if (value.name === 'options') options = readOptions(checker, value.value)
      continue
    }
    try {
      if (!isForm && value.media === 'application/json')
        return await work(await rowsOf<O>(checker, value.stream), async () => {})
      if (!isForm && !MEDIA.test(value.media))
        refuse('unsupported_media', 'The body must be multipart/form-data, a file such as text/csv, or JSON rows')
      const upload = { file: value.stream as AsyncIterable<Buffer>, file_name: value.filename ?? '', options }
      return await work(upload, () => mustEnd(parts))
    } finally {
      value.stream.destroy()
    }
  }
  return refuseField(['file'], 'missing', 'Field required')
}

async function mustEnd(parts: ReturnType<typeof uploadParts>): Promise<void> {
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const { value } = part
    if (value.kind === 'file') {
      value.stream.destroy()
      refuseField(['file'], 'value_error', 'Only one file can be imported at a time')
    }
    if (value.name === 'options')
      refuseField(['options'], 'value_error', 'The options must come before the file, which is read as it arrives')
  }
}

/** `{rows, options}`, taken for a file that is a list of objects. */
async function rowsOf<O>(checker: Checker, stream: Readable): Promise<UploadedFile<O>> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    parts.push(part)
    size += part.length
    if (size > MAX_JSON)
      refuse('too_large', 'JSON rows of more than 32 MiB cannot be read. Send them as a JSON Lines file.')
  }
  let given: unknown
  try {
    given = JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return refuseField([], 'json_invalid', 'JSON decode error')
  }
  const { rows, options } = (given ?? {}) as { rows?: unknown; options?: unknown }
  if (!Array.isArray(rows))
    return refuseField(['rows'], rows === undefined ? 'missing' : 'list_type', 'Field required: a list of rows')
  const wrong = rows.findIndex((row) => typeof row !== 'object' || row === null || Array.isArray(row))
  if (wrong !== -1)
    refuseField(['rows', wrong], 'dict_type', 'Input should be an object such as {"Company": "Acme"}', rows[wrong])
  async function* file() {
    yield Buffer.from(JSON.stringify(rows))
  }
  return { file: file(), file_name: '', options: checked(checker, options ?? {}) }
}

function readOptions<O>(checker: Checker, text: string): O {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return refuseField(['options'], 'json_invalid', 'The options are not JSON', text.slice(0, 200))
  }
  return checked(checker, given)
}

function checked<O>(checker: Checker, given: unknown): O {
  const { value, errors } = checker.read(given, 'options', { odd: true, flat: false })
  if (errors.length > 0) throw invalid(errors.map((error) => ({ ...error, loc: ['body', ...error.loc] })))
  return value as O
}
