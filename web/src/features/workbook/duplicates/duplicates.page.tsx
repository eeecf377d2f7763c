// The review of rows of one workbook that may be the same.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { runWhenOffered } from '../../../session/commands.ts'
import { usePage } from '../../../session/page.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { counted } from '../../../ui/format.ts'
import { workbookQuery } from '../../columns/workbook.queries.ts'
import { PairReview } from '../../pairs/pair-review.tsx'
import { rowPairs } from './row-pairs.tsx'

const route = getRouteApi('/w/$workspace/workbooks/$workbookId/duplicates')

export function WorkbookDuplicatesPage() {
  const { workbookId } = route.useParams()
  const { rows } = route.useSearch()
  return <RowReview key={`${workbookId} ${rows}`} workbookId={workbookId} rows={rows} />
}

function RowReview({ workbookId, rows }: { workbookId: string; rows: string | undefined }) {
  const { slug, role } = useWorkspace()
  const { data } = useQuery(workbookQuery(workbookId))
  usePage({
    title: 'Duplicates',
    parent: { title: data?.workbook.name ?? 'Workbook', to: `/w/${slug}/workbooks/${workbookId}` },
  })
  const subject = useMemo(() => rowPairs(workbookId, rows), [workbookId, rows])
  const place = { to: '/w/$workspace/workbooks/$workbookId', params: { workspace: slug, workbookId } } as const
  const link = 'underline hover:text-ink'
  const aside = rows ? (
    <p className="text-ink-3 text-sm">
      {`Pairs of the ${counted(rows.split(',').length, 'row')} that you selected. `}
      <Link
        to="/w/$workspace/workbooks/$workbookId/duplicates"
        params={{ workspace: slug, workbookId }}
        className={link}
      >
        Show all pairs
      </Link>
    </p>
  ) : (
    <p className="text-ink-3 text-sm">
      Rows with equal values are found by the{' '}
      <Link {...place} onClick={() => runWhenOffered('duplicate-key')} className={link}>
        duplicate key
      </Link>
      . Merges stay in the{' '}
      <Link {...place} search={{ activity: 'open' }} className={link}>
        activity
      </Link>{' '}
      and are undone there.
    </p>
  )
  return <PairReview subject={subject} editable={roleReaches(role, 'editor')} aside={aside} />
}
