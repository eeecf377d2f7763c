// The master key and its change, on a real database, with processes that have the old one, the new one, or a wrong one.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { startTestService } from '../../../test/running-install.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { readMasterState, refuseWrongMaster, wrappingKey } from './master.ts'
import { loadMasterKey } from './master-key.ts'
import { finishRotation, rotateSecrets, rotationState } from './rotation.commands.ts'
import { createVault, type Vault } from './vault.ts'

let database: TestDatabase
let workspaces: WorkspaceId[]
const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)]
beforeEach(async () => {
  database = await openTestDatabase()
  workspaces = []
  for (let count = 0; count < 5; count++) workspaces.push(await addWorkspace(database, `W${count}`))
})
afterEach(() => database.close())

const place = ['integration', 'hunter', 'api_key']
const sealIn = (vault: Vault, id: WorkspaceId, text: string) =>
  database.inWorkspace(id, (tx) => vault.seal(tx, place, text))
const openIn = (vault: Vault, id: WorkspaceId, sealed: Buffer) =>
  database.inWorkspace(id, async (tx) => (await vault.open(tx, [{ place, sealed }]))[0])

describe('a vault', () => {
  it('gives each workspace a key of its own, one however many ask at once', async () => {
    const vault = createVault(first)
    const [id] = workspaces as [WorkspaceId]
    const sealed = await Promise.all(Array.from({ length: 8 }, (_, n) => sealIn(vault, id, `secret ${n}`)))
    expect(await Promise.all(sealed.map((one) => openIn(vault, id, one)))).toEqual(
      Array.from({ length: 8 }, (_, n) => `secret ${n}`),
    )
    expect(await database.asOwner('select 1 from workspace_keys')).toHaveLength(1)
    const others = await Promise.all(workspaces.map((one) => sealIn(vault, one, 'x')))
    expect(new Set(others.map((one) => one.subarray(1, 17).toString('hex'))).size).toBe(workspaces.length)
  })

  it('does not open what was moved to another workspace, even with the key of the first moved along', async () => {
    const vault = createVault(first)
    const [here, there] = workspaces as [WorkspaceId, WorkspaceId]
    const sealed = await sealIn(vault, here, 'secret')
    await sealIn(vault, there, 'theirs')
    expect(await openIn(vault, there, sealed)).toBeNull()
    await database.asOwner(
      'update workspace_keys t set id = f.id, wrapped = f.wrapped from workspace_keys f where t.workspace_id = $1 and f.workspace_id = $2',
      [there, here],
    )
    expect(await openIn(vault, there, sealed)).toBeNull()
  })

  it('opens nothing with a key that was changed, and seals nothing with it', async () => {
    const vault = createVault(first)
    const [here] = workspaces as [WorkspaceId]
    const sealed = await sealIn(vault, here, 'secret')
    for (const at of [0, 1, 20, 40, 60]) {
      await database.asOwner('update workspace_keys set wrapped = set_byte(wrapped, $1, get_byte(wrapped, $1) # 1)', [
        at,
      ])
      if (at !== 1) expect(await openIn(vault, here, sealed), `byte ${at}`).toBeNull()
      await expect(sealIn(vault, here, 'other'), `byte ${at}`).rejects.toMatchObject({ code: 'unavailable' })
      await database.asOwner('update workspace_keys set wrapped = set_byte(wrapped, $1, get_byte(wrapped, $1) # 1)', [
        at,
      ])
    }
    expect(await openIn(vault, here, sealed)).toBe('secret')
  })

  it('refuses to work under another master key, and leaves what is stored as it was', async () => {
    const [here, there] = workspaces as [WorkspaceId, WorkspaceId]
    const sealed = await sealIn(createVault(first), here, 'secret')
    const before = await database.asOwner('select * from workspace_keys')
    for (const id of [here, there])
      await expect(sealIn(createVault(second), id, 'other')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(openIn(createVault(second), here, sealed)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await database.asOwner('select * from workspace_keys')).toEqual(before)
  })
})

describe('a start', () => {
  it('stops with a wrong master key, and with a missing one makes none', async () => {
    await sealIn(createVault(first), workspaces[0] as WorkspaceId, 'secret')
    const wrong = startTestService({ MASTER_KEY: second.toString('base64'), ROLE: 'worker' }, { database })
    await expect(wrong).rejects.toThrow(/^This is not the master key.*Nothing was changed/)
    await expect(startTestService({ ROLE: 'worker' }, { database })).rejects.toThrow(/^The master key is missing/)
    const dataDir = mkdtempSync(join(tmpdir(), 'millrace-key-'))
    expect(() => loadMasterKey({ key: undefined, file: undefined, dataDir, needed: 'It is needed.' })).toThrow('needed')
    expect(readdirSync(dataDir)).toEqual([])
    const right = await startTestService({ MASTER_KEY: first.toString('hex'), ROLE: 'worker' }, { database })
    await right.close()
  })
})

describe('a change of the master key', () => {
  it('leaves every process reading and writing, whichever of the two keys it has, and then ends the old one', async () => {
    const [old, next] = [createVault(first), createVault(second)]
    const sealed = new Map<WorkspaceId, Buffer>()
    for (const id of workspaces.slice(0, 4)) sealed.set(id, await sealIn(old, id, `of ${id}`))
    const payloads = [...sealed.values()].map((one) => one.toString('hex'))

    let stop = false
    let reads = 0
    const reading = [old, next].map(async (vault) => {
      // The process with the new key starts once there is a way for it: that is what the command does first.
      while (vault === next && !(await database.inSystem((tx) => readMasterState(tx)))?.previous_id) if (stop) return
      while (!stop) {
        for (const [id, one] of sealed) expect(await openIn(vault, id, one)).toBe(`of ${id}`)
        reads++
      }
    })
    const result = await rotateSecrets(database, { current: first, next: second })
    expect(result).toEqual({ rewrapped: 4, current_id: wrappingKey(second).id.toString('hex') })
    const seen = reads
    while (reads < seen + 4) await Promise.race([new Promise((go) => setImmediate(go)), ...reading])
    // A workspace without a key gets one under the new master key, also from a process that has the old one.
    const late = workspaces[4] as WorkspaceId
    sealed.set(late, await sealIn(old, late, `of ${late}`))
    expect(await openIn(next, late, sealed.get(late) as Buffer)).toBe(`of ${late}`)
    stop = true
    await Promise.all(reading)
    const masters = await database.asOwner<{ id: string }>(
      `select distinct encode(master_id, 'hex') as id from workspace_keys`,
    )
    expect(masters).toEqual([{ id: result.current_id }])
    expect([...sealed.values()].slice(0, 4).map((one) => one.toString('hex'))).toEqual(payloads)

    const state = await database.inSystem((tx) => readMasterState(tx))
    expect(refuseWrongMaster(wrappingKey(first), state)).toBe('previous')
    expect(refuseWrongMaster(wrappingKey(second), state)).toBe('current')
    expect(await rotationState(database, first)).toEqual({ in_use: true, unfinished: true, left: 0 })
    await finishRotation(database, second)
    expect(await rotationState(database, second)).toEqual({ in_use: true, unfinished: false, left: 0 })
    expect(await openIn(next, late, sealed.get(late) as Buffer)).toBe(`of ${late}`)
    await expect(openIn(old, late, sealed.get(late) as Buffer)).rejects.toMatchObject({ code: 'unavailable' })
    const after = await database.inSystem((tx) => readMasterState(tx))
    expect(() => refuseWrongMaster(wrappingKey(first), after)).toThrow('not the master key')
  })

  it('goes on after an interruption, with both kinds of process reading in between', async () => {
    const [old, next] = [createVault(first), createVault(second)]
    const sealed = new Map<WorkspaceId, Buffer>()
    for (const id of workspaces) sealed.set(id, await sealIn(old, id, `of ${id}`))
    const crash = new Error('killed')
    await database.asOwner(
      `create function stop_after_one() returns trigger language plpgsql as $$ begin
        if (select count(*) from workspace_keys where master_id = new.master_id) >= 1 then raise 'killed'; end if; return new; end $$;
       create trigger stop before update on workspace_keys for each row execute function stop_after_one()`,
    )
    await expect(rotateSecrets(database, { current: first, next: second })).rejects.toThrow(crash.message)
    await database.asOwner('drop trigger stop on workspace_keys')
    await expect(finishRotation(database, second)).rejects.toMatchObject({ code: 'conflict' })
    for (const vault of [old, next])
      for (const [id, one] of sealed) expect(await openIn(vault, id, one)).toBe(`of ${id}`)
    expect((await rotateSecrets(database, { current: first, next: second })).rewrapped).toBe(workspaces.length)
    await finishRotation(database, second)
    for (const [id, one] of sealed) expect(await openIn(next, id, one)).toBe(`of ${id}`)
  })

  it('is refused from a key that is not in use, to the same key, and before the last one was finished', async () => {
    await sealIn(createVault(first), workspaces[0] as WorkspaceId, 'secret')
    const refused = (current: Buffer, next: Buffer) =>
      expect(rotateSecrets(database, { current, next })).rejects.toMatchObject({ code: 'conflict' })
    await refused(second, third)
    await refused(first, first)
    await rotateSecrets(database, { current: first, next: second })
    await refused(second, third)
    await expect(finishRotation(database, first)).rejects.toMatchObject({ code: 'conflict' })
    await finishRotation(database, second)
    await rotateSecrets(database, { current: second, next: third })
    expect(await rotationState(database, third)).toMatchObject({ in_use: true, left: 0 })
  })
})
