import { describe, expect, it } from 'vitest'
import { readEmail, readEmails } from './email.ts'

describe('an e-mail address', () => {
  it.each([
    ['ann@acme.com', 'ann@acme.com', ''],
    ['  mailto:ann@acme.com?subject=Hi ', 'ann@acme.com', ''],
    ['Ann <ann@x.example>', 'ann@x.example', 'Ann'],
    ['"Doe, Ann" <ann@x.example>', 'ann@x.example', 'Doe, Ann'],
    ['ann@x.example <Ann@x.example>', 'Ann@x.example', ''],
    ['<ann@x.example>', 'ann@x.example', ''],
    ['ann@müller.example', 'ann@müller.example', ''],
  ])('is read out of %s', (text, address, name) => expect(readEmail(text)).toEqual({ address, name }))

  it.each([
    'foo at bar',
    'ann@',
    '@acme.com',
    'ann@acme',
    'ann acme.com',
    'a@b@c.com',
    'Ann ann@x.example',
    'n/a',
    '',
  ])('is not %j', (text) => expect(readEmail(text)).toBeNull())

  it.each([
    ['ann@x.com; bob@x.com', ['ann@x.com', 'bob@x.com']],
    ['ann@x.com,bob@x.com', ['ann@x.com', 'bob@x.com']],
    ['ann@x.com bob@x.com', ['ann@x.com', 'bob@x.com']],
    ['ann@x.com | bob@x.com\nc@x.com', ['ann@x.com', 'bob@x.com', 'c@x.com']],
    ['"Doe, Ann" <ann@x.com>, Bob <bob@x.com>', ['ann@x.com', 'bob@x.com']],
  ])('is one of several in %j', (text, addresses) =>
    expect(readEmails(text)?.map(({ address }) => address)).toEqual(addresses))

  it.each(['ann@x.com or call', 'foo at bar', 'ann@x.com, none', ''])('is none where %j holds something else', (text) =>
    expect(readEmails(text)).toBeNull())
})
