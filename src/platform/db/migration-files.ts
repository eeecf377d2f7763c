// The numbered SQL files that make the schema, and what a database has on record of them.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Migration {
  number: number
  name: string
  sql: string
  checksum: string
}

export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'checksum'>

/** The migrations in a folder, in order. Line ends do not count towards the checksum. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_.+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return {
        number: Number(file.slice(0, 4)),
        name: file,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    })
}
