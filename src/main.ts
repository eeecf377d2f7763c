// The program: reads the settings, starts its role, says when it is ready, and ends cleanly when asked to.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtFolders, startService } from './app/start.ts'
import { VERSION } from './app/version.ts'
import { readSettings } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'
import { catalog } from './providers/catalog.ts'

const here = dirname(fileURLToPath(import.meta.url))
const isBuilt = here.endsWith('dist')

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings.log_level)
  const folders = isBuilt
    ? builtFolders(here)
    : { migrations: join(here, 'platform/db/migrations'), web: join(here, '../dist/web'), docs: undefined }
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
  if (service.first?.generated_password) showPassword(settings.admin_username, service.first.generated_password)
  log.info({ version: VERSION, role: settings.role }, 'started')
  process.stdout.write(service.url ? `ready ${service.url}\n` : 'ready worker\n')
}

function showPassword(username: string, password: string): void {
  process.stdout.write(
    `\n  First start. Log in with\n\n    username  ${username}\n    password  ${password}\n\n  This password is shown once; write it down now.\n\n`,
  )
}

main().catch((error) => {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
  else console.error(error)
  process.exit(1)
})
