// The operating system user the embedded PostgreSQL runs as: ourselves, or an unprivileged one when we are root, which it refuses.
import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { StartError } from '../start-error.ts'

export interface SystemAccount {
  uid: number
  gid: number
}

/**
 * Null: run as ourselves. As root: the owner of an existing cluster, else the user `postgres`, else `nobody`.
 * @throws StartError when the cluster belongs to a system user we cannot become.
 */
export async function databaseAccount(clusterDir: string): Promise<SystemAccount | null> {
  const uid = process.getuid?.()
  if (uid === undefined) return null
  const owner = await stat(clusterDir).catch(() => null)
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new StartError(
        `The database in ${clusterDir} belongs to user number ${owner.uid}, and Millrace was started by user number ${uid}. ` +
          `Start it as that user or as root, or hand the directory over with: chown -R ${uid} ${clusterDir}`,
      )
    }
    return null
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = lookUp('postgres') ?? lookUp('nobody')
  if (account) return account
  throw new StartError(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody". ' +
      'Start Millrace as another user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  )
}

function lookUp(name: string): SystemAccount | null {
  const ask = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    const account = { uid: ask('-u'), gid: ask('-g') }
    return account.uid > 0 && account.gid >= 0 ? account : null
  } catch {
    return null
  }
}
