// Which bytes are taken for a small picture, and which address of an icon for the company's own.
import { describe, expect, it } from 'vitest'
import { chooseIcons } from './choose-icon.logic.ts'
import { readIconImage } from './icon-image.logic.ts'

const text = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const big = (value: number) => [0, 0, value >> 8, value & 0xff]
const png = (width: number, height: number) =>
  text([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', big(width), big(height), [8, 6, 0, 0, 0, 0, 0, 0, 0])
/** The head of a bitmap in an ICO. */
const bitmap = (side: number) => {
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(side, 4)
  head.writeInt32LE(side * 2, 8)
  return head
}
const ico = (side: number, offset = 22, held = bitmap(side || 256)) =>
  Buffer.concat([text([0, 0, 1, 0, 1, 0, side, side, 0, 0, 1, 0, 32, 0, held.length, 0, 0, 0, offset, 0, 0, 0]), held])
const icoOf = (inner: Buffer) =>
  Buffer.concat([text([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, inner.length, 0, 0, 0, 22, 0, 0, 0]), inner])
const jpeg = (width: number, height: number) =>
  text([
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    4,
    0,
    0,
    0xff,
    0xc0,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    0x11,
    0,
  ])
const webp = (kind: string, body: number[]) => text('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], body)

describe('bytes', () => {
  it.each([
    ['a PNG', png(32, 24), { media_type: 'image/png', width: 32, height: 24 }],
    ['an ICO', ico(16), { media_type: 'image/x-icon', width: 16, height: 16 }],
    ['an ICO of 256 px', ico(0), { media_type: 'image/x-icon', width: 256, height: 256 }],
    ['a JPEG', jpeg(180, 160), { media_type: 'image/jpeg', width: 180, height: 160 }],
    [
      'a WebP with features',
      webp('VP8X', [0, 0, 0, 0, 63, 0, 0, 31, 0, 0]),
      { media_type: 'image/webp', width: 64, height: 32 },
    ],
    [
      'a WebP',
      webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 48, 0, 40, 0]),
      { media_type: 'image/webp', width: 48, height: 40 },
    ],
    ['a PNG that is too large', png(513, 32), null],
    ['a tracking pixel', png(1, 1), null],
    ['an ICO whose picture is larger than it says', icoOf(png(4000, 4000)), null],
    ['an ICO whose bitmap is larger than it says', ico(16, 22, bitmap(40_000)), null],
    [
      'an ICO that holds no picture',
      ico(16, 22, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/>')),
      null,
    ],
    ['an ICO that points outside', ico(16, 200), null],
    ['a PNG that ends too soon', png(32, 32).subarray(0, 20), null],
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>'), null],
    ['a page', text('<!doctype html><script>1</script>'), null],
    ['a GIF', text('GIF89a', [32, 0, 32, 0, 0, 0, 0]), null],
    ['more than 32 KiB', Buffer.concat([png(32, 32), Buffer.alloc(33_000)]), null],
    ['nothing', Buffer.alloc(0), null],
  ])('reads %s', (_name, bytes, read) => {
    expect(readIconImage(bytes)).toEqual(read)
  })
})

describe('addresses', () => {
  const choose = (icons: { href: string; sizes?: string; type?: string }[], base: string | null = null) =>
    chooseIcons('https://www.acme.com/en/', { base, icons: icons.map((icon) => ({ sizes: '', type: '', ...icon })) }, [
      'acme.com',
    ])
  const USUAL = 'https://www.acme.com/favicon.ico'

  it.each([
    ['the usual one where none is named', [], [USUAL]],
    [
      'the one nearest to what is drawn first',
      [
        { href: '/180.png', sizes: '180x180' },
        { href: '/32.png', sizes: '32x32' },
      ],
      ['https://www.acme.com/32.png', 'https://www.acme.com/180.png', USUAL],
    ],
    ['a subdomain', [{ href: 'https://static.acme.com/i.png' }], ['https://static.acme.com/i.png', USUAL]],
    [
      'no host of others',
      [
        { href: 'https://cdn.example.net/i.png' },
        { href: 'https://acme.com.evil.net/i.png' },
        { href: 'https://notacme.com/i.png' },
      ],
      [USUAL],
    ],
    ['no SVG, by its name or type', [{ href: '/i.svg' }, { href: '/i', type: 'image/svg+xml' }], [USUAL]],
    [
      'no data, script or file',
      [{ href: 'data:image/png;base64,AA' }, { href: 'javascript:1' }, { href: 'file:///etc/passwd' }],
      [USUAL],
    ],
    [
      'no address inside',
      [{ href: 'http://127.0.0.1/i.png' }, { href: 'http://[::1]/i.png' }, { href: 'http://169.254.169.254/i' }],
      [USUAL],
    ],
  ])('chooses %s', (_name, icons, chosen) => {
    expect(choose(icons)).toEqual(chosen)
  })
})
