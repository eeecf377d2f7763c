// Once per run: the product is started for the first time and stopped, and each journey starts on a copy of what it left. To make a database
// and its tables took a third of the start of every journey; the launcher's journey and that of hostile bodies begin with nothing.
import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { makeQuickFolder } from '../test/quick-folder.ts'
import { startIn } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory as a first start leaves it; absent where journeys make their own. */
    firstStart: string | undefined
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeQuickFolder('millrace-first-')
  const { code, warnings } = await (await startIn(dataDir)).stop()
  if (code !== 0) throw new Error(`The product did not stop: ${code}\n${warnings.join('\n')}`)
  project.provide('firstStart', dataDir)
  return () => rm(dataDir, { recursive: true, force: true })
}
