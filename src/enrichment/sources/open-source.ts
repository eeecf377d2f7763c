// Opens a source for reading page by page, whether it answers over HTTP, is a file, another workbook, or a provider of the workspace.

import type { Payer } from '../../engine/money/budget.ts'
import type { Accounts } from '../../identity/accounts/accounts.reads.ts'
import { secretsForm } from '../../identity/secrets/secrets.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Database } from '../../platform/db/database.ts'
import type { HttpClient } from '../../platform/net/client.ts'
import type { PageReader } from '../../platform/net/pages.ts'
import { OF_LOOKUPS } from '../../platform/net/polite-client.ts'
import { textOf } from '../../platform/net/tools.ts'
import { createTokens } from '../../providers/kit/oauth-tokens.ts'
import type { Tools } from '../../providers/kit/outside.ts'
import { readHttpPage } from '../../providers/sources/read-page.ts'
import type { Since, SourceAdapter, Validators } from '../../providers/sources/source.ts'
import { openFileSource } from './file-source.ts'
import { paidReader } from './paid-pages.ts'
import { providerReader } from './provider-source.ts'
import type { SourceReader } from './source-reader.ts'
import { workbookPage } from './workbook-source.ts'

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

export async function openSource(
  parts: SourceParts,
  workspaceId: WorkspaceId,
  source: SourceAdapter,
  { settings, since, kept_as, payer, validators }: SourceReading,
): Promise<SourceReader> {
  const tools = parts.toolsFor(workspaceId)
  if ('reads' in source) {
    if (source.reads === 'file') return openFileSource(parts, workspaceId, settings, kept_as, validators)
    if (source.reads === 'provider')
      return providerReader({ ...parts, now: () => new Date(tools.now()) }, workspaceId, settings, payer)
    return { read: (at) => workbookPage(parts.database, workspaceId, settings, at), close: () => {} }
  }
  const form = source.integration ?? secretsForm(source.secrets?.(settings) ?? [])
  const account = form ? await parts.accounts.find(workspaceId, form) : {}
  const tokens = createTokens()
  const http = source.method === 'crawl' ? crawl(parts.pages) : tools.http
  const reader: SourceReader = {
    read: (at, signal) =>
      readHttpPage(source, settings, at, since, { http, now: tools.now, account, form, tokens, validators }, signal),
    close: () => {},
  }
  const { billed_as: lookup } = source
  if (!lookup) return reader
  return paidReader(reader, { database: parts.database, workspace_id: workspaceId, payer, lookup, now: tools.now })
}

/**
 * Sites are read as lookups and watches read them; a vendor's interface has its limits with the account. A run knows by itself what it
 * read last, so it uses no copies.
 */
const crawl =
  (pages: PageReader): Tools['http'] =>
  async ({ url, headers }, signal) =>
    textOf(await pages.read({ url, headers, accept: 'any', max_age_s: 0 }, { ...OF_LOOKUPS, copies: 'none' }, signal))
