// What DNS says about the domain of a mailbox: each record, what it means and what to do.

import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/shapes.ts'
import { Badge } from '../../ui/badge.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Loaded } from '../settings/settings-page.tsx'
import { preflightQuery } from './outreach.queries.ts'

const NAMES = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC', mx: 'MX', ptr: 'Reverse name' }
const TONES = { pass: 'ok', warn: 'warn', fail: 'bad', unknown: 'plain' } as const
const WORDS: Record<Schemas['Preflight']['items'][number]['verdict'], string> = {
  pass: 'Good',
  warn: 'Check',
  fail: 'Wrong',
  unknown: 'Unknown',
}

export function PreflightList({ mailboxId }: { mailboxId: string }) {
  const preflight = useQuery(preflightQuery(mailboxId))
  return (
    <Loaded query={preflight} what="The checks" skeleton={<ListSkeleton rows={4} />}>
      {({ items, domain }) => (
        <ul aria-label={`Records of ${domain}`} className="mt-2 divide-y rounded-md border">
          {items.map((one) => (
            <li key={one.check} className="flex flex-col gap-1 px-4 py-3">
              <p className="flex flex-wrap items-center gap-2">
                <span className="w-28 shrink-0 font-medium">{NAMES[one.check]}</span>
                <Badge tone={TONES[one.verdict]}>{WORDS[one.verdict]}</Badge>
                <span className="min-w-0 text-ink-2">{one.message}</span>
              </p>
              {one.fix && <p className="text-ink-2 text-sm sm:pl-30">{one.fix}</p>}
              {one.records.map((record) => (
                <code key={record} className="block text-ink-3 text-xs [overflow-wrap:anywhere] sm:pl-30">
                  {record}
                </code>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
