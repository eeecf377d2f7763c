// Recovery codes: how they are written, and which spellings count as the same code.

/** Without letters and digits that look alike. */
export const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
export const CODES = 10
export const CODE_LETTERS = 16

/** In groups of four, as they are shown and printed. */
export function formatRecoveryCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** The code in what was typed; undefined for text that cannot be one. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s-]+/g, '')
  return code.length === CODE_LETTERS && [...code].every((letter) => ALPHABET.includes(letter)) ? code : undefined
}

/** Six digits, however they are spaced; undefined for anything else. */
export function readTotpCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]+/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}
