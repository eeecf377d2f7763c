// The audit log of the workspace or of the installation, page after page, and as a file.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, send, take } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import { keys } from '../../api/queries.ts'
import type { components } from '../../api/schema.d.ts'
import { saveFile } from '../../ui/save-file.ts'
import { auditQuery } from './audit.logic.ts'
import type { AuditSearch } from './audit-search.logic.ts'

export type AuditLine = components['schemas']['AuditLine']
export type AuditOf = 'workspace' | 'installation'

export function auditLines(of: AuditOf, search: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: of === 'workspace' ? [...keys.settings('audit'), search] : ['admin', 'audit', search],
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const query = { ...auditQuery(search), limit: 100, ...(pageParam ? { cursor: pageParam } : {}) }
      return take(
        of === 'workspace'
          ? api.GET('/api/settings/audit', { params: { query } })
          : api.GET('/admin/audit', { params: { query } }),
      )
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (before) => before,
  })
}

/** Saves what the filter shows, all of it; a download that breaks off saves nothing. */
export async function exportAudit(of: AuditOf, format: 'csv' | 'jsonl', search: AuditSearch): Promise<void> {
  const path = `${of === 'workspace' ? '/api/settings/audit' : '/admin/audit'}/export.${format}`
  const url = new URL(path, location.origin)
  url.search = new URLSearchParams(auditQuery(search)).toString()
  const answer = await send(new Request(url))
  if (!answer.ok) throw problemOf(answer.status, await answer.text(), answer.headers, `GET ${path}`)
  saveFile(await answer.blob(), `audit.${format}`)
}
