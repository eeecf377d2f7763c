// A folder for databases that are not needed afterwards: in memory where there is room.
import { existsSync, statfsSync } from 'node:fs'
import { access, constants, mkdtemp } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const GIB = 1024 ** 3

/**
 * Its path; who asked removes it. A database is some 1,500 files, and making and dropping one for each file of tests takes a disk
 * ten times as much computing as the memory of Linux. Containers give that little room, or none: then it is on the disk.
 */
export async function makeQuickFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasRoom()) ? MEMORY : tmpdir(), prefix))
}

async function hasRoom(): Promise<boolean> {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false
  try {
    await access(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > 2 * GIB && freemem() > 4 * GIB
  } catch {
    return false
  }
}
