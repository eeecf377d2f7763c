// A source as a run reads it, page by page, and what its reader is given.
import type { Payer } from '../../engine/money/budget.ts'
import type { Accounts } from '../../identity/accounts/accounts.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpClient } from '../../platform/net/client.ts'
import type { PageReader } from '../../platform/net/pages.ts'
import type { Tools } from '../../providers/kit/outside.ts'
import type { Since, SourceFailure, SourcePage, Validators } from '../../providers/sources/source.ts'

export interface SourceReader {
  /** Never rejects but for what the signal says. */
  read(at: Json | null, signal: AbortSignal): Promise<SourcePage | SourceFailure>
  close(): void
  /** Each page costs money. */
  is_paid?: boolean
}

export interface SourceParts {
  database: Database
  toolsFor: (workspaceId: WorkspaceId) => Tools
  accounts: Pick<Accounts, 'find'>
  client: Pick<HttpClient, 'request'>
  pages: PageReader
}

export interface SourceReading {
  settings: JsonObject
  since: Since
  /** Under which what a run fetches is kept until it ends; null for a look at the first rows. */
  kept_as: string | null
  /** What an unchanged document is known by; absent: it is read whatever it is. */
  validators?: Validators | null
  /** The payer of the pages that are billed. */
  payer: Payer
}

/** Opens a source that the service reads by other means than one HTTP call. */
export type OpenReader = (parts: SourceParts, workspaceId: WorkspaceId, reading: SourceReading) => SourceReader
