// A run as a worker would hand it to a handler, for tests that call one themselves.
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { JobRun } from './job.ts'
import { openRun } from './work.ts'

export function testRun(
  ticket: { id?: string; workspace_id: WorkspaceId | null; signal?: AbortSignal },
  now: () => Date = () => new Date(),
): JobRun {
  const { id = newId(), workspace_id, signal = new AbortController().signal } = ticket
  return openRun({ id, workspace_id, signal, attempt: 1 }, now)
}
