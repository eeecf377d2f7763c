// Reads XML piece by piece, without document types and so without entities that could grow.
import { Parser } from 'htmlparser2'
import { refuseField } from '../../../kernel/errors.ts'

export interface XmlHandler {
  open?(name: string, attributes: { [name: string]: string }): void
  text?(text: string): void
  close?(name: string): void
}

const MAX_DEPTH = 64
/** Bytes of one mark, such as a comment or a value of an attribute: it is held whole. */
const MAX_MARK = 16 * 1024 * 1024

/** Calls the handler as elements come; names are without prefixes. Yields after every piece, for what was collected to be taken. */
export async function* readXml(source: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  let depth = 0
  let silent = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        silent = 0
        if (++depth > MAX_DEPTH) refuseField(['file'], 'damaged', 'The spreadsheet is nested too deeply to be one')
        handler.open?.(local(name), attributes)
      },
      ontext(text) {
        silent = 0
        handler.text?.(text)
      },
      onclosetag(name) {
        depth--
        handler.close?.(local(name))
      },
      onprocessinginstruction(name) {
        if (/^!doctype/i.test(name))
          refuseField(
            ['file'],
            'damaged',
            'The spreadsheet declares a document type, which no spreadsheet does. It was not read.',
          )
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder('utf-8')
  for await (const bytes of source) {
    silent += bytes.length
    parser.write(decoder.decode(bytes, { stream: true }))
    if (silent > MAX_MARK)
      refuseField(
        ['file'],
        'damaged',
        'A part of the spreadsheet goes on for megabytes without an end. It was not read further.',
      )
    yield
  }
  parser.end(decoder.decode())
  yield
}

/** Reads all of a small part. */
export async function readWhole(source: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(source, handler));
}

function local(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}
