// Erasures outlive a restore: what identifies people who were erased is carried, as keyed hashes, from one database to the next.
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { newId } from '../../kernel/ids.ts'
import { readJson } from '../../kernel/read-json.ts'
import { inspectDatabase } from '../../platform/db/backup/look.ts'
import type { SqlAsker } from '../../platform/db/sql-client.ts'
import { StartError } from '../../platform/start-error.ts'
import { ERASE_AGAIN } from '../../records/leads/erasure/erase-again.jobs.ts'
import { type Command, JSON_OPTION } from './command.ts'
import { withInstall } from './install.ts'

export interface Erasures {
  product: 'millrace'
  kind: 'erasures'
  workspaces: {
    workspace_id: string
    /** In base64, the one that is written under first. */
    keys: string[]
    /** In base64, with the time of the erasure. */
    hashes: [hash: string, erased_at: string][]
  }[]
}

const TABLES = ['erasure_keys', 'erasure_keys_kept', 'lead_suppressions'] as const

/** What the database knows of erasures; nothing of a database that is older than them. In a transaction. */
export async function readErasures(client: SqlAsker): Promise<Erasures> {
  const { rows: there } = await client.query<{ name: string }>(
    'select t as name from unnest($1::text[]) t where to_regclass(t) is not null',
    [TABLES],
  )
  const has = new Set(there.map(({ name }) => name))
  const empty: Erasures = { product: 'millrace', kind: 'erasures', workspaces: [] }
  if (!has.has('lead_suppressions')) return empty
  return opened(client, [...has], async () => {
    const keys = TABLES.slice(0, 2)
      .filter((table) => has.has(table))
      .map((table, at) => `select workspace_id, key, ${at} as place from ${table}`)
    const { rows: keyRows } =
      keys.length === 0
        ? { rows: [] }
        : await client.query<{ workspace_id: string; key: Buffer }>(`${keys.join(' union all ')} order by place`)
    const { rows } = await client.query<{ workspace_id: string; key_hash: Buffer; erased_at: Date }>(
      'select workspace_id, key_hash, erased_at from lead_suppressions order by workspace_id, erased_at, key_hash',
    )
    const workspaces = new Map<string, Erasures['workspaces'][number]>()
    const of = (workspace_id: string) => {
      const known = workspaces.get(workspace_id) ?? { workspace_id, keys: [], hashes: [] }
      workspaces.set(workspace_id, known)
      return known
    }
    for (const { workspace_id, key_hash, erased_at } of rows)
      of(workspace_id).hashes.push([key_hash.toString('base64'), new Date(erased_at).toISOString()])
    for (const { workspace_id, key } of keyRows)
      if (workspaces.has(workspace_id)) of(workspace_id).keys.push(key.toString('base64'))
    return { ...empty, workspaces: [...workspaces.values()] }
  })
}

/**
 * Adds erasures to what a backup brought, and leaves a job for each workspace that learns of new ones, which erases those people
 * anew. In a transaction. Returns how many hashes are new.
 */
export function keepErasures(client: SqlAsker, { workspaces }: Erasures): Promise<number> {
  return opened(client, [...TABLES, 'workspaces', 'queue'], async () => {
    let added = 0
    for (const { workspace_id, keys, hashes } of workspaces) {
      const { rowCount: isThere } = await client.query('select from workspaces where id = $1', [workspace_id])
      if (!isThere) continue
      for (const key of keys) await keepKey(client, workspace_id, key)
      const { rowCount } = await client.query(
        `insert into lead_suppressions (workspace_id, key_hash, erased_at)
         select $1, decode(h, 'base64'), t from unnest($2::text[], $3::timestamptz[]) as x (h, t) on conflict do nothing`,
        [workspace_id, hashes.map(([hash]) => hash), hashes.map(([, at]) => at)],
      )
      if (!rowCount) continue
      added += rowCount
      await client.query(
        'insert into queue (id, workspace_id, kind, payload, max_attempts, lane) values ($1, $2, $3, $4, $5, $6)',
        [newId(), workspace_id, ERASE_AGAIN.name, '{}', ERASE_AGAIN.attempts, ERASE_AGAIN.lane],
      )
    }
    return added
  })
}

async function keepKey(client: SqlAsker, workspaceId: string, key: string): Promise<void> {
  const values = [workspaceId, key]
  const { rowCount: isFirst } = await client.query(
    `insert into erasure_keys (workspace_id, key) values ($1, decode($2, 'base64')) on conflict do nothing`,
    values,
  )
  if (isFirst) return
  await client.query(
    `insert into erasure_keys_kept (workspace_id, key) select $1, decode($2, 'base64') where not exists (
       select from erasure_keys k where k.workspace_id = $1 and k.key = decode($2, 'base64')) on conflict do nothing`,
    values,
  )
}

/** The owner of the tables is held to their row-level rules too, save while it has taken that off, within the transaction. */
async function opened<T>(client: SqlAsker, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const forced = await client.query<{ name: string }>(
    'select relname as name from pg_class where oid = any($1::regclass[]) and relforcerowsecurity',
    [tables],
  )
  const all = async (what: string) => {
    for (const { name } of forced.rows) await client.query(`alter table ${name} ${what} row level security`)
  }
  await all('no force')
  const done = await work()
  await all('force')
  return done
}

/** @throws StartError for a file that is no list of erasures. */
export async function readErasuresFile(path: string): Promise<Erasures> {
  const text = await readFile(path, 'utf8')
  const read = readJson(text).value as Erasures | null | undefined
  if (read?.product === 'millrace' && read.kind === 'erasures' && Array.isArray(read.workspaces)) return read
  throw new StartError(`${path} is no list of erasures. \`erasures\` writes one.`)
}

export const erasuresCommand: Command = {
  name: 'erasures',
  args: ['file|-'],
  options: { json: JSON_OPTION },
  summary: 'Write the list of erased people, as keyed hashes, to keep beside backups.',
  help: `A backup that is older than an erasure still contains the person. \`restore --erasures file\` reads this list and erases these people
again. The list holds keyed hashes, no names. An attacker can test with it whether an address was erased: store it as safely as a backup.
\`-\` writes it to standard output. An existing file is replaced: the list only grows.`,
  async run({ args, options, stdout, say, tell, ...call }) {
    const [target = ''] = args
    const erasures = await withInstall({ args, options, stdout, say, tell, ...call }, ({ connection }) =>
      inspectDatabase(connection, readErasures),
    )
    const text = `${JSON.stringify(erasures)}\n`
    await pipeline([text], target === '-' ? stdout : createWriteStream(target, { mode: 0o600, flush: true }), {
      end: target !== '-',
    })
    const hashes = erasures.workspaces.reduce((sum, one) => sum + one.hashes.length, 0)
    if (target === '-') tell(`${hashes} hashes.`)
    else if (options.json) say(JSON.stringify({ file: target, workspaces: erasures.workspaces.length, hashes }))
    else say(`Wrote ${hashes} hashes of ${erasures.workspaces.length} workspaces to ${target}.`)
    return 0
  },
}
