// How a program that kills processes ends: what it started goes, databases too, and its folders.
import { livePostmaster } from '../src/platform/db/embedded.postmaster.ts'
import { killFamily } from './processes.ts'
import { endPrograms } from './program.ts'
import type { Folder } from './stage.ts'

/** SIGKILL to the database of a folder, with its children. */
export async function killDatabase({ environment }: Pick<Folder, 'environment'>): Promise<void> {
  const server = await livePostmaster(`${environment.DATA_DIR}/postgres`)
  if (server) killFamily(server.pid)
}

/** Makes what ends this program with an exit code; SIGINT and SIGTERM end it so, too. */
export function endOf(folders: readonly Folder[]): (code: number) => Promise<never> {
  async function end(code: number): Promise<never> {
    await endPrograms()
    for (const folder of folders) {
      await killDatabase(folder)
      await folder.close().catch(() => {})
    }
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))
  return end
}
