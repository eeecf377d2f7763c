// Passwords: argon2id with the parameters OWASP names first (19 MiB, 2 passes, 1 lane), Unicode normalised once.
import { hash, verify } from '@node-rs/argon2'
import { refuseField } from '../kernel/errors.ts'
import { COMMON_PASSWORDS } from './frequent-passwords.ts'

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256

/** Whether the password is among the 10,000 most common ones, ignoring case: attackers try those first. */
export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(password.normalize('NFC').trim().toLowerCase())
}

/** @throws Refusal `invalid` for one that strangers try first */
export function refuseCommonPassword(password: string, loc: (string | number)[]): void {
  if (isCommonPassword(password))
    refuseField(
      loc,
      'value_error',
      'Value error, this is one of the 10,000 passwords that are tried first; choose another',
    )
}

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), PARAMETERS)
}

let decoy: Promise<string> | undefined

/** True when `stored` is the hash of the password. Without a stored hash it works as long and answers false. */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await decoy), password.normalize('NFC'))
  return matches && stored !== undefined
}
