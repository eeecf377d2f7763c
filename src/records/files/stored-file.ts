// A file kept in the database in pieces: written as it arrives, read from its beginning or from anywhere, by any process.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'

/** Bytes of every piece but the last: a range is found by division. */
const CHUNK_BYTES = 1024 * 1024
/** Bytes of a piece that are read at once: they come as text twice as long, and what is cut out of them holds all of it. */
const READ_BYTES = 256 * 1024

const WRITE = 'insert into stored_chunks (workspace_id, file_id, seq, bytes) values ($1, $2, $3, $4)'
const READ =
  'select substring(bytes from $4 for $5) as bytes from stored_chunks where workspace_id = $1 and file_id = $2 and seq = $3'

/** Passes the bytes on as they come and stores them on the way; once it has ended, the file is stored whole. */
export async function* storeStream(
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
  // One piece for the whole of the file: V8 would let megabytes of them lie before it cleans up what is not its own.
  let piece: Buffer | undefined
  let held = 0
  let seq = 0
  let size = 0
  const put = async (bytes: Buffer) => {
    await database.inWorkspace(workspaceId, (tx) =>
      tx.client.query({ name: 'chunk_write', text: WRITE, values: [workspaceId, fileId, seq, bytes] }),
    )
    seq++
    held = 0
  }
  return {
    async write(bytes) {
      size += bytes.length
      piece ??= Buffer.allocUnsafeSlow(CHUNK_BYTES)
      for (let at = 0; at < bytes.length; ) {
        const taken = bytes.copy(piece, held, at)
        at += taken
        held += taken
        if (held === CHUNK_BYTES) await put(piece)
      }
    },
    async end() {
      if (piece && held > 0) await put(piece.subarray(0, held))
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
  for (let at = from; at < to; ) {
    const seq = Math.floor(at / CHUNK_BYTES)
    const inside = at - seq * CHUNK_BYTES
    const wanted = Math.min(READ_BYTES, CHUNK_BYTES - inside, to - at)
    const { rows } = await database.inWorkspace(workspaceId, (tx) =>
      tx.client.query<{ bytes: Buffer }>({
        name: 'chunk_read',
        text: READ,
        values: [workspaceId, fileId, seq, inside + 1, wanted],
      }),
    )
    const bytes = rows[0]?.bytes
    if (!bytes || bytes.length === 0) return
    yield bytes
    if (bytes.length < wanted) return
    at += bytes.length
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

/** Removes all pieces, a batch in each transaction. */
export async function dropFile(database: Database, workspaceId: WorkspaceId, fileId: string): Promise<void> {
  while (await database.inWorkspace(workspaceId, (tx) => dropChunks(tx, fileId)));
}

export async function isStored(tx: WorkspaceTx, fileId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'select from stored_chunks where workspace_id = $1 and file_id = $2 limit 1',
    [tx.workspace_id, fileId],
  )
  return rowCount === 1
}
