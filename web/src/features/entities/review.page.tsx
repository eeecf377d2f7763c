// The review of leads that may be the same.
import { useMemo } from 'react'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { PairReview } from '../pairs/pair-review.tsx'
import { leadPairs } from './lead-pairs.ts'

export function ReviewPage() {
  usePage({ title: 'Duplicates' })
  const { role } = useWorkspace()
  const subject = useMemo(leadPairs, [])
  return <PairReview subject={subject} editable={roleReaches(role, 'editor')} />
}
