// The command line as people and scripts meet it: what it says, what it returns, and what it does to accounts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, callAs, logIn, urlOf } from '../../../test/running-install.ts'
import { VERSION } from '../version.ts'
import { runWords } from './terminal.fixture.ts'

let place: string
const { service } = await openTenant({})
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'millrace-cli-'))
})
afterAll(async () => {
  await rm(place, { recursive: true, force: true })
})

function run(words: readonly string[], more: { environment?: Record<string, string>; stdin?: string } = {}) {
  const environment = { DATA_DIR: place, DATABASE_URL: urlOf(service.database.connection), ...more.environment }
  return runWords(words, environment, Readable.from([more.stdin ?? '']))
}

describe('the command line', () => {
  it('explains itself, all of it and each command', async () => {
    const all = await run(['--help'])
    expect(all).toMatchObject({ code: 0, err: '' })
    const names = [...all.out.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)*)/gm)].map(([, name]) => name as string)
    expect(names).toEqual(expect.arrayContaining(['serve', 'user create', 'user sessions end', 'backup', 'restore']))
    for (const name of names)
      expect(await run([...name.split(' '), '--help']), name).toMatchObject({
        code: 0,
        err: '',
        out: expect.stringContaining(`Usage: millrace ${name}`),
      })
    expect(await run(['--version'])).toMatchObject({ code: 0, err: '', out: `${VERSION}\n` })
  })

  it('answers 2 and a hint to what it does not know', async () => {
    for (const [words, hint] of [
      [['bakcup', 'x'], 'Did you mean "millrace backup"?'],
      [['user', 'craete', 'x'], 'Did you mean "millrace user create"?'],
      [['fly'], '`millrace --help` lists the commands'],
      [['user'], 'millrace user list'],
      [['user', 'list', '--jsn'], 'Did you mean "--json"?'],
      [['user', 'create'], 'Call it as: millrace user create <name>'],
      [['backup', 'a', 'b'], 'Call it as: millrace backup <file|->'],
      [['user', 'create', 'zoe', '--password-stdin'], 'The password must have 8 to 256 characters'],
    ] as const)
      expect(await run(words), words.join(' ')).toMatchObject({ code: 2, out: '', err: expect.stringContaining(hint) })
  })

  it('takes a value that begins with a dash, and no option for one', async () => {
    const apply = ['apply', 'companies', join(place, 'absent.yaml'), '--hash']
    expect(await run([...apply, '-EDIG'])).toMatchObject({ err: expect.stringContaining('No credentials') })
    for (const word of ['-h', '--json'])
      expect(await run([...apply, word])).toMatchObject({ code: 2, err: expect.stringContaining('--hash') })
  })

  it('answers 1 and one sentence, no stack, when it cannot do it', async () => {
    for (const [environment, words] of [
      [{ PORT: 'x' }, 'PORT must be a whole number'],
      [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }, 'The database does not answer'],
      [{ DATABASE_URL: '', DATA_DIR: join(place, 'nothing') }, 'There is no database in'],
    ] as const) {
      const { code, out, err } = await run(['user', 'list'], { environment })
      expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining(words) })
      expect(err).not.toMatch(/^ +at /m)
    }
  })
})

describe('the commands for accounts', () => {
  it('make an account with which one can log in', async () => {
    const made = JSON.parse((await run(['user', 'create', 'ann', '--admin', '--json'])).out)
    expect(made).toMatchObject({ username: 'ann', role: 'admin', is_active: true })
    const { access_token } = await logIn(service.url, 'ann', made.password)
    expect((await callAs(service, access_token)('GET', '/admin/users')).status).toBe(200)
    expect(await run(['user', 'create', 'ANN'])).toMatchObject({
      code: 1,
      err: 'Another user has this username. Choose another one.\n',
    })
    await run(['user', 'create', 'ben', '--password-stdin'], { stdin: 'eight or more\n' })
    expect(await logIn(service.url, 'ben', 'eight or more')).toHaveProperty('access_token')
    const listed = JSON.parse((await run(['user', 'list', '--json'])).out)
    expect(listed.map(({ username }: { username: string }) => username)).toEqual(expect.arrayContaining(['ann', 'ben']))
  })

  it('list in which state an account is: active, in no workspace, suspended by a directory, locked', async () => {
    const [acme, globex] = [await addWorkspace(service.database), await addWorkspace(service.database)]
    const slugs = await service.database.asOwner<{ slug: string }>(
      'select slug from workspaces where id = any($1) order by id = $2 desc',
      [[acme, globex], acme],
    )
    const people: Record<string, string> = {}
    for (const [state, workspace] of Object.entries({ inside: acme, nowhere: undefined, out: acme, both: acme }))
      people[state] = (await addPerson(service, workspace)).username
    const byDirectory = [people.out, people.both]
    await service.database.asOwner('update users set provisioned_by = $1 where username = any($2)', [acme, byDirectory])
    await service.database.asOwner(
      'update memberships m set workspace_id = $1 from users u where u.id = m.user_id and u.username = $2',
      [globex, people.both],
    )
    await service.database.asOwner(
      'delete from memberships m using users u where u.id = m.user_id and u.username = $1',
      [people.out],
    )
    const lines = async () => (await run(['user', 'list'])).out.split('\n')
    const stateOf = async (name = '') =>
      (await lines())
        .find((line) => line.includes(`  ${name}  `))
        ?.split(/ {2}/)
        .at(-1)
    expect(await stateOf(people.inside)).toMatch(/^user, active, last login /)
    expect(await stateOf(people.nowhere)).toMatch(/^user, active, in no workspace, /)
    expect(await stateOf(people.out)).toMatch(new RegExp(`^user, suspended in ${slugs[0]?.slug}, last login `))
    expect(await stateOf(people.both)).toMatch(new RegExp(`^user, active, suspended in ${slugs[0]?.slug}, last login `))
    await run(['user', 'deactivate', people.out as string])
    expect(await stateOf(people.out)).toMatch(/^user, locked, /)
  })

  it('act on the running service with the next request', async () => {
    const { username, access_token } = await addPerson(service, undefined, 'viewer', { role: 'admin' })
    const call = callAs(service, access_token)
    expect((await call('GET', '/admin/users')).status).toBe(200)
    expect((await run(['user', 'demote', username])).out).toBe(`${username} is no administrator.\n`)
    await eventually(async () => (await call('GET', '/admin/users')).status === 403)
    await run(['user', 'promote', username.toUpperCase()])
    await eventually(async () => (await call('GET', '/admin/users')).status === 200)
    await run(['user', 'sessions', 'end', username])
    await eventually(async () => (await call('GET', '/auth/me')).status === 401)
    await run(['user', 'deactivate', username])
    await expect(logIn(service.url, username)).rejects.toThrow('cannot log in')
    await run(['user', 'activate', username])
    await run(['user', 'password', username, '--password-stdin'], { stdin: 'quite another one' })
    await expect(logIn(service.url, username)).rejects.toThrow('cannot log in')
    expect(await logIn(service.url, username, 'quite another one')).toHaveProperty('access_token')
    expect(await run(['user', 'promote', 'nobody'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no account called nobody'),
    })
  })
})

/** A notice to the running service takes a moment. */
async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}
