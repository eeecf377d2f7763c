// Which addresses are public, by the registries, at the edges of every range.
import { describe, expect, it } from 'vitest'
import { inRange, isPublic, parseAddress, parseRange } from './addresses.ts'

const verdict = (text: string) => {
  const address = parseAddress(text)
  return address ? isPublic(address) : null
}

describe('an address on the public internet', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '191.255.255.255',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '203.0.114.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '2001:4860:4860::8888',
    '2001:200::1',
    '3ffe:ffff::1',
    '64:ff9b::8.8.8.8',
  ])('may be asked: %s', (text) => expect(verdict(text)).toBe(true))

  it.each([
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.175.48.1',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:80ff:fffe',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2620:4f:8000::1',
    '3fff::1',
    '3fff:fff:ffff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fdff::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '4000::1',
  ])('may not be asked: %s', (text) => expect(verdict(text)).toBe(false))
})

describe('the text of an address', () => {
  it.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '256.1.1.1',
    '1.2.3.-4',
    '0x7f.0.0.1',
    '127.1',
    ' 1.2.3.4',
    '1.2.3.4 ',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    'g::',
    'fe80::1%eth0',
    '[::1]',
    '::1.2.3',
    '1.2.3.4::',
    '::01.2.3.4',
  ])('is refused when it is not strictly one: %j', (text) => expect(parseAddress(text)).toBeNull())

  it('gives equal values for all spellings of one IPv6 address', () => {
    const values = ['2001:DB8:0:0:0:0:0:1', '2001:db8::1', '2001:db8::0:1', '2001:db8::0.0.0.1'].map(parseAddress)
    expect(new Set(values.map((address) => address?.value)).size).toBe(1)
  })
})

describe('a range', () => {
  it('holds its first and last address and not their neighbours', () => {
    const range = parseRange('192.0.2.64/26')
    const holds = (text: string) => {
      const address = parseAddress(text)
      return range !== null && address !== null && inRange(address, range)
    }
    expect(['192.0.2.63', '192.0.2.64', '192.0.2.127', '192.0.2.128'].map(holds)).toEqual([false, true, true, false])
  })

  it('drops bits beyond its prefix and takes a bare address as a range of one', () => {
    expect(parseRange('10.1.2.3/8')).toEqual(parseRange('10.0.0.0/8'))
    expect(parseRange('::1')).toEqual({ family: 6, base: 1n, prefix: 128 })
  })

  it.each([
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '/8',
    'example.com/8',
  ])('is refused: %s', (text) => expect(parseRange(text)).toBeNull())

  it('never mixes the families', () => {
    const everyIpv4 = parseRange('0.0.0.0/0')
    const ipv6 = parseAddress('::1')
    expect(everyIpv4 && ipv6 && inRange(ipv6, everyIpv4)).toBe(false)
  })
})
