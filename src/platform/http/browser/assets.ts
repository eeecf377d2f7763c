// Files for browsers, kept in memory: names listed once, contents read and compressed at the first request.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bestEncoding } from './accept-encoding.ts'
import { PAGE_HEADERS } from './headers.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const PACKS_WELL = /^(text\/|application\/(json|manifest)|image\/svg)/
const MIN_PACKED = 1024
/** What says nothing about a script, style or font. A workbook is opened with a hundred of them, for which it is 30 KB. */
const OF_DOCUMENTS = ['permissions-policy', 'x-frame-options', 'cross-origin-opener-policy', 'event-position'] as const

/** Reads the bytes of one file; called once. */
export type AssetReader = () => Promise<Buffer>

export interface Asset {
  type: string
  /** The name holds a hash of the contents, so a browser never has to ask again. */
  isImmutable: boolean
  load(): Promise<Loaded>
}

interface Loaded {
  bytes: Buffer
  etag: string
  packed: { br: Buffer; gzip: Buffer } | undefined
}

/** All files below a directory by their address; none when it does not exist. Vite puts hashed names in `assets/`. */
export function assetsBelow(directory: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const file of listFiles(directory)) {
    const address = `/${relative(directory, file).split(sep).join('/')}`
    if (address.endsWith('.map')) continue
    assets.set(
      address,
      assetOf(address, () => readFile(file), address.startsWith('/assets/')),
    )
  }
  return assets
}

export function assetOf(address: string, source: AssetReader, isImmutable = false): Asset {
  const type = TYPES[extname(address)] ?? 'application/octet-stream'
  let loading: Promise<Loaded> | undefined
  const load = () => {
    loading ??= loadAndPack(source, type).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return { type, isImmutable, load }
}

export async function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { bytes, etag, packed } = await asset.load()
  if (asset.isImmutable) for (const name of OF_DOCUMENTS) reply.removeHeader(name)
  else reply.headers(PAGE_HEADERS)
  reply.type(asset.type)
  reply.header('cache-control', asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.header('vary', 'accept-encoding').header('etag', etag)
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  const encoding = packed && bestEncoding(request.headers['accept-encoding'])
  if (!packed || !encoding) return reply.send(bytes)
  return reply.header('content-encoding', encoding).send(packed[encoding])
}

async function loadAndPack(source: AssetReader, type: string): Promise<Loaded> {
  const bytes = await source()
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  if (bytes.length < MIN_PACKED || !PACKS_WELL.test(type)) return { bytes, etag, packed: undefined }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)])
  return { bytes, etag, packed: { br, gzip: zipped } }
}

function listFiles(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true, recursive: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
