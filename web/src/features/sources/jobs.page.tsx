// Jobs: everything long that was started in the background, with its progress; one of them in the panel at the right.

import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useOffered } from '../../session/commands.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../ui/data-list.tsx'
import { money } from '../../ui/format.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Progress } from '../../ui/progress.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { JobPanel } from '../jobs/job-panel.tsx'
import { getJobs, jobsKey } from '../jobs/jobs.api.ts'
import { broughtWords, isOpen, progressWords, STATUS_WORDS, TONES } from '../jobs/jobs.logic.ts'
import { CollectDialog } from './collect.dialog.tsx'

const route = getRouteApi('/w/$workspace/jobs')

export function JobsPage() {
  usePage({ title: 'Jobs' })
  const workspace = useWorkspace()
  const editable = roleReaches(workspace.role, 'editor')
  const { job: told } = route.useSearch() as { job?: unknown }
  const navigate = route.useNavigate()
  const open = typeof told === 'string' ? told : null
  const setOpen = (id: string | null) =>
    void navigate({ search: id === null ? {} : { job: id }, replace: open !== null })
  const [collecting, setCollecting] = useState(false)
  useOffered(editable, 'collect', () => setCollecting(true))
  const list = useInfiniteQuery({
    queryKey: jobsKey(),
    queryFn: ({ pageParam }) => getJobs(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  useEvents({ types: ['job.*'] }, () => invalidateSoon(jobsKey()))
  const jobs = list.data?.pages.flatMap((page) => page.items) ?? []
  const columns: ListColumn<Schemas['Job']>[] = [
    {
      key: 'title',
      title: 'Job',
      render: (job) => (
        <button
          type="button"
          className="block max-w-full truncate rounded-sm text-left font-medium hover:text-accent-ink"
          onClick={() => setOpen(job.id)}
        >
          {job.title}
        </button>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      width: 'w-28',
      render: ({ status }) => <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>,
    },
    {
      key: 'progress',
      title: 'Progress',
      width: 'w-56',
      from: 'sm',
      render: (job) => (
        <span className="flex flex-col gap-1 text-xs tabular-nums">
          <span className="truncate text-ink-2">
            {isOpen(job) ? progressWords(job) : broughtWords(job) || progressWords(job)}
          </span>
          {isOpen(job) && <Progress label={job.title} value={job.total ? job.done / job.total : null} />}
        </span>
      ),
    },
    { key: 'cost', title: 'Cost', width: 'w-20', align: 'end', from: 'lg', render: ({ cost_usd }) => money(cost_usd) },
    {
      key: 'by',
      title: 'Started by',
      width: 'w-32',
      from: 'lg',
      render: ({ created_by }) => created_by?.name ?? 'System',
    },
    timeColumn({ key: 'at', title: 'Started', from: 'md', at: ({ created_at }) => created_at }),
  ]
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="flex min-h-11 shrink-0 items-center gap-2 border-b px-4 py-1.5">
          <h1 className="font-semibold">Jobs</h1>
          <span className="flex-1" />
          {editable && (
            <Button size="sm" look="primary" icon={Plus} onClick={() => setCollecting(true)}>
              Collect leads
            </Button>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          {list.isPending ? (
            <ListSkeleton rows={6} />
          ) : list.isError ? (
            <ErrorState title="Jobs could not be loaded" error={list.error} retry={() => void list.refetch()} />
          ) : jobs.length === 0 ? (
            <EmptyState
              icon={ListChecks}
              title="No jobs yet"
              action={
                editable && (
                  <Button look="primary" icon={Plus} onClick={() => setCollecting(true)}>
                    Collect leads
                  </Button>
                )
              }
            >
              Enriching leads, collecting them and scoring them go on here, with a log and what they brought.
            </EmptyState>
          ) : (
            <>
              <DataList
                label="Jobs"
                items={jobs}
                columns={open ? columns.slice(0, 3) : columns}
                id={({ id }) => id}
                name={({ title }) => title}
              />
              {list.hasNextPage && (
                <div className="p-4">
                  <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    Show earlier
                  </Button>
                </div>
              )}
            </>
          )}
        </div>
      </div>
      {open && <JobPanel key={open} id={open} editable={editable} onClose={() => setOpen(null)} />}
      {collecting && (
        <CollectDialog
          onClose={(job) => {
            setCollecting(false)
            if (job) setOpen(job.id)
          }}
        />
      )}
    </div>
  )
}
