// What kind of picture bytes are and how large it is, by the bytes alone: what a server says about them does not count.

export const ICON_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/x-icon'] as const
export type IconType = (typeof ICON_TYPES)[number]

export interface IconImage {
  media_type: IconType
  /** Pixels a side, of the largest picture in it. */
  width: number
  height: number
}

export const MOST_ICON_BYTES = 32 * 1024
const LEAST_PIXELS = 8
const MOST_PIXELS = 512

/** Null for all that is not a picture which a grid can draw: other formats, an SVG among them, too large, or cut off. */
export function readIconImage(bytes: Buffer): IconImage | null {
  if (bytes.length > MOST_ICON_BYTES) return null
  const read = readPng(bytes) ?? readIco(bytes) ?? readWebp(bytes) ?? readJpeg(bytes)
  if (!read) return null
  const fits = [read.width, read.height].every((side) => side >= LEAST_PIXELS && side <= MOST_PIXELS)
  return fits ? read : null
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function readPng(bytes: Buffer): IconImage | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG) || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { media_type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const ICO_HEAD = 6
const ICO_ENTRY = 16
const MOST_IN_ICO = 32

/** Each picture in it must lie in it and be a PNG or a bitmap. Its own head counts, since a browser draws by that, and so does the list. */
function readIco(bytes: Buffer): IconImage | null {
  if (bytes.length < ICO_HEAD + ICO_ENTRY || bytes.readUInt32LE(0) !== 0x00010000) return null
  const pictures = bytes.readUInt16LE(4)
  if (pictures === 0 || pictures > MOST_IN_ICO || bytes.length < ICO_HEAD + pictures * ICO_ENTRY) return null
  let [width, height] = [0, 0]
  for (let at = ICO_HEAD; at < ICO_HEAD + pictures * ICO_ENTRY; at += ICO_ENTRY) {
    const [size, offset] = [bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 12)]
    if (size === 0 || offset + size > bytes.length) return null
    const picture = bytes.subarray(offset, offset + size)
    const held = readPng(picture) ?? readBitmap(picture)
    if (!held) return null
    // A side of 256 is written as 0.
    width = Math.max(width, held.width, bytes.readUInt8(at) || 256)
    height = Math.max(height, held.height, bytes.readUInt8(at + 1) || 256)
  }
  return { media_type: 'image/x-icon', width, height }
}

const BITMAP_HEAD = 40

/** A bitmap in an ICO begins with its head; its height is that of the picture and its mask together. */
function readBitmap(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < BITMAP_HEAD || bytes.readUInt32LE(0) < BITMAP_HEAD) return null
  return { width: Math.abs(bytes.readInt32LE(4)), height: Math.ceil(Math.abs(bytes.readInt32LE(8)) / 2) }
}

function readWebp(bytes: Buffer): IconImage | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null
  const kind = bytes.toString('latin1', 12, 16)
  const sized = (width: number, height: number): IconImage => ({ media_type: 'image/webp', width, height })
  if (kind === 'VP8X') return sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
  if (kind === 'VP8L') {
    const packed = bytes.readUInt32LE(21)
    return sized((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1)
  }
  return kind === 'VP8 ' ? sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff) : null
}

/** The size is in the frame header, which is found by going from marker to marker. */
function readJpeg(bytes: Buffer): IconImage | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { media_type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return null
}
