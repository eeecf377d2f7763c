// What `npm run build` runs: the server, its migrations, recipes and documentation assets beside it, and the web app, all in dist/.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { build as buildWeb } from 'vite'
import { copyDocsFiles } from '../src/platform/http/docs/docs-assets.ts'
import { bundle, copyAssets, PROGRAMS } from './bundle.ts'
import { noticesText, shippedPackages } from './notices.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

const started = performance.now()
// Nothing of an earlier build may survive, such as a migration that was since renamed.
for (const name of ['migrations', 'recipes', 'docs', 'web'])
  await rm(join(dist, name), { recursive: true, force: true })
await mkdir(dist, { recursive: true })
for (const file of await readdir(dist)) if (/\.mjs(\.|$)/.test(file)) await rm(join(dist, file))
const [web, , , programs] = await Promise.all([
  buildWeb({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'warn' }),
  copyAssets(dist),
  copyDocsFiles(join(dist, 'docs')),
  build({ ...bundle(PROGRAMS, dist), metafile: true }),
])
const ofServer = Object.keys(programs.metafile.inputs)
const ofWeb = [web].flat().flatMap((built) => ('output' in built ? built.output : []))
const modules = ofWeb.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
await writeFile(join(dist, 'docs', 'licenses.txt'), noticesText(shippedPackages([...ofServer, ...modules])))
console.log(`Built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s`)
