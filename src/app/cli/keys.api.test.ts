// The master key at the command line: changed while the service goes on, and asked for by a restore.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { urlOf } from '../../../test/running-install.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { runWords } from './terminal.fixture.ts'

const place = ['integration', 'hunter', 'api_key']
let database: TestDatabase
let workspace: WorkspaceId
let sealed: Buffer
let dir: string
let environment: Record<string, string>

const keyIn = async (file: string) => Buffer.from(await readFile(join(dir, file), 'utf8'), 'base64')
const opens = (master: Buffer, from = database) =>
  from.inWorkspace(workspace, async (tx) => (await createVault(master).open(tx, [{ place, sealed }]))[0])

beforeEach(async () => {
  database = await openTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'millrace-keys-'))
  environment = { DATA_DIR: dir, DATABASE_URL: urlOf(database.connection) }
  await writeFile(join(dir, 'master.key'), randomBytes(32).toString('base64'), { mode: 0o600 })
  workspace = await addWorkspace(database)
  const vault = createVault(await keyIn('master.key'))
  sealed = await database.inWorkspace(workspace, (tx) => vault.seal(tx, place, 'secret'))
})
afterEach(async () => {
  await database?.close()
  await rm(dir, { recursive: true, force: true })
})

describe('changing the master key', () => {
  it('puts a new one in the place of the old, and both open until it is finished', async () => {
    const old = await keyIn('master.key')
    const said = await runWords(['secrets', 'rotate'], environment)
    expect(said).toMatchObject({ code: 0, err: '', out: expect.stringContaining('millrace secrets finish') })
    const next = await keyIn('master.key')
    expect(next).not.toEqual(old)
    expect(await keyIn('master.key.old')).toEqual(old)
    expect([await opens(old), await opens(next)]).toEqual(['secret', 'secret'])
    expect(await runWords(['secrets', 'finish'], environment)).toMatchObject({ code: 0, err: '' })
    expect(await opens(next)).toBe('secret')
    await expect(opens(old)).rejects.toThrow('another master key')
    expect(existsSync(join(dir, 'master.key.old'))).toBe(false)
  })

  it('goes on with the same new key after an interruption', async () => {
    const file = join(dir, 'master.key.new')
    await writeFile(file, randomBytes(32).toString('base64'))
    const next = await keyIn('master.key.new')
    await runWords(['secrets', 'rotate'], environment)
    expect(await keyIn('master.key')).toEqual(next)
    expect(await runWords(['secrets', 'rotate'], environment)).toMatchObject({
      code: 1,
      err: expect.stringContaining('not finished'),
    })
    expect(await opens(next)).toBe('secret')
  })

  it('asks for a file when the key is a setting, and leaves that to its owner', async () => {
    const MASTER_KEY = (await keyIn('master.key')).toString('base64')
    await rm(join(dir, 'master.key'))
    const given = { ...environment, MASTER_KEY }
    expect(await runWords(['secrets', 'rotate'], given)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--new-key-file'),
    })
    const file = join(dir, 'next.key')
    const said = await runWords(['secrets', 'rotate', '--new-key-file', file, '--json'], given)
    expect(JSON.parse(said.out)).toEqual({ rewrapped: 1, key_file: file })
    expect(await opens(await keyIn('next.key'))).toBe('secret')
    expect(await runWords(['secrets', 'finish'], given)).toMatchObject({
      code: 1,
      err: expect.stringContaining('not the one in use'),
    })
    expect(await runWords(['secrets', 'finish'], { ...environment, MASTER_KEY_FILE: file })).toMatchObject({ code: 0 })
  })
})

describe('a restore with secrets', () => {
  it('wants the master key they were sealed with, and then they open', async () => {
    const file = join(dir, 'one.backup')
    await runWords(['backup', file], environment)
    const original = await readFile(join(dir, 'master.key'))
    await writeFile(join(dir, 'master.key'), randomBytes(32).toString('base64'))
    const again = ['restore', file, '--replace']
    await database.asOwner(`update workspaces set name = 'Since then'`)
    const target = await openTestDatabase()
    const there = { ...environment, DATABASE_URL: urlOf(target.connection) }
    try {
      await target.leave()
      expect(await runWords(again, there)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/another master key.*Nothing was changed/s),
      })
      expect(await target.asOwner('select name from workspaces')).toEqual([])
      await writeFile(join(dir, 'master.key'), original)
      expect(await runWords(again, there)).toMatchObject({ code: 0, err: '' })
      expect(await target.asOwner('select name from workspaces')).toEqual([{ name: 'Test' }])
      expect(await target.asOwner('select wrapped from workspace_keys')).toEqual(
        await database.asOwner('select wrapped from workspace_keys'),
      )
      await writeFile(join(dir, 'master.key'), randomBytes(32).toString('base64'))
      expect(await runWords([...again, '--drop-secrets'], there)).toMatchObject({ code: 0 })
      expect(await target.asOwner('select 1 from workspace_keys')).toEqual([])
      expect(await runWords(['doctor', '--offline', '--json'], { ...there, PORT: '0' })).toMatchObject({ code: 0 })
    } finally {
      await target.close()
    }
  })
})
