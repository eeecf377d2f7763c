// A file kept in the database in pieces: written as it arrives, read from its beginning or from anywhere, by any process.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'

/** Bytes of every piece but the last: a range is found by division. */
const CHUNK_BYTES = 1024 * 1024

const WRITE = 'insert into stored_chunks (workspace_id, file_id, seq, bytes) values ($1, $2, $3, $4)'
const READ = 'select bytes from stored_chunks where workspace_id = $1 and file_id = $2 and seq = $3'

/** Passes the bytes on as they come and stores them on the way; once it has ended, the file is stored whole. */
export async function* storing(
  database: Database,
  workspaceId: WorkspaceId,
  fileId: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const store = openStore(database, workspaceId, fileId)
  for await (const bytes of source) {
    await store.write(bytes)
    yield bytes
  }
  await store.end()
}

export interface FileStore {
  write(bytes: Buffer): Promise<void>
  /** Stores what is left. */
  end(): Promise<void>
  /** Bytes so far. */
  readonly size: number
}

export function openStore(database: Database, workspaceId: WorkspaceId, fileId: string): FileStore {
  let parts: Buffer[] = []
  let held = 0
  let seq = 0
  let size = 0
  const put = async (bytes: Buffer) => {
    await database.inWorkspace(workspaceId, (tx) =>
      tx.client.query({ name: 'chunk_write', text: WRITE, values: [workspaceId, fileId, seq, bytes] }),
    )
    seq++
  }
  return {
    async write(bytes) {
      parts.push(bytes)
      held += bytes.length
      size += bytes.length
      if (held < CHUNK_BYTES) return
      const all = Buffer.concat(parts)
      let at = 0
      for (; all.length - at >= CHUNK_BYTES; at += CHUNK_BYTES) await put(all.subarray(at, at + CHUNK_BYTES))
      // Copied, so that the rest does not hold the whole.
      parts = at < all.length ? [Buffer.from(all.subarray(at))] : []
      held = all.length - at
    },
    async end() {
      if (held > 0) await put(Buffer.concat(parts))
      parts = []
      held = 0
    },
    get size() {
      return size
    },
  }
}

/** The bytes from `from` up to, not including, `to`; a piece at a time, each in a transaction of its own. */
export async function* readStored(
  database: Database,
  workspaceId: WorkspaceId,
  fileId: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  for (let seq = Math.floor(from / CHUNK_BYTES); seq * CHUNK_BYTES < to; seq++) {
    const { rows } = await database.inWorkspace(workspaceId, (tx) =>
      tx.client.query<{ bytes: Buffer }>({ name: 'chunk_read', text: READ, values: [workspaceId, fileId, seq] }),
    )
    const [chunk] = rows
    if (!chunk) return
    const start = seq * CHUNK_BYTES
    const part = chunk.bytes.subarray(Math.max(0, from - start), Math.min(chunk.bytes.length, to - start))
    if (part.length > 0) yield part
    if (chunk.bytes.length < CHUNK_BYTES) return
  }
}

/** Removes up to `count` pieces; returns whether there may be more. */
export async function dropChunks(tx: WorkspaceTx, fileId: string, count = 200): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `delete from stored_chunks where workspace_id = $1 and file_id = $2 and seq in (
       select seq from stored_chunks where workspace_id = $1 and file_id = $2 order by seq limit $3)`,
    [tx.workspace_id, fileId, count],
  )
  return rowCount === count
}
