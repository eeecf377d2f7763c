// Opens a source for reading page by page, whether it answers over HTTP, is a file, another workbook, or a provider of the workspace.

import { secretsForm } from '../../identity/secrets/secrets.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { PageReader } from '../../platform/net/pages.ts'
import { OF_LOOKUPS } from '../../platform/net/polite-client.ts'
import { textOf } from '../../platform/net/tools.ts'
import { createTokens } from '../../providers/kit/oauth-tokens.ts'
import type { Tools } from '../../providers/kit/outside.ts'
import { readHttpPage } from '../../providers/sources/read-page.ts'
import type { OwnSource, SourceAdapter } from '../../providers/sources/source.ts'
import type { ALL_SOURCES } from '../../providers/sources/sources.generated.ts'
import { paidReader } from './paid-pages.ts'
import { READERS } from './readers.generated.ts'
import type { OpenReader, SourceParts, SourceReader, SourceReading } from './source-reader.ts'

type ReaderName = Extract<(typeof ALL_SOURCES)[number], OwnSource>['reads']
/** A source whose reader no file is does not compile. */
const BY_NAME: Readonly<Record<ReaderName, OpenReader>> = READERS

export async function openSource(
  parts: SourceParts,
  workspaceId: WorkspaceId,
  source: SourceAdapter,
  reading: SourceReading,
): Promise<SourceReader> {
  if ('reads' in source) return BY_NAME[source.reads as ReaderName](parts, workspaceId, reading)
  const { settings, since, payer, validators } = reading
  const tools = parts.toolsFor(workspaceId)
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
