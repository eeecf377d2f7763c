// The commands for accounts: what administrators do in the web app, for administrators who cannot log in, and for scripts.
import type { Readable } from 'node:stream'
import { readablePassword } from '../../identity/first-admin.commands.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../identity/passwords.logic.ts'
import { resetSecondFactors } from '../../identity/second-factors/enrolment.commands.ts'
import { logoutAll } from '../../identity/sessions.commands.ts'
import { people } from '../../identity/users/people.reads.ts'
import {
  createUser,
  setPassword,
  setPlatformRole,
  type UserParts,
  updateUser,
} from '../../identity/users/users.commands.ts'
import { readUserNamed, readUsers, type User, type UserAccount } from '../../identity/users/users.reads.ts'
import type { Actor } from '../../platform/ctx.ts'
import { StartError } from '../../platform/start-error.ts'
import { type Command, type CommandCall, JSON_OPTION, UsageError } from './command.ts'
import { withDatabase } from './install.ts'

/** A user with a shell on the machine; the audit log has no further identity. */
const OPERATOR: Actor = {
  kind: 'machine',
  user_id: null,
  name: 'command line',
  token_id: null,
  ip: null,
  request_id: null,
}

const PASSWORD_STDIN = { help: 'Read the password from standard input instead of making one.' }
const PASSWORD_HELP = 'Unless it comes from standard input, a password is made and printed once.'

const list: Command = {
  name: 'user list',
  args: [],
  options: { json: JSON_OPTION },
  summary: 'Every account.',
  async run(call) {
    const users = await withAccounts(call, async ({ database }) => {
      const all: UserAccount[] = []
      let cursor: string | null | undefined
      do {
        const page = await readUsers(database, { limit: 500, cursor: cursor ?? null })
        all.push(...page.items)
        cursor = page.next_cursor
      } while (cursor)
      return all
    })
    if (call.options.json) call.say(JSON.stringify(users.map(({ profile_image: _picture, ...user }) => user)))
    else for (const user of users) call.say(lineOf(user))
    return 0
  },
}

const create: Command = {
  name: 'user create',
  args: ['name'],
  options: {
    admin: { help: 'Make it an administrator of the platform.' },
    'password-stdin': PASSWORD_STDIN,
    json: JSON_OPTION,
  },
  summary: 'Make an account.',
  help: `${PASSWORD_HELP} The account belongs to no workspace: its owner can make one, or be let into others.`,
  async run(call) {
    const { password, isMade } = await passwordFor(call)
    const role = call.options.admin ? 'admin' : 'user'
    const user = await withAccounts(call, (accounts) =>
      createUser(accounts, OPERATOR, { username: call.args[0] as string, password, role, is_active: true }),
    )
    return answer(call, user, 'made', isMade ? password : undefined)
  },
}

const password: Command = {
  name: 'user password',
  args: ['name'],
  options: { 'password-stdin': PASSWORD_STDIN, json: JSON_OPTION },
  summary: 'Give an account another password and end its sessions.',
  help: PASSWORD_HELP,
  async run(call) {
    const { password: fresh, isMade } = await passwordFor(call)
    const user = await onAccount(call, (accounts, { id }) => setPassword(accounts, OPERATOR, id, fresh))
    return answer(call, user, 'has a new password; its sessions have ended', isMade ? fresh : undefined)
  },
}

const simple = (
  name: string,
  summary: string,
  done: string,
  work: (accounts: UserParts, id: number) => Promise<User>,
): Command => ({
  name,
  args: ['name'],
  options: { json: JSON_OPTION },
  summary,
  run: async (call) => answer(call, await onAccount(call, (accounts, { id }) => work(accounts, id)), done),
})

const endSessions: Command = {
  name: 'user sessions end',
  args: ['name'],
  options: { json: JSON_OPTION },
  summary: 'End every session of an account.',
  async run(call) {
    const user = await onAccount(call, async (accounts, found) => {
      await logoutAll(accounts, OPERATOR, found.id)
      return found
    })
    return answer(call, user, 'has no sessions any more')
  },
}

export const userCommands: readonly Command[] = [
  list,
  create,
  password,
  simple(
    'user reset-factors',
    'Take the second factors of an account away and end its sessions.',
    'logs in with its password alone; its sessions have ended',
    (accounts, id) => resetSecondFactors(accounts, OPERATOR, id),
  ),
  simple('user promote', 'Make an account an administrator.', 'is an administrator', (accounts, id) =>
    setPlatformRole(accounts, OPERATOR, id, 'admin'),
  ),
  simple('user demote', 'Make an administrator an ordinary account.', 'is no administrator', (accounts, id) =>
    setPlatformRole(accounts, OPERATOR, id, 'user'),
  ),
  simple('user deactivate', 'Lock an account and end its sessions.', 'is locked', (accounts, id) =>
    updateUser(accounts, OPERATOR, id, { is_active: false }),
  ),
  simple('user activate', 'Unlock an account.', 'is active', (accounts, id) =>
    updateUser(accounts, OPERATOR, id, { is_active: true }),
  ),
  endSessions,
]

/** Running servers are notified of a change at once. */
function withAccounts<T>(call: CommandCall, work: (accounts: UserParts) => Promise<T>): Promise<T> {
  return withDatabase(call, (database) => work({ database, people: people(database), now: () => new Date() }))
}

function onAccount(call: CommandCall, work: (accounts: UserParts, user: User) => Promise<User>): Promise<User> {
  return withAccounts(call, async (accounts) => {
    const name = call.args[0] as string
    const user = await accounts.database.inControl((tx) => readUserNamed(tx, name))
    if (!user) throw new StartError(`There is no account called ${name}. \`millrace user list\` shows them all.`)
    return work(accounts, user)
  })
}

async function passwordFor({ options, stdin }: CommandCall): Promise<{ password: string; isMade: boolean }> {
  if (!options['password-stdin']) return { password: readablePassword(), isMade: true }
  const given = (await textOf(stdin)).replace(/\r?\n$/, '')
  if (given.length < PASSWORD_MIN || given.length > PASSWORD_MAX)
    throw new UsageError(`The password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`)
  return { password: given, isMade: false }
}

async function textOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  return text
}

function answer({ options, say }: CommandCall, user: User, done: string, made?: string): number {
  const { id, username, role, is_active } = user
  if (options.json) say(JSON.stringify({ id, username, role, is_active, ...(made && { password: made }) }))
  else {
    say(`${username} ${done}.`)
    if (made) say(`Password, shown once: ${made}`)
  }
  return 0
}

function lineOf({ last_login, id, username, role, ...places }: UserAccount): string {
  const state = [role, stateOf(places), last_login ? `last login ${last_login}` : 'never logged in']
  return `${String(id).padStart(6)}  ${username}  ${state.join(', ')}`
}

/** An active account that a directory suspended cannot enter the named workspaces. */
function stateOf({
  is_active,
  workspaces,
  suspended_in,
}: Pick<UserAccount, 'is_active' | 'workspaces' | 'suspended_in'>) {
  if (!is_active) return 'locked'
  const suspended = suspended_in.length > 0 && `suspended in ${suspended_in.map(({ slug }) => slug).join(' and ')}`
  if (suspended) return workspaces > 0 ? `active, ${suspended}` : suspended
  return workspaces > 0 ? 'active' : 'active, in no workspace'
}
