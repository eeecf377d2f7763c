// The start page: how to begin in a new workspace; then what needs a decision, what is running, what is new, where to go on.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, CircleDot, FileUp, Globe, Play, Radar, Sheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { usePage } from '../../session/page.ts'
import { useAct } from '../../session/use-act.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { count, counted } from '../../ui/format.ts'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { useNewWorkbook } from '../workbooks/use-new-workbook.tsx'
import { runExample } from './example.api.ts'
import { detailOf, isNew, lineOf, nextStep, SETUP } from './home.logic.ts'
import { homeKey, homeQuery } from './home.queries.ts'
import { LIST_FRAME, LIST_LINE } from './list-line.ts'
import { TourOffer } from './tour-offer.tsx'
import { WantedSearch } from './wanted-search.tsx'

/** What changes a line of the page; the progress of a run is the most frequent. */
const CHANGES = [
  'run.*',
  'job.*',
  'workbook.*',
  'signal.*',
  'watch.*',
  'budget.*',
  'automation.*',
  'mailbox.*',
  'outreach.*',
  'sequence.*',
  'entity.*',
  'assistant.*',
  'rows.created',
  'rows.deleted',
  'lead.created',
]

export function HomePage() {
  usePage({ title: 'Home' })
  const home = useQuery(homeQuery())
  const workspace = useWorkspace()
  const mayEdit = roleReaches(workspace.role, 'editor')
  const start = useNewWorkbook(mayEdit)
  useEvents({ types: CHANGES }, () => invalidateSoon(homeKey()))
  const { data } = home
  if (home.isError && !data)
    return (
      <ErrorState title="The start page could not be loaded" error={home.error} retry={() => void home.refetch()} />
    )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-6xl flex-col gap-6 px-4 py-6 md:px-8">
        {!data ? (
          <HomeSkeleton />
        ) : (
          <>
            {mayEdit && isNew(data) && <Starts start={start} />}
            {mayEdit && <WantedSearch workbooks={data.workbooks} />}
            <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
              <div className="flex min-w-0 flex-col gap-6">
                {data.decisions.length > 0 && <Decisions decisions={data.decisions} />}
                {data.running.length > 0 && <Running running={data.running} />}
                <Workbooks workbooks={data.workbooks} {...(mayEdit && !isNew(data) && { start })} />
              </div>
              <div className="flex min-w-0 flex-col gap-6">
                <Next home={data} />
                {mayEdit && <TourOffer tour={data.tour} />}
                <Signals home={data} />
              </div>
            </div>
          </>
        )}
      </div>
      {start.dialogs}
    </div>
  )
}

function Part({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}

const MORE = 'text-ink-2 text-sm hover:text-accent-ink hover:underline'

const TONES = { plain: 'text-accent', warn: 'text-warn-mark', bad: 'text-bad' }

function Decisions({ decisions }: { decisions: readonly Schemas['HomeDecision'][] }) {
  const { slug } = useWorkspace()
  return (
    <Part title="Needs a decision">
      <ul className={LIST_FRAME}>
        {decisions.map((one) => {
          const { title, to, search = {}, tone } = lineOf(one)
          const detail = detailOf(one)
          return (
            <li key={one.kind}>
              <Link to={`/w/${slug}${to}` as string} search={search as never} className={LIST_LINE}>
                <CircleDot aria-hidden className={cx('size-4 shrink-0', TONES[tone])} strokeWidth={2} />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium [overflow-wrap:anywhere]">{title}</span>
                  {detail && <span className="line-clamp-2 text-ink-3 text-sm [overflow-wrap:anywhere]">{detail}</span>}
                </span>
                {one.at && (
                  <span className="shrink-0 text-ink-3 text-xs max-sm:hidden">
                    <TimeAgo at={one.at} />
                  </span>
                )}
                <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
              </Link>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

function Running({ running }: { running: Schemas['Home']['running'] }) {
  const { slug } = useWorkspace()
  return (
    <Part title="Running">
      <ul className={LIST_FRAME}>
        {running.map(({ kind, id, title, workbook_id, status, done, total }) => (
          <li key={id}>
            <Link
              to={
                `/w/${slug}${workbook_id ? `/workbooks/${workbook_id}` : kind === 'job' ? '/jobs' : '/functions'}` as string
              }
              search={(workbook_id ? { run: id } : kind === 'job' ? { job: id } : {}) as never}
              className={LIST_LINE}
            >
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="truncate font-medium" dir="auto">
                    {title}
                  </span>
                  <span className="shrink-0 text-ink-3 text-xs tabular-nums">
                    {status === 'paused'
                      ? 'Paused'
                      : status === 'queued' || status === 'pending'
                        ? 'Waiting for its turn'
                        : total === null
                          ? `${count(done)} done`
                          : `${count(done)} of ${count(total)}`}
                  </span>
                </span>
                <Progress className="mt-1.5" label={title} value={total ? done / total : null} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

interface WorkbooksProps {
  workbooks: Schemas['Home']['workbooks']
  /** The ways to begin another one, where they do not stand above. */
  start?: ReturnType<typeof useNewWorkbook>
}

function Workbooks({ workbooks, start }: WorkbooksProps) {
  const { slug } = useWorkspace()
  if (workbooks.length === 0) return null
  return (
    <Part
      title="Recent workbooks"
      more={
        <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {start && (
            <>
              <Button size="sm" icon={Globe} onClick={start.domains}>
                Paste a list
              </Button>
              <Button size="sm" icon={FileUp} busy={start.busy} onClick={start.file}>
                Choose a file
              </Button>
            </>
          )}
          <Link to="/w/$workspace/workbooks" params={{ workspace: slug }} className={MORE}>
            All workbooks
          </Link>
        </span>
      }
    >
      <ul className={LIST_FRAME}>
        {workbooks.map(({ id, name, total_rows, updated_at }) => (
          <li key={id}>
            <Link
              to="/w/$workspace/workbooks/$workbookId"
              params={{ workspace: slug, workbookId: id }}
              className={LIST_LINE}
            >
              <Sheet aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
              <span className="min-w-0 flex-1 truncate font-medium" dir="auto" title={name}>
                {name}
              </span>
              <span className="shrink-0 text-ink-3 text-xs tabular-nums">
                {counted(total_rows, 'row')}
                <span className="max-sm:hidden">
                  {' · '}
                  <TimeAgo at={updated_at} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Signals({ home: { signals, new_signals } }: { home: Schemas['Home'] }) {
  const { slug } = useWorkspace()
  if (signals.length === 0) return null
  return (
    <Part
      title="Fresh signals"
      more={
        <Link to="/w/$workspace/signals" params={{ workspace: slug }} className={MORE}>
          {new_signals >= 1000 ? 'Over 1,000 new' : `All ${count(new_signals)}`}
        </Link>
      }
    >
      <ul className={LIST_FRAME}>
        {signals.map(({ id, title, company, first_seen_at, strength }) => (
          <li key={id}>
            <Link to="/w/$workspace/signals" params={{ workspace: slug }} search={{}} className={LIST_LINE}>
              <Radar aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium" dir="auto" title={title}>
                  {title}
                </span>
                <span className="block truncate text-ink-3 text-xs">
                  {company && <>{company} · </>}
                  <TimeAgo at={first_seen_at} />
                </span>
              </span>
              <span title="Strength of 100" className="shrink-0 text-ink-2 text-sm tabular-nums">
                {strength}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The next best step, while there is one. */
function Next({ home: { setup, workbooks } }: { home: Schemas['Home'] }) {
  const { slug } = useWorkspace()
  const step = nextStep(setup)
  if (step === undefined || isNew({ setup })) return null
  const mine = setup.filter(({ may, done }) => may || done)
  const done = mine.filter((one) => one.done).length
  const { title, why, action, to } = SETUP[step]
  const newest = workbooks.find(({ total_rows }) => total_rows > 0)
  const [path, query] = (step === 'run' && newest ? `/workbooks/${newest.id}` : to).split('?')
  return (
    <Part
      title="Next step"
      more={
        <span className="text-ink-3 text-xs tabular-nums">
          {done} of {mine.length} done
        </span>
      }
    >
      <div className="flex flex-col items-start gap-2 rounded-md border p-3">
        <p className="font-medium">{title}</p>
        <p className="text-ink-2 text-sm">{why}</p>
        <Link
          to={`/w/${slug}${path}` as string}
          search={Object.fromEntries(new URLSearchParams(query)) as never}
          className="mt-1 inline-flex h-8 items-center rounded-md border px-3 font-medium hover:bg-hover"
        >
          {action}
        </Link>
      </div>
    </Part>
  )
}

/** Three ways to begin in a workspace where nothing has run; a file can be dropped anywhere. */
function Starts({ start }: { start: ReturnType<typeof useNewWorkbook> }) {
  const { slug } = useWorkspace()
  const navigate = useNavigate()
  const [busy, act] = useAct()
  const tryExample = () =>
    act(async () => {
      const workbookId = await runExample()
      await navigate({ to: '/w/$workspace/workbooks/$workbookId', params: { workspace: slug, workbookId } })
    }, 'The example did not start.')
  const card = 'flex flex-col items-start gap-1.5 rounded-md border p-4 text-left'
  return (
    <Part title="Start with a list">
      <div className="grid gap-3 md:grid-cols-3">
        <div className={card}>
          <Globe aria-hidden className="size-5 text-accent" strokeWidth={1.75} />
          <p className="font-medium">Paste domains or names</p>
          <p className="flex-1 text-ink-2 text-sm">One company or person a line. You can also paste on this page.</p>
          <Button look="primary" className="mt-2" onClick={start.domains}>
            Paste a list
          </Button>
        </div>
        <div className={cx(card, 'border-line-strong border-dashed')}>
          <FileUp aria-hidden className="size-5 text-accent" strokeWidth={1.75} />
          <p className="font-medium">Drop a file here</p>
          <p className="flex-1 text-ink-2 text-sm">CSV, Excel or JSON lines of companies or people.</p>
          <Button className="mt-2" busy={start.busy} onClick={start.file}>
            Choose a file
          </Button>
        </div>
        <div className={card}>
          <Play aria-hidden className="size-5 text-accent" strokeWidth={1.75} />
          <p className="font-medium">Try the example</p>
          <p className="flex-1 text-ink-2 text-sm">
            Watch work emails of made-up people being found on test data. Nothing is called or spent.
          </p>
          <Button className="mt-2" busy={busy} onClick={() => void tryExample()}>
            Run the example
          </Button>
        </div>
      </div>
    </Part>
  )
}

function HomeSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6 lg:grid-cols-[3fr_2fr]">
      {[40, 28].map((width) => (
        <div key={width} className="flex flex-col gap-3">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-44 w-full" />
        </div>
      ))}
    </div>
  )
}
