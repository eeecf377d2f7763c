// Starting in an empty folder and again in a used one, and the memory of the whole at rest.
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../load.ts'
import { memoryOf } from '../memory.ts'
import { familyOf } from '../processes.ts'
import { startProgram } from '../program.ts'
import { type Finding, ms, number } from '../report.ts'
import { openFolder, type Stage } from '../stage.ts'
import { openStore } from '../store.ts'

const WARM = 3
const REST_MS = 8_000

export async function start({ programs }: Stage): Promise<Finding[]> {
  const folder = await openFolder()
  const go = () => startProgram(programs.server, folder.path, folder.environment)
  try {
    const first = await go()
    await first.stop()
    const warm: number[] = []
    for (let round = 1; round < WARM; round++) {
      const again = await go()
      warm.push(again.ready_ms)
      await again.stop()
    }
    const program = await go()
    warm.push(program.ready_ms)
    const store = await openStore(folder.environment.DATA_DIR as string)
    const { postmaster } = store
    await store.close()
    await sleep(REST_MS)
    const memory = memoryOf([program.pid, ...familyOf(postmaster)])
    const own = memoryOf([program.pid])
    await program.stop()
    return [
      { what: 'start of the built program in an empty folder, to ready', measured: ms(first.ready_ms) },
      {
        what: 'start again, to ready',
        measured: ms(median(warm)),
        bar: '≤ 3 s',
        pass: median(warm) <= 3_000,
      },
      {
        what: 'memory at rest (PSS) of API, worker and database',
        measured: memory === undefined ? 'not measured here' : `${number(memory)} MB`,
        beside: own === undefined ? '' : `${number(own)} MB without the database`,
        bar: '≤ 250 MB',
        ...(memory !== undefined && { pass: memory <= 250 }),
      },
    ]
  } finally {
    await folder.close()
  }
}
