// The review of rows of one workbook that may be the same.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { runWhenOffered } from '../../../session/commands.ts'
import { usePage } from '../../../session/page.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { workbookQuery } from '../../columns/workbook.queries.ts'
import { PairReview } from '../../pairs/pair-review.tsx'
import { rowPairs } from './row-pairs.tsx'

const route = getRouteApi('/w/$workspace/workbooks/$workbookId/duplicates')

export function WorkbookDuplicatesPage() {
  const { workbookId } = route.useParams()
  return <RowReview key={workbookId} workbookId={workbookId} />
}

function RowReview({ workbookId }: { workbookId: string }) {
  const { slug, role } = useWorkspace()
  const { data } = useQuery(workbookQuery(workbookId))
  usePage({
    title: 'Duplicates',
    parent: { title: data?.workbook.name ?? 'Workbook', to: `/w/${slug}/workbooks/${workbookId}` },
  })
  const subject = useMemo(() => rowPairs(workbookId), [workbookId])
  const place = { to: '/w/$workspace/workbooks/$workbookId', params: { workspace: slug, workbookId } } as const
  const link = 'underline hover:text-ink'
  const aside = (
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
