// What the address guard lets out, what it refuses, and what an operator can open.
import { describe, expect, it } from 'vitest'
import { type EgressPolicy, parseEgressAllow, parseHostMap, publicOnly } from './egress.ts'
import { NetError } from './failure.ts'
import { checkUrl, hostOf, portOf, resolveTarget } from './guard.ts'

const policyOf = (allow: string, map = ''): EgressPolicy => ({
  allow: parseEgressAllow(allow).value,
  hostMap: parseHostMap(map).value,
})

async function verdict(url: string, policy: EgressPolicy, addresses: string[] = ['93.184.215.14']): Promise<string> {
  const check = checkUrl(url, policy)
  if (!check.ok) return 'refused'
  try {
    const target = await resolveTarget(hostOf(check.url), portOf(check.url), policy, async () => addresses)
    return `${target.addresses.join(' ')} port ${target.port}`
  } catch (error) {
    return error instanceof NetError && error.failure.kind === 'blocked' ? 'refused' : 'failed'
  }
}

describe('a URL', () => {
  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://017700000001/',
    'http://127.1',
    'http://0/',
    'http://[::1]',
    'http://[::ffff:7f00:1]',
    'http://[::ffff:8.8.8.8]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[fe80::1%25eth0]/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://127.0.0.1./',
    'http://localhost',
    'http://LOCALHOST.',
    'http://localhost../',
    'http://a.localhost',
    'http://printer.local',
    'http://x.internal/',
    'http://metadata.google.internal/',
    'http://instance-data/',
    'http://intranet',
    'http://router.home.arpa/',
    'http://1.0.0.127.in-addr.arpa/',
    'http://abc.onion/',
    'http://ⓛocalhost/',
    'http://user@example.com',
    'http://user:secret@example.com',
    'http://:secret@example.com',
    'https://example.com:5432/',
    'http://8.8.8.8:22/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'ftp://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://',
    'http:///',
    '//example.com',
    'example.com',
    '',
    'http://exa mple.com',
  ])('is refused: %s', async (url) => expect(await verdict(url, publicOnly)).toBe('refused'))

  it.each([
    ['http://example.com', '93.184.215.14 port 80'],
    ['https://example.com./a?b#c', '93.184.215.14 port 443'],
    ['https://example.com:8443/', '93.184.215.14 port 8443'],
    ['http://bücher.example/', '93.184.215.14 port 80'],
    ['https://127.0.0.1.example.com/', '93.184.215.14 port 443'],
    ['https://8.8.8.8/', '8.8.8.8 port 443'],
    ['http://134744072/', '8.8.8.8 port 80'],
    ['https://[2606:4700:4700::1111]/', '2606:4700:4700::1111 port 443'],
  ])('goes out: %s', async (url, target) => expect(await verdict(url, publicOnly)).toBe(target))
})

it('refuses a URL longer than any real address', async () => {
  expect(await verdict(`http://example.com/${'a'.repeat(9000)}`, publicOnly)).toBe('refused')
})

describe('a name', () => {
  it.each([
    [['127.0.0.1']],
    [['10.0.0.1', '93.184.215.14']],
    [['93.184.215.14', '169.254.169.254']],
    [['93.184.215.14', '::1']],
    [['::ffff:93.184.215.14']],
    [['fe80::1%eth0']],
    [['not an address']],
  ])('is refused when any of its addresses is not public: %j', async (addresses) => {
    expect(await verdict('http://rebind.example/', publicOnly, addresses)).toBe('refused')
  })

  it('without addresses fails as a name, not as a refusal', async () => {
    expect(await verdict('http://nothing.example/', publicOnly, [])).toBe('failed')
  })
})

describe('an operator', () => {
  it('opens a range on all its ports, under any name that leads there', async () => {
    const policy = policyOf('127.0.0.0/8')
    expect(await verdict('http://127.0.0.1:9999/', policy)).toBe('127.0.0.1 port 9999')
    expect(await verdict('http://localhost:9999/', policy, ['127.0.0.1'])).toBe('127.0.0.1 port 9999')
    expect(await verdict('http://127.0.0.1:9999/', policyOf('10.0.0.0/8'))).toBe('refused')
  })

  it('opens nothing beside the range', async () => {
    const policy = policyOf('127.0.0.0/8')
    expect(await verdict('http://10.0.0.1/', policy)).toBe('refused')
    expect(await verdict('http://both.example/', policy, ['127.0.0.1', '10.0.0.1'])).toBe('refused')
    expect(await verdict('http://example.com:5432/', policy)).toBe('refused')
    expect(await verdict('http://printer.local/', policy)).toBe('refused')
    expect(await verdict('http://[::ffff:127.0.0.1]/', policy)).toBe('refused')
  })

  it('opens one port only when naming one', async () => {
    const policy = policyOf('127.0.0.1:9000, crm.example:9001')
    expect(await verdict('http://127.0.0.1:9000/', policy)).toBe('127.0.0.1 port 9000')
    expect(await verdict('http://127.0.0.1:9001/', policy)).toBe('refused')
    expect(await verdict('http://crm.example:9001/', policy, ['10.0.0.9'])).toBe('10.0.0.9 port 9001')
    expect(await verdict('http://crm.example/', policy, ['10.0.0.9'])).toBe('refused')
  })

  it('opens a host wherever it lies, and no other host that lies there', async () => {
    const policy = policyOf('searxng, crm.example')
    expect(await verdict('http://searxng:8888/', policy, ['172.18.0.4'])).toBe('172.18.0.4 port 8888')
    expect(await verdict('http://CRM.example./', policy, ['10.0.0.9'])).toBe('10.0.0.9 port 80')
    expect(await verdict('http://other.example/', policy, ['10.0.0.9'])).toBe('refused')
    expect(await verdict('http://sub.crm.example/', policy, ['10.0.0.9'])).toBe('refused')
  })

  it('resolves names by hand, and the address still has to be public or opened', async () => {
    const map = 'acme.example=127.0.0.1:9000, api.example=93.184.215.14, six.example=[::1]:7'
    expect(await verdict('https://acme.example/', policyOf('', map))).toBe('refused')
    expect(await verdict('https://acme.example/', policyOf('127.0.0.1', map))).toBe('127.0.0.1 port 9000')
    expect(await verdict('https://acme.example/', policyOf('127.0.0.1:443', map))).toBe('refused')
    expect(await verdict('https://api.example/', policyOf('', map), ['10.0.0.1'])).toBe('93.184.215.14 port 443')
    expect(await verdict('http://six.example/', policyOf('::1', map))).toBe('::1 port 7')
    expect(await verdict('http://sub.acme.example/', policyOf('127.0.0.1', map), ['127.0.0.2'])).toBe('refused')
  })
})

describe('the settings', () => {
  it('are read with blanks, case and brackets as people write them', () => {
    const { value, problems } = parseEgressAllow(
      ' Example.COM , 10.0.0.0/8,fd00::/8, [::1]:8080,,10.1.1.1:25,bücher.example:80 ',
    )
    expect(problems).toEqual([])
    expect(value.map((entry) => (entry.kind === 'host' ? entry.host : entry.range.prefix))).toEqual([
      'example.com',
      8,
      8,
      128,
      32,
      'xn--bcher-kva.example',
    ])
    expect(value.map((entry) => entry.port)).toEqual([null, null, null, 8080, 25, 80])
  })

  it('name every part that cannot be read', () => {
    const bad = [
      'http://a.example',
      '10.0.0.0/40',
      '300.1.1.1',
      'a b',
      'a.example:0',
      'a.example:70000',
      '*',
      'a..example',
      '@',
      '1.2.3',
    ]
    const { value, problems } = parseEgressAllow(['ok.example', ...bad].join(','))
    expect(value).toHaveLength(1)
    expect(problems).toHaveLength(bad.length)
    for (const [index, entry] of bad.entries()) expect(problems[index]).toContain(`"${entry}"`)
  })

  it('name every mapping that cannot be read', () => {
    const bad = [
      'a.example',
      '=1.2.3.4',
      'a.example=',
      'a.example=b.example',
      '1.2.3.4=5.6.7.8',
      'a.example=1.2.3.4:99999',
    ]
    const { value, problems } = parseHostMap([...bad, 'ok.example=1.2.3.4', 'OK.example=1.2.3.5'].join(','))
    expect([...value]).toEqual([['ok.example', { address: '1.2.3.4', port: null }]])
    expect(problems).toHaveLength(bad.length + 1)
  })
})
