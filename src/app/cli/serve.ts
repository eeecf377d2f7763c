// The command that runs the service: says when it is ready, and ends cleanly when asked to.
import { readFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { readSettings } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { catalog } from '../../providers/catalog.ts'
import { startService } from '../start.ts'
import { VERSION } from '../version.ts'
import type { Command } from './command.ts'

export const serve: Command = {
  name: 'serve',
  args: [],
  options: {},
  summary: 'Run the service in the role that ROLE says.',
  help: 'It prints `ready` and its address on standard output as soon as it accepts requests; the log goes to standard error.',
  async run({ environment, folders, stdout, stderr }) {
    const settings = readSettings(environment)
    // A terminal shows a few lines of the start, and afterwards only errors.
    const [level, format] = isTerminal(stderr) ? (['warn', 'text'] as const) : (['info', 'json'] as const)
    const log = createLog(settings.log_level ?? level, { format: settings.log_format ?? format })
    const begun = performance.now()
    const starting = startService({ settings, log, catalog, folders })
    // A stop during the start waits for it, so that nothing is left half open.
    let ending = false
    const end = (signal: string) => {
      if (ending) return
      ending = true
      log.info({ signal }, 'stopping')
      starting
        .then((service) => service.close())
        .then(
          () => process.exit(0),
          () => process.exit(1),
        )
    }
    endWithLauncher(environment, () => end('launcher gone'))
    process.on('SIGINT', () => end('SIGINT'))
    process.on('SIGTERM', () => end('SIGTERM'))
    const service = await starting
    const seconds = Math.round((performance.now() - begun) / 1000)
    if (isTerminal(stdout))
      stdout.write(line('Database', `${seconds} s, ${settings.database_url ? 'DATABASE_URL' : settings.data_dir}`))
    const password = service.first?.generated_password
    if (password) stdout.write(firstPassword(settings.admin_username, password))
    log.info({ version: VERSION, role: settings.role }, 'started')
    stdout.write(service.url ? `ready ${service.url}\n` : 'ready worker\n')
    return undefined
  },
}

const LOOK_MS = 500

/**
 * npm and its shell end at a signal without passing it on, so the server and its database would continue alone. A process notices that its
 * parent has ended because its parent id changes.
 */
function endWithLauncher(environment: Record<string, string | undefined>, end: () => void): void {
  if (environment.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const started = launchers()
  const timer = setInterval(() => {
    if (launchers() === started) return
    clearInterval(timer)
    end()
  }, LOOK_MS)
  timer.unref()
}

/** The ids of the parent and, when the parent is a shell, which may outlive npm, of the process that started the shell. */
function launchers(): string {
  const parent = process.ppid
  try {
    // "pid (name) state parent …": the name may hold anything.
    const [, name = '', above = ''] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return /^(?:ba|da)?sh$/.test(name) ? `${parent} ${above}` : String(parent)
  } catch {
    // Another system has no such file.
    return String(parent)
  }
}

function firstPassword(username: string, password: string): string {
  return `${line('User', username)}${line('Password', password)}${line('', 'This password is shown once; write it down now.')}`
}

const line = (label: string, text: string) => `  ${label.padEnd(11)}${text}\n`

const isTerminal = (stream: Writable) => 'isTTY' in stream && stream.isTTY === true
