// The master key of an install: from the environment, from a file, or made once in the data directory; and the keys
// derived from it, one per purpose.
import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

const FILE = 'master.key'

export interface MasterKeySource {
  key: string | undefined
  file: string | undefined
  dataDir: string
  /** Why none may be made: with a new one, what the old one sealed would be lost. Undefined when nothing is sealed yet. */
  needed: string | undefined
}

/** The 32 bytes of the master key. Makes `DATA_DIR/master.key` (mode 0600) when none is configured and none is there. */
export function loadMasterKey(from: MasterKeySource): Buffer {
  if (from.key !== undefined) return decode(from.key, 'MASTER_KEY')
  if (from.file !== undefined) {
    if (!existsSync(from.file)) throw new StartError(`MASTER_KEY_FILE names ${from.file}, which does not exist.`)
    return decode(readFileSync(from.file, 'utf8'), `the file ${from.file}`)
  }
  const path = join(from.dataDir, FILE)
  if (existsSync(path)) return decode(readFileSync(path, 'utf8'), `the file ${path}`)
  if (from.needed !== undefined) throw new StartError(from.needed)
  const key = randomBytes(32)
  // `wx`: of two processes that start at once one makes the key and the other reads it.
  try {
    writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return decode(readFileSync(path, 'utf8'), `the file ${path}`)
    throw error
  }
}

/** A 32-byte key for one purpose (HKDF-SHA256, RFC 5869), so that a key of one kind opens nothing of another. */
export function deriveKey(master: Buffer, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', master, 'millrace', purpose, 32))
}

function decode(text: string, source: string): Buffer {
  const trimmed = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64')
  if (key.length !== 32)
    throw new StartError(`The master key in ${source} must be 32 bytes, as base64 or as 64 hex digits.`)
  return key
}
