// What `npm pack` runs first: the sources as JavaScript with their declarations, and the types of the API beside them, in dist/.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const dist = join(here, 'dist')
rmSync(dist, { recursive: true, force: true })
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', here], { stdio: ['ignore', 'inherit', 'inherit'] })
copyFileSync(join(here, '../web/src/api/schema.d.ts'), join(dist, 'schema.d.ts'))
copyFileSync(join(here, 'src/event-types.d.ts'), join(dist, 'event-types.d.ts'))
// The web app keeps the types of the API; in the package they lie beside the client.
for (const name of readdirSync(dist).filter((file) => file.endsWith('.d.ts'))) {
  const path = join(dist, name)
  const text = readFileSync(path, 'utf8').replaceAll('../../web/src/api/schema.d.ts', './schema.d.ts')
  writeFileSync(path, text.replace(/(from '\.\/[\w-]+)(\.d)?\.ts'/g, "$1.js'"))
}
