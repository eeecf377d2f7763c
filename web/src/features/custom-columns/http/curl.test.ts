import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { looksLikeCurl, readCurl } from './curl.logic.ts'
import { shellWords } from './shell-words.logic.ts'

const read = (text: string) => {
  const curl = readCurl(text)
  if (!curl) throw new Error('not read')
  return curl
}
const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const double = (text: string) => `"${text.replace(/[\\"$`]/g, '\\$&')}"`
const ansi = (text: string) =>
  `$'${[...text].map((letter) => (/[\w ]/.test(letter) ? letter : `\\U${(letter.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`)).join('')}'`

describe('words of a shell', () => {
  it('come out of any way of quoting as they went in', () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !text.includes('\0') && !/[\ud800-\udfff]/u.test(text))
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.constantFrom(single, double, ansi)), { minLength: 1 }), (list) => {
        expect(shellWords(list.map(([text, quote]) => quote(text)).join(' \\\n  '))).toEqual(list.map(([text]) => text))
      }),
    )
  })

  it('join what stands together, and end with the command', () => {
    expect(shellWords(`a'b c'"d e"\\ f`)).toEqual(['ab cd e f'])
    expect(shellWords('curl x | jq .')).toEqual(['curl', 'x'])
    expect(shellWords("'open")).toBeNull()
    expect(shellWords('"open')).toBeNull()
  })
})

describe('a curl command', () => {
  it('gives the request, its parameters apart, and the key for a secret', () => {
    const { draft, auth, key, secretName, notes } = read(
      `curl -sSL 'https://api.example.com/v2/find?domain=a.com&q=two%20words' \\
        -H 'Authorization: Bearer sk-123' -H "Accept: application/json" -H 'X-Trace: on'`,
    )
    expect(draft).toMatchObject({ method: 'GET', url: 'https://api.example.com/v2/find', sends: 'nothing' })
    expect(draft.query).toEqual([
      { name: 'domain', value: 'a.com' },
      { name: 'q', value: 'two words' },
    ])
    expect(draft.headers).toEqual([{ name: 'X-Trace', value: 'on' }])
    expect([auth, key, secretName, notes]).toEqual([{ kind: 'bearer' }, 'sk-123', 'EXAMPLE_KEY', []])
  })

  it('reads bodies as JSON or as a form, and the method from them', () => {
    const json = read(`curl https://a.com/x -H 'content-type: application/json' --data-raw '{"a": "it'\\''s"}'`).draft
    expect(json).toMatchObject({ method: 'POST', sends: 'json', headers: [] })
    expect(JSON.parse(json.body)).toEqual({ a: "it's" })
    expect(read(`curl https://a.com --json '{"id": 12345678901234567890}'`).draft.body).toBe(
      '{"id": 12345678901234567890}',
    )
    expect(read(`curl -XPUT --json '{"a":1}' https://a.com`).draft).toMatchObject({ method: 'PUT', sends: 'json' })
    expect(read(`curl https://a.com -d a=1 -d 'b=x y' --data-urlencode 'c=x&y'`).draft.form).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: 'x y' },
      { name: 'c', value: 'x&y' },
    ])
    expect(read('curl -G https://a.com/s -d q=1').draft).toMatchObject({
      method: 'GET',
      query: [{ name: 'q', value: '1' }],
    })
    expect(read(`curl https://a.com -d '{"d":"{{Domain}}"}'`).draft.body).toContain('{{Domain}}')
  })

  it('finds the key wherever it stands, and leaves none behind', () => {
    const keys: [string, object, string][] = [
      [`-H 'x-api-key: K'`, { kind: 'header', name: 'x-api-key' }, 'K'],
      [`-H 'Authorization: Token K'`, { kind: 'header', name: 'Authorization', prefix: 'Token ' }, 'K'],
      [`-H 'Authorization: Basic ${btoa('me:K')}'`, { kind: 'basic', username: 'me' }, 'K'],
      ['-u me:K', { kind: 'basic', username: 'me' }, 'K'],
      ['-u K:', { kind: 'basic', username: '' }, 'K'],
      ['--oauth2-bearer K', { kind: 'bearer' }, 'K'],
    ]
    for (const [words, auth, key] of keys) {
      const curl = read(`curl https://a.com/x ${words}`)
      expect([curl.auth, curl.key]).toEqual([auth, key])
      expect(JSON.stringify(curl.draft)).not.toContain('K')
    }
    const inQuery = read('curl "https://a.com/x?api_key=K&d=1"')
    expect([inQuery.auth, inQuery.draft.query]).toEqual([
      { kind: 'query', name: 'api_key' },
      [{ name: 'd', value: '1' }],
    ])
    const inUrl = read('curl https://me:K@a.com/x')
    expect([inUrl.auth, inUrl.key, inUrl.draft.url]).toEqual([
      { kind: 'basic', username: 'me' },
      'K',
      'https://a.com/x',
    ])
  })

  it('takes a variable for the name of the secret, and says what it leaves out', () => {
    const curl = read(`curl a.com -H "Authorization: Bearer $ACME_TOKEN" -H 'X-Api-Key: two' -b 'sid=1' -F file=@x`)
    expect([curl.key, curl.secretName, curl.draft.url]).toEqual(['', 'ACME_TOKEN', 'https://a.com'])
    expect(curl.notes.join(' ')).toMatch(/X-Api-Key.*|cookie/)
    expect(curl.notes).toHaveLength(3)
    expect(JSON.stringify(curl.draft)).not.toContain('two')
  })

  it('is told from other text', () => {
    expect(looksLikeCurl('$ curl https://a.com')).toBe(true)
    expect(looksLikeCurl('https://curl.example.com/')).toBe(false)
    expect(readCurl('wget https://a.com')).toBeNull()
    expect(readCurl('curl --silent')).toBeNull()
    expect(readCurl("curl 'https://a.com")).toBeNull()
  })
})
