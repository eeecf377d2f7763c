// What is said of the DNS records of a sending domain.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { judgeDkim, judgeDmarc, judgeMx, judgePtr, judgeSpf } from './preflight.logic.ts'

const keyOf = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')
const KEY = keyOf(2048)

describe('SPF', () => {
  test.each([
    [[], 'fail'],
    [['google-site-verification=x'], 'fail'],
    [['v=spf1 mx -all'], 'pass'],
    [['v=spf1 include:mail.example ~all'], 'pass'],
    [['V=SPF1 mx -ALL'], 'pass'],
    [['v=spf1 mx'], 'warn'],
    [['v=spf1 +all'], 'fail'],
    [['v=spf1 mx all'], 'fail'],
    [['v=spf1 mx -all', 'v=spf1 a -all'], 'fail'],
    [['v=spf10 mx -all'], 'fail'],
    [[`v=spf1 ${Array.from({ length: 11 }, (_, n) => `include:s${n}.example`).join(' ')} -all`], 'fail'],
    [null, 'unknown'],
  ] as const)('%j is %s', (records, verdict) => {
    expect(judgeSpf('sender.example', records, null)).toMatchObject({ check: 'spf', verdict })
  })

  test('counts the lookups of what it includes', () => {
    expect(judgeSpf('sender.example', ['v=spf1 include:a.example -all'], 11).verdict).toBe('fail')
  })
})

describe('DKIM', () => {
  test.each([
    [[`v=DKIM1; k=rsa; p=${KEY}`], 'pass'],
    [[`p=${KEY}`], 'pass'],
    [[`v=DKIM1; p=${keyOf(1024)}`], 'warn'],
    [[`v=DKIM1; p=${keyOf(768)}`], 'fail'],
    [['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='], 'pass'],
    [['v=DKIM1; p='], 'fail'],
    [['v=DKIM1; p=garbage'], 'fail'],
    [[], 'fail'],
    [null, 'unknown'],
  ] as const)('record %# is judged', (records, verdict) => {
    expect(judgeDkim('s1._domainkey.sender.example', records)).toMatchObject({ check: 'dkim', verdict })
  })

  test('without a selector nothing is claimed', () => {
    expect(judgeDkim(null, null).verdict).toBe('unknown')
  })
})

describe('DMARC, MX and the reverse name', () => {
  test.each([
    [['v=DMARC1; p=none; rua=mailto:d@sender.example'], null, 'pass'],
    [['v=DMARC1; p=reject'], null, 'warn'],
    [['v=DMARC1; rua=mailto:d@sender.example'], null, 'fail'],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], null, 'fail'],
    [[], null, 'fail'],
    [null, null, 'unknown'],
    [['v=DMARC1; p=reject; rua=mailto:d@x.example'], 'mail.sender.example', 'pass'],
    [['v=DMARC1; p=reject; adkim=s; rua=mailto:d@x.example'], 'mail.sender.example', 'fail'],
    [['v=DMARC1; p=reject; rua=mailto:d@x.example'], 'other.example', 'fail'],
    [['v=DMARC1; p=reject; rua=mailto:d@x.example'], 'evilsender.example', 'fail'],
  ] as const)('%j signed by %s is %s', (records, signer, verdict) => {
    expect(judgeDmarc('sender.example', records, signer)).toMatchObject({ check: 'dmarc', verdict })
  })

  test('a domain that takes no mail loses its bounces, a server without a name is only told of', () => {
    expect(judgeMx('sender.example', ['mx.sender.example']).verdict).toBe('pass')
    expect(judgeMx('sender.example', ['']).verdict).toBe('fail')
    expect(judgeMx('sender.example', []).verdict).toBe('fail')
    expect(judgeMx('sender.example', null).verdict).toBe('unknown')
    expect(judgePtr('mx.example', [{ address: '192.0.2.1', names: ['mx.example'], confirmed: true }]).verdict).toBe(
      'pass',
    )
    expect(judgePtr('mx.example', [{ address: '192.0.2.1', names: [], confirmed: false }]).verdict).toBe('warn')
    expect(judgePtr('mx.example', null).verdict).toBe('unknown')
  })
})
