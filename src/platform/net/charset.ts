// Finds the encoding of a page and turns its bytes into text: byte order mark, Content-Type, meta prescan, then the bytes.
import { isAscii } from 'node:buffer'
import chardet from 'chardet'
import iconv from 'iconv-lite'

const prescanBytes = 1024
const guessBytes = 64 * 1024
const minForeignBytes = 20
const minConfidence = 20
/** What switches between the character sets of ISO-2022-JP, which is all ASCII otherwise. */
const ESCAPE = 0x1b
// Families that a guess from bytes alone gets right often enough; Western ones it confuses with each other.
const guessable = /^(?:shift_jis|euc-jp|euc-kr|gb18030|big5|windows-1251|koi8-r|iso-2022-jp)$/

/** The encoding a label stands for (WHATWG names, lower case); null for an unknown label. */
function encodingOf(label: string): string | null {
  const name = label.trim().toLowerCase()
  if (name === 'x-user-defined') return 'windows-1252'
  try {
    return new TextDecoder(name).encoding
  } catch {
    return iconv.encodingExists(name) ? name : null
  }
}

function fromBom(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

/** The charset parameter of a Content-Type. */
function charsetOf(contentType: string): string | null {
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]+))/i.exec(contentType)
  return match ? encodingOf(match[1] ?? match[2] ?? match[3] ?? '') : null
}

/** The encoding that the first kilobyte of a page declares (HTML standard, 13.2.3.2). */
function fromMeta(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, prescanBytes).replace(/<!--(?:>|->|[\s\S]*?(?:-->|$))/g, '')
  for (const [, tag = ''] of head.matchAll(/<meta[\s/]([^>]*(?:>|$))/gi)) {
    const attributes = new Map<string, string>()
    for (const [, name = '', double, single, bare] of tag.matchAll(
      /([^\s/=>]+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/g,
    )) {
      const key = name.toLowerCase()
      if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '')
    }
    const viaPragma =
      attributes.get('http-equiv')?.trim().toLowerCase() === 'content-type'
        ? pragmaCharset(attributes.get('content') ?? '')
        : null
    const found = encodingOf(attributes.get('charset') ?? viaPragma ?? '')
    // A page whose ASCII could be read cannot be in UTF-16.
    if (found) return found.startsWith('utf-16') ? 'utf-8' : found
  }
  return null
}

function pragmaCharset(content: string): string | null {
  const match = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(content)
  return match ? (match[1] ?? match[2] ?? match[3] ?? null) : null
}

/** True for bytes that are UTF-8 and not merely ASCII; a sequence cut off at the end is no fault. */
function isUtf8BeyondAscii(bytes: Buffer): boolean {
  try {
    return /\P{ASCII}/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }))
  } catch {
    return false
  }
}

/** Western unless the bytes speak clearly for another script. */
function guessEncoding(sample: Buffer): string {
  const foreign = sample.reduce((count, byte) => count + (byte >= 0x80 || byte === ESCAPE ? 1 : 0), 0)
  const best = foreign >= minForeignBytes ? chardet.analyse(sample)[0] : undefined
  const name = best && best.confidence >= minConfidence ? best.name.toLowerCase() : ''
  return guessable.test(name) ? name : 'windows-1252'
}

/** The encoding of a page. `html` also looks for a meta declaration. */
function sniffEncoding(bytes: Buffer, contentType: string, html: boolean): string {
  const certain = fromBom(bytes)
  if (certain) return certain
  const declared = charsetOf(contentType) ?? (html ? fromMeta(bytes) : null)
  // Latin-1 is what servers say by default; text that is valid UTF-8 beyond ASCII was never written as Latin-1.
  if (declared && declared !== 'windows-1252') return declared
  const sample = bytes.subarray(0, guessBytes)
  // Most vendor answers are plain ASCII, for which no detection is needed.
  if (isAscii(sample) && !sample.includes(ESCAPE)) return 'windows-1252'
  if (isUtf8BeyondAscii(sample)) return 'utf-8'
  if (declared) return declared
  return guessEncoding(sample)
}

/** The text of a page or answer, without a byte order mark; bytes that mean nothing become U+FFFD. */
export function decodeText(bytes: Buffer, contentType: string, html: boolean): { text: string; encoding: string } {
  const encoding = sniffEncoding(bytes, contentType, html)
  if (encoding === 'windows-1252' && isAscii(bytes)) return { text: bytes.toString('latin1'), encoding }
  const usesTextDecoder = /^utf-/.test(encoding) || !iconv.encodingExists(encoding)
  const text = usesTextDecoder ? new TextDecoder(encoding).decode(bytes) : iconv.decode(bytes, encoding)
  return { text, encoding }
}
