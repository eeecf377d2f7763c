// Reads delimited text (RFC 4180 with any delimiter and any line ends) piece by piece, knowing the line of every record.
//
// Not a parser from the shelf: it has to name the line of a quote that is never closed, take files whose line ends are
// mixed without gluing rows together, and stay flat on a file that is one single endless cell.

export interface CsvRecord {
  /** The line of the file on which it begins, from 1. */
  line: number
  fields: string[]
  /** Why it cannot be told what its fields are; the text of it is the only one. */
  fault?: string
}

/** The text is not what its quotes promise; `line` is where the trouble begins. */
export class CsvFault extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.name = 'CsvFault'
    this.line = line
  }
}

export interface CsvReader {
  /** The records that are complete now, at most so many at once. Throws a {@link CsvFault} when the first of them is one. */
  push(text: string): CsvRecord[]
  /** Those after them; none when all that is complete has been given. */
  more(): CsvRecord[]
  /** The last record, when no line end closed it. Throws a {@link CsvFault} when a quote is open. */
  end(): CsvRecord[]
  /** The line that comes next. */
  readonly line: number
}

/** No row a person has is longer; beyond it a quote was opened that nothing closes. UTF-16 units. */
const MAX_RECORD = 4 * 1024 * 1024

const REST = 'a quote in it closes nothing: it seems to be the rest of the broken row above'

/** `line` is the number of the first line, `most` how many records are given at once. Lines without any character are passed over. */
export function openCsvReader(delimiter: string, line = 1, most = Number.POSITIVE_INFINITY): CsvReader {
  let text = ''
  let at = 0
  let isLast = false
  /** Values of the widest record so far. */
  let width = 0
  /** Where what is left of a broken record would go on; 0: after none. */
  let restLine = 0
  // The next place of each of these at or after `at`: looked for only when passed, else a file without one is scanned
  // to its end for every field.
  const next = new Map<string, number>()

  function find(mark: string, from: number): number {
    const known = next.get(mark) ?? -1
    if (known >= from) return known
    const found = text.indexOf(mark, from)
    const place = found === -1 ? text.length : found
    next.set(mark, place)
    return place
  }

  const lineEnd = (from: number) => Math.min(find('\n', from), find('\r', from))
  /** Where the next line begins; null when that is not known yet. */
  function behind(end: number): number | null {
    if (text[end] === '\r' && text[end + 1] === '\n') return end + 2
    const isOpen = end >= text.length || (text[end] === '\r' && end + 1 === text.length)
    return isOpen && !isLast ? null : Math.min(end + 1, text.length)
  }

  /** One record from `at` on; null when its end is not here yet. */
  function record(): CsvRecord | null {
    const end = lineEnd(at)
    if (find('"', at) >= end) {
      const after = behind(end)
      if (after === null) return null
      const fields = text.slice(at, end).split(delimiter)
      at = after
      const first = line++
      passed(first, fields)
      return { line: first, fields }
    }
    return quotedRecord()
  }

  function quotedRecord(): CsvRecord | null {
    const fields: string[] = []
    const first = line
    let from = at
    let lines = 0
    let isStray = false
    for (;;) {
      let end: number
      if (text[from] === '"') {
        const close = closingQuote(from + 1)
        if (close === null) return null
        const value = text.slice(from + 1, close).replaceAll('""', '"')
        lines += lineEndsIn(value)
        fields.push(value)
        end = close + 1
        if (end >= text.length && !isLast) return null
        if (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r')
          return brokenRecord(end)
      } else {
        end = Math.min(lineEnd(from), find(delimiter, from))
        const value = text.slice(from, end)
        isStray ||= value.includes('"')
        fields.push(value)
      }
      if (text[end] === delimiter) {
        from = end + 1
        continue
      }
      const after = behind(end)
      if (after === null) return null
      const isRest = isStray && first === restLine && text[at] !== '"'
      const raw = isRest ? text.slice(at, end) : ''
      at = after
      line += lines + 1
      passed(first, fields)
      return isRest ? { line: first, fields: [raw], fault: REST } : { line: first, fields }
    }
  }

  /** A broken record may go on over lines; its rest ends at one that is as wide as a row, or at one without anything. */
  function passed(first: number, fields: readonly string[]): void {
    const isBlank = fields.length === 1 && fields[0] === ''
    if (first === restLine && !isBlank && fields.length < width) restLine = line
    else restLine = 0
    width = Math.max(width, fields.length)
  }

  /** Text after a quote that should have ended its value, up to the line end: it spoils this record, and those that seem to be its rest. */
  function brokenRecord(from: number): CsvRecord | null {
    const end = lineEnd(from)
    const after = behind(end)
    if (after === null) return null
    const raw = text.slice(at, end)
    const first = line
    at = after
    line += lineEndsIn(raw) + 1
    restLine = line
    return { line: first, fields: [raw], fault: 'a quoted value is followed by other text' }
  }

  /** The quote that ends the value; null when it is not here yet. */
  function closingQuote(from: number): number | null {
    for (let search = from; ; ) {
      const quote = text.indexOf('"', search)
      if (quote === -1 || (quote + 1 === text.length && !isLast)) {
        if (isLast) throw new CsvFault(line, 'a quote is opened and never closed')
        return null
      }
      if (text[quote + 1] !== '"') return quote
      search = quote + 2
    }
  }

  // What came before a fault is given first; the next call meets the fault again.
  function recordBeforeFault(hasMore: boolean): CsvRecord | null {
    try {
      return record()
    } catch (fault) {
      if (hasMore && !isLast) return null
      throw fault
    }
  }

  function drain(): CsvRecord[] {
    const records: CsvRecord[] = []
    while (at < text.length && records.length < most) {
      const one = recordBeforeFault(records.length > 0)
      if (one === null) break
      if (one.fields.length > 1 || one.fields[0] !== '') records.push(one)
    }
    return records
  }

  function mustEnd(records: CsvRecord[]): CsvRecord[] {
    if (records.length < most && text.length - at > MAX_RECORD)
      throw new CsvFault(line, 'a row of more than 4 million characters begins here; a quote is probably not closed')
    return records
  }

  return {
    push(more) {
      text = at === text.length ? more : text.slice(at) + more
      at = 0
      next.clear()
      // Only a line end completes a record, so one that goes on for long is not read again with every piece.
      return mustEnd(/[\n\r]/.test(more) ? drain() : [])
    },
    more: () => mustEnd(drain()),
    end() {
      isLast = true
      next.clear()
      return drain()
    },
    get line() {
      return line
    },
  }
}

function lineEndsIn(value: string): number {
  if (!value.includes('\n') && !value.includes('\r')) return 0
  return value.match(/\r\n|\n|\r/g)?.length ?? 0
}
