// What the doctor says of a sound install, and of one with something wrong.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { urlOf } from '../../../test/running-install.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { nodeVersion } from './doctor.machine.ts'
import type { DoctorCheck } from './finding.ts'
import { runWords } from './terminal.fixture.ts'

let database: TestDatabase
let dir: string
let environment: Record<string, string>
beforeEach(async () => {
  database = await openTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'millrace-doctor-'))
  environment = { DATA_DIR: dir, DATABASE_URL: urlOf(database.connection), PORT: '0' }
  await writeFile(join(dir, 'master.key'), randomBytes(32).toString('base64'), { mode: 0o600 })
})
afterEach(async () => {
  await database?.close()
  await rm(dir, { recursive: true, force: true })
})

/** Exit code and findings by name; the disk of this machine is not what is tested. */
async function examine(more: Record<string, string> = {}) {
  const { code, out } = await runWords(['doctor', '--offline', '--json'], { ...environment, ...more })
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: DoctorCheck[] }
  expect(ok).toBe(code === 0)
  return { code, findings: Object.fromEntries(findings.map((one) => [one.name, one])) }
}

it('finds nothing wrong where nothing is, and changes nothing', async () => {
  const { code, findings } = await examine()
  expect(code).toBe(0)
  const states = Object.entries(findings).filter(([name]) => name !== 'disk')
  expect(states.filter(([, { state }]) => state !== 'ok')).toEqual([])
  expect(Object.keys(findings)).toEqual(
    expect.arrayContaining([
      'Node',
      'settings',
      'data directory',
      'disk',
      'database',
      'role',
      'layout',
      'schema',
      'clock',
      'master key',
      'port',
    ]),
  )
  expect(nodeVersion('20.18.3').state).toBe('fail')
  expect(nodeVersion('24.0.0').state).toBe('ok')
})

it('says what to do about each thing that is wrong, all of it at once, and answers 1', async () => {
  await createVaultKey()
  await writeFile(join(dir, 'master.key'), randomBytes(32).toString('base64'))
  await chmod(join(dir, 'master.key'), 0o644)
  await chmod(dir, 0o755)
  await database.asOwner(`update schema_migrations set checksum = 'other' where number = 2`)
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => blocker.once('listening', resolve))
  const { port } = blocker.address() as AddressInfo
  const { code, findings } = await examine({ PORT: String(port) })
  blocker.close()
  expect(code).toBe(1)
  expect(findings).toMatchObject({
    'data directory': { state: 'warn', advice: expect.stringContaining('chmod 700') },
    'master key file': { state: 'fail', advice: expect.stringContaining('chmod 600') },
    'master key': { state: 'fail' },
    schema: { state: 'fail', advice: expect.stringContaining('0002_identity.sql differs') },
    port: { state: 'fail', seen: expect.stringContaining('something else') },
  })
})

it('tells a database that does not answer, wrong settings and missing migrations in words', async () => {
  expect(await examine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' })).toMatchObject({
    code: 1,
    findings: { database: { state: 'fail', advice: expect.stringContaining('does not answer') } },
  })
  expect(await examine({ PORT: 'x', ROLE: 'boss' })).toMatchObject({
    code: 1,
    findings: { settings: { state: 'fail', advice: expect.stringMatching(/PORT.*\n.*ROLE/) } },
  })
  await database.asOwner('delete from schema_migrations where number = 6')
  expect(await examine()).toMatchObject({ code: 0, findings: { schema: { state: 'warn' } } })
  expect((await runWords(['doctor', '--offline'], environment)).out).toMatch(
    /^warn {2}schema: 1 of \d+ migrations are missing\n {6}The next/m,
  )
})

async function createVaultKey(): Promise<void> {
  const workspace = await addWorkspace(database)
  await database.inWorkspace(workspace, (tx) => createVault(randomBytes(32)).seal(tx, ['x'], 'secret'))
}
