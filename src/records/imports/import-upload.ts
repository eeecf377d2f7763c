// Reads the request of an import: a form with options and a file, the file itself, or rows as JSON.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { faultWords, readJson } from '../../kernel/read-json.ts'
import { type Checker, compileChecker, invalid } from '../../platform/http/checks/validate.ts'
import { uploadParts } from '../../platform/http/upload.ts'
import { ImportOptions } from './import.schema.ts'
import { readRowsBody } from './reader/read-file.ts'

export interface UploadedFile<O = ImportOptions> {
  file: AsyncIterable<Buffer>
  file_name: string
  options: O
}

type WithFile<T, O> = (upload: UploadedFile<O>, finish: () => Promise<void>) => Promise<T>

const MEDIA =
  /^(?:text\/.*|application\/(?:csv|octet-stream|vnd\.ms-excel|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|x-ndjson|jsonl|x-jsonlines))$/
const checkOptions = compileChecker(ImportOptions)

/** Hands over the file and the options before it; `finish` reads the rest of the form. */
export async function withFile<T, O = ImportOptions>(
  request: FastifyRequest,
  work: WithFile<T, O>,
  checker = checkOptions,
): Promise<T> {
  const parts = uploadParts(request)
  const owner = request.ctx?.scope?.workspace_id ?? ''
  const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')
  let options: O | undefined
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const { value } = part
    if (value.kind === 'field') {
      if (value.name === 'options') options = readOptions(checker, value.value)
      continue
    }
    try {
      if (!isForm && value.media === 'application/json')
        return await work(await rowsOf<O>(owner, checker, value.stream), async () => {})
      if (!isForm && !MEDIA.test(value.media))
        refuse('unsupported_media', 'The body must be multipart/form-data, a file such as text/csv, or JSON rows')
      const upload = {
        file: value.stream as AsyncIterable<Buffer>,
        file_name: value.filename ?? '',
        options: options ?? checked<O>(checker, {}),
      }
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
async function rowsOf<O>(owner: string, checker: Checker, stream: Readable): Promise<UploadedFile<O>> {
  const { rows, options } = await readRowsBody(owner, stream)
  async function* file() {
    yield rows
  }
  return { file: file(), file_name: '', options: checked(checker, options) }
}

function readOptions<O>(checker: Checker, text: string): O {
  const { value, fault } = readJson(text)
  if (fault)
    return refuseField(
      ['options'],
      'json_invalid',
      `The options are not JSON: ${faultWords(fault)}`,
      text.slice(0, 200),
    )
  return checked(checker, value)
}

function checked<O>(checker: Checker, given: unknown): O {
  const { value, errors } = checker.read(given, 'options', { odd: true, flat: false })
  if (errors.length > 0) throw invalid(errors.map((error) => ({ ...error, loc: ['body', ...error.loc] })))
  return value as O
}
