// Finds the encoding of a file from its first bytes that say anything, and decodes it piece by piece.
import { isAscii } from 'node:buffer'
import iconv from 'iconv-lite'
import { guessCharset } from './charset-guess.logic.ts'

/** A piece of a file is not in the encoding it was taken for. */
export class EncodingFault extends Error {
  readonly encoding: string
  constructor(encoding: string) {
    super(`not valid ${encoding}`)
    this.name = 'EncodingFault'
    this.encoding = encoding
  }
}

export interface Decoder {
  /** `isLast`: no bytes follow. Throws an {@link EncodingFault} for bytes that are not UTF-8 when it decodes UTF-8 strictly. */
  decode(bytes: Buffer, isLast: boolean): string
  end(): string
  /** As far as is known: `utf-8` while only ASCII came. */
  readonly encoding: string
  /** Some bytes stood for no character and became U+FFFD. */
  readonly replaced: boolean
}

/** The name of an encoding that can be read, lower case; null for any other. */
export function knownEncoding(label: string): string | null {
  const name = label.trim().toLowerCase()
  if (name === 'utf8') return 'utf-8'
  if (name === 'utf-16') return 'utf-16le'
  return name !== 'base64' && name !== 'hex' && iconv.encodingExists(name) ? name : null
}

const WRITTEN: Record<string, string> = { macintosh: 'Mac Roman', shift_jis: 'Shift JIS', big5: 'Big5' }

/** As people know it: `Windows-1252`, `ISO-8859-2`. */
export const encodingName = (name: string): string =>
  WRITTEN[name] ?? (name.startsWith('windows-') ? `W${name.slice(1)}` : name.toUpperCase())

/**
 * Without an encoding it is found: a byte order mark, zeros in the places UTF-16 has them, valid UTF-8, else the likely
 * one of a foreign script, else Windows-1252. Files often begin with kilobytes of plain ASCII, so the decision is taken
 * at the first piece that has another byte. `strict` refuses bytes that are not UTF-8.
 */
export function openDecoder(encoding: string | undefined, strict: boolean): Decoder {
  let inner: Decoder | null = encoding === undefined ? null : innerOf(encoding, strict)
  let isFirst = true
  return {
    decode(bytes, isLast) {
      const found = isFirst ? fromShape(bytes) : null
      isFirst = false
      if (inner) return inner.decode(bytes, isLast)
      if (found) inner = innerOf(found, strict)
      else if (isAscii(bytes)) return bytes.toString('latin1')
      else inner = innerOf(isUtf8(bytes, isLast) ? 'utf-8' : guessCharset(bytes, isOldMac(bytes)), strict)
      return inner.decode(bytes, isLast)
    },
    end: () => inner?.end() ?? '',
    get encoding() {
      return inner?.encoding ?? 'utf-8'
    },
    get replaced() {
      return inner?.replaced ?? false
    },
  }
}

function innerOf(encoding: string, strict: boolean): Decoder {
  if (!/^utf-(8|16le|16be)$/.test(encoding)) return byTable(encoding)
  const decoder = new TextDecoder(encoding, { fatal: strict })
  let replaced = false
  const read = (bytes: Buffer | undefined): string => {
    try {
      const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
      replaced ||= text.includes('\ufffd')
      return text
    } catch {
      throw new EncodingFault(encoding)
    }
  }
  return {
    decode: read,
    end: () => read(undefined),
    encoding,
    get replaced() {
      return replaced
    },
  }
}

function byTable(encoding: string): Decoder {
  const decoder = iconv.getDecoder(encoding)
  let replaced = false
  const seen = (text: string): string => {
    replaced ||= text.includes('\ufffd')
    return text
  }
  return {
    decode: (bytes) => seen(decoder.write(bytes)),
    // Some tables end with a number instead of text.
    end: () => seen(decoder.end() || ''),
    encoding,
    get replaced() {
      return replaced
    },
  }
}

function fromShape(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  const pairs = Math.min(bytes.length, 4096) >> 1
  if (pairs < 2) return null
  let even = 0
  let odd = 0
  for (let pair = 0; pair < pairs; pair++) {
    if (bytes[pair * 2] === 0) even++
    if (bytes[pair * 2 + 1] === 0) odd++
  }
  // The delimiters and line ends of any script are ASCII, so every UTF-16 file has such zeros, on one side only.
  if (odd > pairs * 0.1 && even === 0 && !isTextWithNul(bytes)) return 'utf-16le'
  if (even > pairs * 0.1 && odd === 0 && !isTextWithNul(bytes)) return 'utf-16be'
  return null
}

/** A short file with some NUL by mistake: without them it is text, and no line ends as one of UTF-16 would. */
function isTextWithNul(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 4096)
  if (head.includes('\n\0', 0, 'latin1') || head.includes('\r\0', 0, 'latin1')) return false
  const rest = Buffer.from(head.filter((byte) => byte !== 0))
  return (
    rest.length > head.length / 2 + 1 && isUtf8(rest, false) && !rest.some((byte) => byte < 32 && !IS_SPACE.has(byte))
  )
}

const IS_SPACE = new Set([9, 10, 13])

/** A character that is cut at the end of a piece is no fault while more follow. */
function isUtf8(bytes: Buffer, isLast: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isLast })
    return true
  } catch {
    return false
  }
}

/** The files of old Macs, which Excel still writes on them, end lines with CR alone. */
const isOldMac = (bytes: Buffer) => bytes.includes(0x0d) && !bytes.includes(0x0a)
