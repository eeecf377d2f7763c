// What commands against any install share: its address and the credentials, a workbook by id or name, and output for people or programs.
import { ApiError, connect, type Millrace } from '../../../sdk/src/client.ts'
import { StartError } from '../../platform/start-error.ts'
import { type Command, type CommandCall, JSON_OPTION, type Option, UsageError } from './command.ts'

const REMOTE: Record<string, Option> = {
  url: { value: 'url', help: 'The install; else MILLRACE_URL, else http://127.0.0.1:8000.' },
  token: { value: 'token', help: 'An access token; else MILLRACE_TOKEN, or MILLRACE_USERNAME and MILLRACE_PASSWORD.' },
  workspace: { value: 'id', help: 'The workspace; else MILLRACE_WORKSPACE, else the active one.' },
  json: JSON_OPTION,
}

export interface RemoteCall extends CommandCall {
  millrace: Millrace
  /** Prints the result: as JSON with the option for it, else as text. */
  answer(data: unknown, words: string | readonly string[]): void
}

/** A command that works over the API, on whatever machine the install is. */
export function remote(
  command: Omit<Command, 'run'> & { run(call: RemoteCall): Promise<number | undefined> },
): Command {
  return {
    ...command,
    options: { ...command.options, ...REMOTE },
    async run(call) {
      const answer = (data: unknown, words: string | readonly string[]) => {
        if (call.options.json) call.say(JSON.stringify(data))
        else for (const line of [words].flat()) call.say(line)
      }
      try {
        return await command.run({ ...call, millrace: clientOf(call), answer })
      } catch (error) {
        if (error instanceof ApiError && call.options.json)
          call.say(
            JSON.stringify({ error: { status: error.status, message: error.message, problems: error.problems } }),
          )
        throw worded(error)
      }
    },
  }
}

function clientOf({ options, environment }: CommandCall): Millrace {
  const given = (option: string, name: string) => (options[option] as string | undefined) ?? environment[name]
  const url = given('url', 'MILLRACE_URL') || 'http://127.0.0.1:8000'
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`${url} is no address such as http://127.0.0.1:8000.`)
  const token = given('token', 'MILLRACE_TOKEN')
  const [username, password] = [environment.MILLRACE_USERNAME, environment.MILLRACE_PASSWORD]
  if (!token && !(username && password))
    throw new UsageError('No credentials: give --token or MILLRACE_TOKEN, or MILLRACE_USERNAME and MILLRACE_PASSWORD.')
  const workspace = given('workspace', 'MILLRACE_WORKSPACE')
  return connect({
    url,
    ...(token ? { token } : { login: { username: username as string, password: password as string } }),
    ...(workspace && { workspace }),
  })
}

function worded(error: unknown): unknown {
  if (error instanceof ApiError) return new StartError(`${error.message} (${error.status})`)
  if (error instanceof TypeError && error.cause instanceof Error)
    return new StartError(
      `The service cannot be reached: ${error.cause.message || (error.cause as { code?: string }).code}`,
    )
  return error
}

export interface NamedWorkbook {
  id: string
  name: string
}

/** By id, or by its name when only one is called so. */
export async function findWorkbook({ api, items }: Millrace, wanted: string): Promise<NamedWorkbook> {
  const named: NamedWorkbook[] = []
  const pages = items((cursor) => api.GET('/api/workbooks', { params: { query: { limit: 500, cursor } } }))
  for await (const { id, name } of pages) {
    if (id === wanted) return { id, name }
    if (name.toLowerCase() === wanted.toLowerCase()) named.push({ id, name })
  }
  const [only, second] = named
  if (!only) throw new StartError(`There is no workbook "${wanted}" in this workspace.`)
  if (second) throw new StartError(`Several workbooks are called "${wanted}": ${named.map(({ id }) => id).join(', ')}.`)
  return only
}

/** A number of dollars, rows and so on; undefined when the option was not given. */
export function numberOf({ options }: CommandCall, name: string): number | undefined {
  const text = options[name]
  if (text === undefined) return undefined
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) throw new UsageError(`--${name} takes a number, not "${text}".`)
  return value
}
