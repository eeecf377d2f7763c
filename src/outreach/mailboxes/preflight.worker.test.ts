// The preflight of a sending domain against a DNS server on loopback (Debian: dnsmasq-base). Skipped, and said so, where it is not installed.
import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { existsSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { createDnsAsker } from '../../platform/net/dns.ts'
import { runPreflight } from './preflight.ts'

const DNSMASQ = '/usr/sbin/dnsmasq'
const canRun = existsSync(DNSMASQ)
if (!canRun)
  process.stderr.write('Skipped: the preflight against a DNS server needs dnsmasq (apt-get install dnsmasq-base).\n')

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64')

describe.skipIf(!canRun)('against a DNS server', () => {
  let server: ChildProcess | undefined
  afterEach(() => void server?.kill('SIGTERM'))

  async function serve(records: string[]): Promise<string> {
    const own = [
      '--no-daemon',
      '--no-resolv',
      '--no-hosts',
      '--conf-file=/dev/null',
      '--bind-interfaces',
      '--user=root',
    ]
    // Another program may take the port first; the server ends then.
    for (let tries = 0; tries < 10; tries++) {
      const port = await freePort()
      const begun = spawn(
        DNSMASQ,
        [...own, '--listen-address=127.0.0.1', `--port=${port}`, '--local=/example/', ...records],
        { stdio: 'ignore' },
      )
      server = begun
      const ask = createDnsAsker([`127.0.0.1:${port}`])
      const isUp = async () => (await ask('up.example', 'TXT', new AbortController().signal)).ok
      await expect.poll(async () => begun.exitCode !== null || (await isUp())).toBe(true)
      if (begun.exitCode === null) return `127.0.0.1:${port}`
    }
    throw new Error('dnsmasq does not start')
  }
  async function freePort(): Promise<number> {
    const probe = createSocket('udp4')
    const port = await new Promise<number>((done) => probe.bind(0, '127.0.0.1', () => done(probe.address().port)))
    await new Promise<void>((done) => probe.close(() => done()))
    return port
  }
  const check = async (at: string) => {
    const of = { domain: 'sender.example', host: 'mx.sender.example', dkim_domain: null, dkim_selector: 's1' }
    const items = await runPreflight(createDnsAsker([at]), of, new AbortController().signal)
    return Object.fromEntries(items.map(({ check: name, verdict, records }) => [name, { verdict, records }]))
  }

  test('what a well kept domain says is found, also a key in several strings, includes and the name behind the address', async () => {
    const key = `v=DKIM1; k=rsa; p=${KEY}`
    const at = await serve([
      '--txt-record=sender.example,other=1',
      '--txt-record=sender.example,v=spf1 include:spf.sender.example -all',
      '--txt-record=spf.sender.example,v=spf1 ip4:192.0.2.0/24 -all',
      `--txt-record=s1._domainkey.sender.example,${key.slice(0, 200)},${key.slice(200)}`,
      '--txt-record=_dmarc.sender.example,v=DMARC1; p=quarantine; rua=mailto:d@sender.example',
      '--mx-host=sender.example,mx.sender.example,10',
      '--host-record=mx.sender.example,192.0.2.7',
    ])
    const found = await check(at)
    expect(Object.fromEntries(Object.entries(found).map(([name, { verdict }]) => [name, verdict]))).toEqual({
      spf: 'pass',
      dkim: 'pass',
      dmarc: 'pass',
      mx: 'pass',
      ptr: 'pass',
    })
    expect(found.spf?.records).toEqual(['v=spf1 include:spf.sender.example -all'])
    expect(found.ptr?.records).toEqual(['192.0.2.7 → mx.sender.example'])
  })

  test('includes that lead in a circle end, and are too many lookups', async () => {
    const at = await serve([
      '--txt-record=sender.example,v=spf1 include:a.example -all',
      '--txt-record=a.example,v=spf1 include:b.example -all',
      '--txt-record=b.example,v=spf1 include:a.example -all',
    ])
    expect((await check(at)).spf?.verdict).toBe('fail')
  })

  test('a domain with nothing fails, and silence is unknown, not a failure', async () => {
    const bare = await check(await serve([]))
    expect(bare).toMatchObject({
      spf: { verdict: 'fail' },
      dkim: { verdict: 'fail' },
      dmarc: { verdict: 'fail' },
      mx: { verdict: 'fail' },
    })
    const silent = createSocket('udp4')
    const port = await new Promise<number>((done) => silent.bind(0, '127.0.0.1', () => done(silent.address().port)))
    const nothing = await check(`127.0.0.1:${port}`)
    expect(Object.values(nothing).every(({ verdict }) => verdict === 'unknown')).toBe(true)
    silent.close()
  })
})
