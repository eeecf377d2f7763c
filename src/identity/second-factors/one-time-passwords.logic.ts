// One-time passwords by time (RFC 6238 over RFC 4226) as apps make them: SHA-1, six digits, a new one every 30 seconds.
import { createHmac, timingSafeEqual } from 'node:crypto'

const DIGITS = 6
const STEP_SECONDS = 30
/** Codes of the step before and after are good too: clocks differ, and people type slowly. */
const TOLERATED_STEPS = [-1, 0, 1]

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in the letters in which apps take a secret (RFC 4648), without padding. */
export function base32Of(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE_32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** @throws for text that is not base 32. */
function bytesOf(secret: string): Buffer {
  const letters = [...secret.toUpperCase().replace(/[\s=]+/g, '')]
  const bits = letters.map((letter) => {
    const value = BASE_32.indexOf(letter)
    if (value < 0) throw new Error('The secret of a second factor is not base 32')
    return value.toString(2).padStart(5, '0')
  })
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const stepAt = (second: number): number => Math.floor(second / STEP_SECONDS)

/** The code of a counter (RFC 4226 section 5.3): the last byte of the HMAC says which four bytes count. */
function codeOfStep(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE((mac[mac.length - 1] as number) & 0xf) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The code that an app with this secret shows at a second since the epoch. */
export function codeAt(secret: string, second: number): string {
  return codeOfStep(bytesOf(secret), stepAt(second))
}

/** The step whose code this is, among those good at a second; undefined for another code, and for a step that is not after the last used. */
export function stepOfCode(secret: string, code: string, second: number, lastStep: number): number | undefined {
  const key = bytesOf(secret)
  const typed = Buffer.from(code)
  let found: number | undefined
  // All of them are compared, each in constant time: how long it takes tells nothing of the code.
  for (const step of TOLERATED_STEPS.map((shift) => stepAt(second) + shift)) {
    if (step < 0) continue
    const expected = Buffer.from(codeOfStep(key, step))
    if (typed.length === expected.length && timingSafeEqual(typed, expected) && step > lastStep) found = step
  }
  return found
}

/** What a QR code says to an app. */
export function appAddress(issuer: string, account: string, secret: string): string {
  const [from, name] = [issuer, account].map(encodeURIComponent)
  return `otpauth://totp/${from}:${name}?secret=${secret}&issuer=${from}`
}
