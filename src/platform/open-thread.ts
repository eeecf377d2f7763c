// Opens a thread: built it is a file beside the server, and from the sources it is bundled as it is first asked for.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const bundled = new Map<string, string>()

/**
 * `source` is the TypeScript file of the thread, as a URL from the caller's module. The build puts `thread.ts` of a room beside the
 * server under the name that `scripts/build.ts` gives it, `built`.
 */
export function openThread(source: URL, built: URL, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(built, { ...options, execArgv: [] })
  const code = bundled.get(source.href) ?? bundle(fileURLToPath(source))
  bundled.set(source.href, code)
  return new Worker(code, { ...options, eval: true, execArgv: [] })
}

/** A thread cannot read TypeScript by itself, and to let it transform file by file takes longer than a bundle. */
function bundle(file: string): string {
  // Not imported: the build would take it into the server.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}
