// The command that runs the service: says when it is ready, and ends cleanly when asked to.
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
  async run({ environment, folders, stdout }) {
    const settings = readSettings(environment)
    const log = createLog(settings.log_level)
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
    process.on('SIGINT', () => end('SIGINT'))
    process.on('SIGTERM', () => end('SIGTERM'))
    const service = await starting
    if (service.first?.generated_password)
      stdout.write(firstPassword(settings.admin_username, service.first.generated_password))
    log.info({ version: VERSION, role: settings.role }, 'started')
    stdout.write(service.url ? `ready ${service.url}\n` : 'ready worker\n')
    return undefined
  },
}

function firstPassword(username: string, password: string): string {
  return `\n  First start. Log in with\n\n    username  ${username}\n    password  ${password}\n\n  This password is shown once; write it down now.\n\n`
}
