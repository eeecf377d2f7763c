// E-mail addresses as people write them: bare, as a link, with a name before them, or several in one text.

export interface WrittenEmail {
  address: string
  /** What stands before it, as in `Ann Doe <ann@acme.com>`; blank where nothing does. */
  name: string
}

const ADDRESS = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\.]+(?:\.[^\s@<>()[\],;:"\\.]+)+$/
const NAMED = /^([^<>]*)<\s*([^<>\s]+)\s*>$/
/** Quoted names may hold a comma: `"Doe, Ann" <ann@acme.com>`. */
const SEPARATORS = /[,;|\n](?=(?:[^"]*"[^"]*")*[^"]*$)/

/** The one address that a text is; null for anything else. */
export function readEmail(text: string): WrittenEmail | null {
  const plain = text.trim()
  const named = NAMED.exec(plain)
  const address = (named?.[2] ?? plain).replace(/^mailto:/i, '').replace(/\?.*$/, '')
  if (!ADDRESS.test(address)) return null
  const name = (named?.[1] ?? '').replace(/^["'\s]+|["'\s]+$/g, '')
  return { address, name: name.toLowerCase() === address.toLowerCase() ? '' : name }
}

/** More characters than a cell of addresses has. */
const LONGEST = 5000

/** All addresses of a text, apart by commas, semicolons, bars, blanks or line ends; null as soon as a part of it is none. */
export function readEmails(text: string): WrittenEmail[] | null {
  if (text.length > LONGEST) return null
  const parts = text
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => (/[<"]/.test(part) ? [part] : part.split(/\s+/)))
  const read = parts.flatMap((part) => readEmail(part) ?? [])
  return parts.length > 0 && read.length === parts.length ? read : null
}
