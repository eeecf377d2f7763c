// A source as a run reads it: page by page.
import type { Json } from '../../kernel/json.ts'
import type { SourceFailure, SourcePage } from '../../providers/sources/source.ts'

export interface SourceReader {
  /** Never rejects but for what the signal says. */
  read(at: Json | null, signal: AbortSignal): Promise<SourcePage | SourceFailure>
  close(): void
  /** Each page costs money. */
  is_paid?: boolean
}
