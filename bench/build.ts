// Builds the programs that are measured: the service as it ships, its catalogue widened by the simulated providers, and the bare ceiling.
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { bundle, copyAssets, PROGRAMS } from '../scripts/bundle.ts'

const root = resolve(import.meta.dirname, '..')

export interface Programs {
  server: string
  ceiling: string
}

/** Writes both beside the packages they need at run time, with the web app where it is wanted, and returns their paths. */
export async function buildPrograms({ web = false } = {}): Promise<Programs> {
  // The server knows by the name of its folder that it is built.
  const dist = join(root, 'dist', 'bench', 'dist')
  const programs = { server: join(dist, 'server.mjs'), ceiling: join(dist, 'ceiling.mjs') }
  await Promise.all([
    build({
      ...bundle({ ...PROGRAMS, ceiling: 'bench/ceiling.ts' }, dist),
      plugins: [
        {
          name: 'simulated-catalogue',
          setup({ onResolve }) {
            onResolve({ filter: /providers\/catalog\.ts$/ }, ({ importer }) =>
              importer.includes(join('bench', 'simulator'))
                ? undefined
                : { path: join(root, 'bench', 'simulator', 'catalog.ts') },
            )
          },
        },
      ],
    }),
    copyAssets(dist),
    web && buildWeb(join(dist, 'web')),
  ])
  return programs
}

async function buildWeb(outDir: string): Promise<void> {
  const { build: buildApp } = await import('vite')
  await buildApp({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'warn', build: { outDir } })
}
