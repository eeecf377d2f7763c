// Builds the service as it ships, with one difference: the catalogue also has the simulated providers.
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')

/** Writes the bundle and its migrations into `folder`/dist and returns the program's path. */
export async function buildForBench(folder: string): Promise<string> {
  const dist = join(folder, 'dist')
  await build({
    entryPoints: [join(root, 'src/main.ts')],
    outfile: join(dist, 'server.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
    plugins: [
      {
        name: 'simulated-catalogue',
        setup({ onResolve }) {
          onResolve({ filter: /providers\/catalog\.ts$/ }, ({ importer }) =>
            importer.includes(join('bench', 'simulator'))
              ? undefined
              : { path: join(root, 'bench/simulator/catalog.ts') },
          )
        },
      },
    ],
  })
  cpSync(join(root, 'src/platform/db/migrations'), join(dist, 'migrations'), { recursive: true })
  return join(dist, 'server.mjs')
}
