// What may be a username and a picture: rules that people meet in forms, and their words.
import { refuseField } from '../../kernel/errors.ts'

/** One spelling of a name: composed, without blanks around. Refuses (422) what cannot be seen or typed. */
export function readUsername(given: string): string {
  const name = given.normalize('NFC').trim()
  if (name === '') refuseField(['username'], 'value_error', 'Value error, a username must not be blank', given)
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name))
    refuseField(['username'], 'value_error', 'Value error, a username must not hold invisible characters', given)
  // `slug/name` is what a directory's accounts are called; no other account may look like one.
  if (name.includes('/'))
    refuseField(['username'], 'value_error', 'Value error, a username must not hold a slash', given)
  return name
}

const IMAGE_BYTES = 100 * 1024
const MAGIC: Record<string, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  jpeg: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  gif: (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
}

/** An https address, or a small PNG, JPEG, GIF or WebP as a data address; SVG can carry scripts and is refused. */
export function readProfileImage(given: string): string {
  const fault = (words: string): never => refuseField(['profile_image'], 'value_error', `Value error, ${words}`)
  const data = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(given)
  if (data) {
    const [, kind = '', text = ''] = data
    const bytes = Buffer.from(text, 'base64')
    if (bytes.length > IMAGE_BYTES) fault('the picture must have at most 100 KB')
    if (!MAGIC[kind]?.(bytes)) fault('the picture is not what its type says')
    return given
  }
  if (given.startsWith('data:')) fault('the picture must be PNG, JPEG, GIF or WebP in base64')
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || given.length > 2048)
    return fault('the picture must be an https address or a data:image address')
  return url.href
}
