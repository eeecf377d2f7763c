// The command line: finds the command, reads its options, and turns what goes wrong into one sentence and an exit code.
import { parseArgs } from 'node:util'
import { type Command, type CommandArguments, type Surroundings, UsageError } from './cli/command.ts'
import { sentenceOf } from './cli/explain.ts'
import { fileCommands } from './cli/files.ts'
import { runCommands } from './cli/runs.ts'
import { callOf, HELP, meantBy, overview, usageOf } from './cli/usage.ts'
import { VERSION } from './version.ts'

/** Over the API of an install, wherever it is. */
const REMOTE: readonly Command[] = [...fileCommands, ...runCommands]

/** On this install. Read only when it is asked for, because it brings the whole service: half a second for a command that needs none of it. */
const localCommands = async () => (await import('./cli/local-commands.ts')).LOCAL

/** Runs what the words ask for. Returns the exit code, undefined when the program is to go on running. */
export async function runCommandLine(words: string[], surroundings: Surroundings): Promise<number | undefined> {
  const { stdout, stderr, environment } = surroundings
  const tell = (line: string) => void stderr.write(`${line}\n`)
  try {
    const wanted = await find(words.length > 0 ? words : ['serve'])
    if (typeof wanted === 'string') {
      stdout.write(wanted)
      return 0
    }
    const { command, rest } = wanted
    const { args, options } = read(command, rest)
    if (options.help) {
      stdout.write(usageOf(command))
      return 0
    }
    if (args.length !== command.args.length) throw new UsageError(`Call it as: millrace ${callOf(command)}`)
    return await command.run({
      ...surroundings,
      args,
      options,
      say: (line = '') => void stdout.write(`${line}\n`),
      tell,
    })
  } catch (error) {
    if (error instanceof UsageError) {
      tell(error.message)
      return 2
    }
    tell(sentenceOf(error))
    if (environment.LOG_LEVEL === 'debug' && error instanceof Error) tell(error.stack ?? '')
    return 1
  }
}

/** The command that the first words name and the words after it, or a text to show. */
async function find(words: string[]): Promise<{ command: Command; rest: string[] } | string> {
  const [first = '', second] = words
  if (first === '--version' || first === 'version') return `${VERSION}\n`
  const known = REMOTE.find(({ name }) => name === first)
  if (known) return { command: known, rest: words.slice(1) }
  const all = [...(await localCommands()), ...REMOTE]
  if (first === '--help' || first === '-h') return overview(all)
  if (first === 'help') {
    const about = words.slice(1).join(' ')
    const command = all.find(({ name }) => name === about)
    return command ? usageOf(command) : overview(all.filter(({ name }) => name.startsWith(about)))
  }
  for (const length of [3, 2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = all.find((one) => one.name === name)
    if (command) return { command, rest: words.slice(length) }
  }
  const family = all.filter(({ name }) => name.startsWith(`${first} `))
  if (family.length > 0 && (second === undefined || second === '--help' || second === '-h')) {
    if (second !== undefined) return overview(family)
    throw new UsageError(`Say what: ${family.map((one) => `millrace ${callOf(one)}`).join(', ')}`)
  }
  const said = family.length > 0 ? `${first} ${second}` : first
  const meant = meantBy(
    said,
    all.map(({ name }) => name),
  )
  const hint = meant ? `Did you mean "millrace ${meant}"?` : '`millrace --help` lists the commands.'
  throw new UsageError(`There is no command "${said}". ${hint}`)
}

/** Writes `--max-usd -1` as `--max-usd=-1`: `parseArgs` refuses a value that begins with a dash as ambiguous. */
function joinValues(words: string[], options: Record<string, { type: string; short?: string }>): string[] {
  const shorts = Object.values(options).map(({ short }) => `-${short}`)
  const args: string[] = []
  for (const [index, word] of words.entries()) {
    const option = words[index - 1] ?? ''
    const takesValue = option.startsWith('--') && options[option.slice(2)]?.type === 'string'
    const isValue = takesValue && /^-[^-]/.test(word) && !shorts.includes(word)
    if (isValue) args[args.length - 1] = `${option}=${word}`
    else args.push(word)
  }
  return args
}

function read(command: Command, words: string[]): { args: string[]; options: CommandArguments } {
  const known = Object.entries({ ...command.options, help: HELP })
  const options = Object.fromEntries(
    known.map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), ...(name === 'help' && { short: 'h' }) },
    ]),
  )
  try {
    const args = joinValues(words, options)
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
    return { args: positionals, options: values as CommandArguments }
  } catch (error) {
    const told = (error as Error).message.split('. ')[0]
    const word = /'(-[^' ]+)/.exec(told ?? '')?.[1]?.replace(/^--?/, '')
    const meant =
      word &&
      meantBy(
        word,
        known.map(([name]) => name),
      )
    throw new UsageError(`${told}. ${meant ? `Did you mean "--${meant}"? ` : ''}See: millrace ${command.name} --help`)
  }
}
