import { expect, it } from 'vitest'
import { COMMON_PASSWORDS } from './frequent-passwords.ts'
import { isCommonPassword, PASSWORD_MIN, refuseCommonPassword } from './passwords.logic.ts'

it.each(['password', 'PassWord', ' password ', 'qwertyuiop'])('refuses "%s", which strangers try first', (password) => {
  expect(() => refuseCommonPassword(password, ['body', 'password'])).toThrow()
})

it('lets a password through that few people have', () => {
  expect(isCommonPassword('correct horse battery staple')).toBe(false)
  expect(() => refuseCommonPassword('correct horse battery staple', ['body', 'password'])).not.toThrow()
})

it('knows thousands that are long enough to be chosen', () => {
  expect([...COMMON_PASSWORDS].filter(({ length }) => length >= PASSWORD_MIN).length).toBeGreaterThan(1_000)
})
