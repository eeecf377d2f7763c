// Names that can be taken for others, and zones that answer for any name.
import { expect, it } from 'vitest'
import { createDnsAsker } from '../../platform/net/dns.ts'
import { peersOfTest } from '../../platform/net/peers.fixture.ts'
import { doubtOfLetters, isWildcardName, lookAlikeOf } from './domain-doubts.ts'
import { domainNormaliser } from './domain-normaliser.ts'

const { serveDns } = peersOfTest()

it.each([
  ['acme.com', 'www.acme.com', undefined],
  ['acme.com', 'shop.acme.com', undefined],
  ['acme.com', 'acme.co.uk', 'ending'],
  ['paypal.com', 'paypa1.com', 'letters'],
  ['modern.com', 'modem.com', 'letters'],
  ['google.com', 'g00gle.com', 'letters'],
  ['apple.com', 'xn--pple-43d.com', 'letters'],
  ['microsoft.com', 'microsfot.com', 'typo'],
  ['northwind.com', 'nortwind.com', 'typo'],
  ['acme-tools.com', 'acmetools.com', undefined],
  ['shops.com', 'shop.com', undefined],
  ['acme.com', 'acne.com', undefined],
  ['acme.com', 'northwind.com', undefined],
])('%s and %s: %s', (one, other, kind) => {
  expect([lookAlikeOf(one, other), lookAlikeOf(other, one)]).toEqual([kind, kind])
})

it('knows a name in letters of another script that can be read as one in Latin, and leaves other names in other scripts', () => {
  expect(doubtOfLetters('аррӏе.com')?.note).toContain('those of apple.com')
  for (const honest of ['bücher.de', 'пример.рф', 'παράδειγμα.gr', 'acme.com', '例子.cn'])
    expect([honest, doubtOfLetters(honest)]).toEqual([honest, undefined])
  const answer = domainNormaliser.answer({ website: 'аррӏе.com' })
  const plain = domainNormaliser.answer({ website: 'apple.com' })
  expect(answer).toMatchObject({ kind: 'found', origin: { note: expect.stringContaining('apple.com') } })
  expect(answer.kind === 'found' && plain.kind === 'found' && answer.confidence < plain.confidence / 2).toBe(true)
})

it('tells a zone that answers for any name from one that has the name, and both from a silent DNS', async () => {
  const { server } = await serveDns({
    '*.any.example': [['192.0.2.1']],
    'own.any.example': [['192.0.2.9']],
    'there.plain.example': [['192.0.2.1']],
  })
  const ask = createDnsAsker([server])
  const dns = (name: string, type: 'A') => ask(name, type, new AbortController().signal)
  expect(await isWildcardName('shop.any.example', dns)).toBe(true)
  expect(await isWildcardName('own.any.example', dns)).toBe(false)
  expect(await isWildcardName('there.plain.example', dns)).toBe(false)
  expect(await isWildcardName('shop.any.example', async () => ({ ok: false, message: 'silent' }))).toBeUndefined()
})
