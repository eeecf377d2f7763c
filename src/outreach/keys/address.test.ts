// Addresses in one form: text around or inside an address that makes it invalid is never accepted.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { domainsAbove, hashesOf, mailboxOf, readAddress, readDomain } from './address.logic.ts'

test('one mailbox has one form, also with Unicode', () => {
  expect(readAddress(' Ann.Lee@Example.COM ')).toEqual({ email: 'ann.lee@example.com', domain: 'example.com' })
  expect(readAddress('jörg@müller.example')?.email).toBe('jörg@xn--mller-kva.example')
  expect(readAddress('jo\u0308rg@müller.example')).toEqual(readAddress('jörg@MÜLLER.example'))
  expect(readAddress('用户@例子.公司')?.domain).toBe('xn--fsqu00a.xn--55qx5d')
  expect(readAddress('ann@example.com.')?.domain).toBe('example.com')
})

test.each([
  'ann(comment)@example.com',
  'ann@(comment)example.com',
  'ann@example.com (Ann)',
  '"ann lee"@example.com',
  '"ann"@example.com',
  'Ann <ann@example.com>',
  'ann@example.com, bob@example.com',
  'ann@example.com;bob@example.com',
  'ann@[127.0.0.1]',
  'ann@[IPv6:::1]',
  'ann@localhost',
  'ann@-example.com',
  'ann@example..com',
  '.ann@example.com',
  'ann..lee@example.com',
  'ann.@example.com',
  '@example.com',
  'ann@',
  'ann',
  'ann@exam\r\nBcc: eve@evil.example',
  'ann\r\nRCPT TO:<eve@evil.example>@example.com',
  'ann\0@example.com',
  'ann@example.com\0',
  'ann\u202E@example.com',
  'ann\u200B@example.com',
  `${'a'.repeat(65)}@example.com`,
  `${'ä'.repeat(40)}@example.com`,
  `ann@${'a'.repeat(64)}.com`,
  42,
  null,
  {},
])('%j is no plain address', (text) => {
  expect(readAddress(text)).toBeNull()
})

test('whatever is read holds nothing that could end a line or a command, and reads as itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ maxLength: 40 }), (local, domain) => {
      const read = readAddress(`${local}@${domain}.example`)
      if (!read) return
      expect(read.email).not.toMatch(/[\s<>()[\],;:\\"\p{C}]/u)
      expect(readAddress(read.email)).toEqual(read)
    }),
    { numRuns: 2_000 },
  )
})

test('a suppressed domain covers those below it, and no other', () => {
  const key = Buffer.alloc(32, 1)
  const hashes = (email: string) => {
    const address = readAddress(email)
    return address ? hashesOf(key, address).map((hash) => hash.toString('hex')) : []
  }
  const [, own] = hashes('a@example.com')
  expect(hashes('b@mail.example.com')).toContain(own)
  expect(hashes('b@notexample.com')).not.toContain(own)
  expect(domainsAbove('a.b.example.com')).toEqual(['a.b.example.com', 'b.example.com', 'example.com'])
  expect(readDomain('@Example.com.')).toBe('example.com')
})

test.each([
  ['a.nn.lee@gmail.com', 'annlee@gmail.com'],
  ['Ann.Lee+news@GoogleMail.com', 'annlee@gmail.com'],
  ['ann.lee+news@outlook.com', 'ann.lee@outlook.com'],
  ['ann+x@hotmail.co.uk', 'ann@hotmail.co.uk'],
  ['ann+a+b@icloud.com', 'ann@icloud.com'],
  // No mail service is known to treat these as the same mailbox.
  ['ann.lee+news@firm.example', 'ann.lee+news@firm.example'],
  ['ann.lee@outlook.com', 'ann.lee@outlook.com'],
  ['ann.lee@notgmail.com', 'ann.lee@notgmail.com'],
  // A plus at the beginning starts no tag.
  ['+ann@gmail.com', '+ann@gmail.com'],
])('%s reaches the mailbox %s, and is suppressed with it', (given, mailbox) => {
  const key = Buffer.alloc(32, 1)
  const [one, other] = [readAddress(given), readAddress(mailbox)]
  if (!one || !other) throw new Error('these are addresses')
  expect(mailboxOf(one.email)).toBe(mailbox)
  expect(hashesOf(key, one)[0]).toEqual(hashesOf(key, other)[0])
})
