// The lead store: a grid of all leads, narrowed down by search and filter, with one lead in the panel at the right.

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Contact, Download, FileUp, History, Plus, SearchX, Sheet } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon, keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { Grid, type GridHandle, type MenuTarget } from '../../grid/grid.tsx'
import { NOTHING, rectsOf, type Selection } from '../../grid/model/selection.logic.ts'
import { useOffered } from '../../session/commands.ts'
import { usePage } from '../../session/page.ts'
import { showError } from '../../session/show-error.ts'
import { useAct } from '../../session/use-act.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useFocusHome } from '../../ui/focus-home.ts'
import { capital, count, counted } from '../../ui/format.ts'
import { PageDrop } from '../../ui/forms/file-drop.tsx'
import { Menu, MenuAt, type MenuItem } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { saveFile } from '../../ui/save-file.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { CorrectedSearch } from '../columns/filters/corrected-search.tsx'
import { SearchBox } from '../columns/filters/search-box.tsx'
import { useCompanyIcons } from '../company-icons/company-icons.api.ts'
import { LazyImportDialog } from '../import/lazy-import.tsx'
import { leadDestination } from './import-destination.ts'
import { AddLeadDialog, LeadImportsDialog, LeadPanel } from './lead-dialogs.ts'
import { LeadFilter } from './lead-filter.tsx'
import { leadRows } from './lead-rows.ts'
import {
  customFieldsKey,
  exportLeads,
  facetsKey,
  fieldsQuery,
  getCustomFields,
  leadKey,
  openAsWorkbook,
  setStatus,
} from './leads.api.ts'
import { gridColumns, gridRow, isAsking, type LeadQuery, NOTHING_ASKED, STATUSES } from './leads.logic.ts'
import { type RemoveHow, RemoveLeadDialog } from './remove-lead.dialog.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { leadEdits } from './use-lead-edits.ts'
import { useAsked, useOpenLead } from './use-open-lead.ts'

const WIDTHS = 'millrace.leads.widths'
const MOST_CHOSEN = 5000

export function LeadsPage() {
  usePage({ title: 'Leads' })
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const editable = roleReaches(workspace.role, 'editor')
  const fields = useQuery(fieldsQuery)
  const custom = useQuery({ queryKey: customFieldsKey(), queryFn: getCustomFields })
  const { asked, setAsked } = useAsked()
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const { open, setOpen } = useOpenLead()
  const [menu, setMenu] = useState<{ target: MenuTarget; at: { x: number; y: number } } | null>(null)
  const [loaded, setLoaded] = useState(false)
  const [atLeast, setAtLeast] = useState<number | null>(null)
  /** The question that was answered last, and what was searched for instead. */
  const [answered, setAnswered] = useState<{ asked: LeadQuery; corrected: string | null } | null>(null)
  const answer = answered?.asked === asked ? answered : null
  const corrected = answer?.corrected ?? null
  /** What is shown: files and workbooks hold the same. */
  const meant = corrected === null ? asked : { ...asked, search: corrected }
  const [failed, setFailed] = useState<unknown>(null)
  const [widths, setWidths] = useState<Record<string, number>>(() => JSON.parse(localStorage.getItem(WIDTHS) ?? '{}'))
  const [busy, act] = useAct()
  const grid = useRef<GridHandle>(null)

  const shown = useMemo(
    () =>
      leadRows(asked, {
        onLoaded(least, corrected) {
          setAnswered({ asked, corrected })
          setLoaded(true)
          setAtLeast(least)
          setFailed(null)
        },
        onError: setFailed,
      }),
    [asked],
  )
  const rows = shown.store
  useEffect(() => {
    rows.open()
    rows.want(0, 50)
    // Other rows start without a selection, also after "back".
    setSelection(NOTHING)
    return () => rows.close()
  }, [rows])
  useFocusHome(() => grid.current?.focus())
  const [total, setTotal] = useState(0)
  useEffect(() => rows.subscribe(() => setTotal(rows.total)), [rows])

  useEvents({ types: ['lead.*'] }, () => {
    shown.renewSoon()
    invalidateSoon(facetsKey())
    if (open !== null) invalidateSoon(leadKey(open))
  })

  const columns = useMemo(
    () => gridColumns(fields.data ?? [], custom.data ?? [], widths),
    [fields.data, custom.data, widths],
  )
  const iconOf = useCompanyIcons()
  const write = leadEdits(rows, columns)
  const idAt = (row: number) => {
    const held = rows.row(row)
    return held ? Number(held.row_id) : null
  }

  /** Leads whose rows are selected as a whole; null where that is not meant. */
  function chosenIds(): number[] | null {
    if (selection.rows.length === 0) return null
    const bounds = { cols: columns.length, rows: rows.total }
    const ids = rectsOf(selection, bounds).flatMap(({ y, height }) =>
      Array.from({ length: height }, (_, at) => idAt(y + at)).filter((id) => id !== null),
    )
    return ids.length > 0 && ids.length <= MOST_CHOSEN ? ids : null
  }

  const makeWorkbook = () =>
    act(async () => {
      const chosen = chosenIds()
      const name = chosen ? counted(chosen.length, 'lead') : isAsking(asked) ? 'Some leads' : 'All leads'
      const made = await openAsWorkbook(name, meant, chosen)
      void queries.invalidateQueries({ queryKey: keys.workbooks() })
      await navigate({
        to: '/w/$workspace/workbooks/$workbookId',
        params: { workspace: workspace.slug, workbookId: made.id },
      })
    }, 'The workbook was not made.')

  const save = (format: 'csv' | 'jsonl') =>
    act(async () => saveFile(await exportLeads(meant, format), `leads.${format}`), 'No file was made.')

  function itemsOf(target: MenuTarget): MenuItem[] {
    if (target.on === 'header') {
      const field = columns[target.col]?.id
      if (!field) return []
      const by = (dir: 'asc' | 'desc') => asked.sort?.field === field && asked.sort.dir === dir
      return [
        {
          label: 'Sort ascending',
          checked: by('asc'),
          onSelect: () => setAsked({ ...asked, sort: { field, dir: 'asc' } }),
        },
        {
          label: 'Sort descending',
          checked: by('desc'),
          onSelect: () => setAsked({ ...asked, sort: { field, dir: 'desc' } }),
        },
        { label: 'Newest first', checked: asked.sort === null, onSelect: () => setAsked({ ...asked, sort: null }) },
      ]
    }
    const id = idAt(target.at.row)
    if (id === null) return []
    const openIt: MenuItem = { label: 'Open lead', icon: Contact, onSelect: () => setOpen(id) }
    if (!editable) return [openIt]
    const now = rows.row(target.at.row)?.data.status
    return [
      openIt,
      {
        label: 'Status',
        items: STATUSES.map((status) => ({
          label: capital(status),
          checked: now === status,
          onSelect: () => void setStatus(id, status).catch((error) => showError(error, 'The status is as it was.')),
        })),
      },
    ]
  }

  function openJob(jobId: string) {
    void navigate({ to: '/w/$workspace/jobs', params: { workspace: workspace.slug }, search: { job: jobId } })
  }

  function imported(changed: boolean) {
    if (!changed) return
    shown.renew()
    invalidateSoon(customFieldsKey())
  }

  const { open: show, dialog } = useDialogs({
    add: (close) => (
      <AddLeadDialog
        onClose={close}
        onAdded={(lead) => {
          close()
          shown.renew()
          setOpen(Number(lead.id))
        }}
      />
    ),
    import: (close, file?: File) =>
      fields.data && (
        <LazyImportDialog
          destination={leadDestination(fields.data)}
          {...(file && { file })}
          onCancel={close}
          onDone={() => {
            close()
            imported(true)
          }}
        />
      ),
    imports: (close) => (
      <LeadImportsDialog
        onClose={(changed) => {
          close()
          imported(changed)
        }}
      />
    ),
    remove: (close, lead: Schemas['Lead'], how: RemoveHow) => (
      <RemoveLeadDialog
        lead={lead}
        how={how}
        onRemoved={() => {
          setOpen(null)
          shown.renew()
        }}
        onClose={close}
      />
    ),
  })
  const chooseImport = () => show.import()
  useOffered(editable, 'add-lead', show.add)
  useOffered(editable, 'import-leads', chooseImport)

  const tools = editable && (
    <>
      <Button size="sm" look="quiet" icon={FileUp} onClick={chooseImport}>
        <span className="max-sm:sr-only">Import</span>
      </Button>
      <IconButton size="sm" icon={History} label="Earlier imports" onClick={show.imports} />
      <Button size="sm" look="primary" icon={Plus} onClick={show.add}>
        <span>
          Add<span className="max-sm:sr-only"> lead</span>
        </span>
      </Button>
    </>
  )
  const isEmpty = loaded && total === 0
  const { cell } = selection
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-1.5">
        <SearchBox what="leads" text={asked.search} onChange={(text) => setAsked({ ...asked, search: text ?? '' })} />
        <SavedFilters asked={asked} editable={editable} onChange={setAsked} />
        <LeadFilter asked={asked} fields={fields.data ?? []} onChange={setAsked} />
        <span className="max-sm:basis-full sm:flex-1" />
        {!isEmpty && (
          <>
            {editable && (
              <Button size="sm" look="quiet" icon={Sheet} busy={busy} onClick={() => void makeWorkbook()}>
                <span className="max-sm:sr-only">Open as workbook</span>
              </Button>
            )}
            <Menu
              align="end"
              items={[
                { label: 'CSV', hint: 'For spreadsheets', onSelect: () => void save('csv') },
                { label: 'JSON Lines', hint: 'For programs', onSelect: () => void save('jsonl') },
              ]}
              trigger={
                <Button size="sm" look="quiet" icon={Download}>
                  <span className="max-sm:sr-only">Export</span>
                </Button>
              }
            />
          </>
        )}
        {tools}
      </div>
      {corrected !== null && (
        <CorrectedSearch typed={asked.search} corrected={corrected} onSearch={() => setAsked(meant)} />
      )}
      <div className="relative flex min-h-0 min-w-0 flex-1">
        {failed && !loaded ? (
          <ErrorState
            title="Leads could not be loaded"
            meaning="They are safe on the server."
            error={failed}
            retry={() => rows.want(0, 50)}
          />
        ) : isEmpty && isAsking(asked) ? (
          <EmptyState
            icon={SearchX}
            title="No lead matches"
            action={<Button onClick={() => setAsked({ ...NOTHING_ASKED, sort: asked.sort })}>Show all leads</Button>}
          />
        ) : isEmpty ? (
          <EmptyState
            icon={Contact}
            title="No leads yet"
            action={
              editable && (
                <>
                  <Button look="primary" icon={FileUp} onClick={chooseImport}>
                    Import a file
                  </Button>
                  <Button icon={Plus} onClick={show.add}>
                    Add a lead
                  </Button>
                </>
              )
            }
          >
            Companies and people, each once, whatever file they came with. They are matched by e-mail address, domain,
            LinkedIn page or phone.
          </EmptyState>
        ) : loaded && fields.data ? (
          <Grid
            ref={grid}
            label="Leads"
            columns={columns}
            rows={rows}
            selection={selection}
            onSelection={setSelection}
            editable={editable}
            onWrite={(edit) => void write(edit)}
            onNotice={(text, tone) => toast(text, tone ? { tone } : {})}
            onOpenCell={(at) => setOpen(idAt(at.row))}
            onOpenRow={(row) => setOpen(idAt(row))}
            onRunCells={() => undefined}
            onStop={() => undefined}
            onSeek={(what) => {
              if (what === 'find') document.querySelector<HTMLInputElement>('search input')?.focus()
              return what === 'find'
            }}
            onMenu={(target, at) => setMenu({ target, at })}
            onResize={(id, width) => {
              const next = { ...widths, [id]: width }
              setWidths(next)
              localStorage.setItem(WIDTHS, JSON.stringify(next))
            }}
            onMove={() => undefined}
            iconOf={iconOf}
          />
        ) : (
          <div className="flex-1 p-4">
            <Skeleton className="h-64" />
          </div>
        )}
        {open !== null && fields.data && (
          <LeadPanel
            key={open}
            id={open}
            fields={fields.data}
            editable={editable}
            onClose={() => {
              setOpen(null)
              setTimeout(() => grid.current?.focus(), 0)
            }}
            onOpen={setOpen}
            onSaved={(lead) => {
              rows.put([gridRow(lead)])
              // Which names there are is found out of all leads: not at each change by others.
              invalidateSoon(customFieldsKey())
            }}
            onRemove={(lead, how) => show.remove(lead, how)}
          />
        )}
      </div>
      <SelectionBar
        asked={meant}
        total={answer && atLeast === null ? total : null}
        words={loaded ? (atLeast === null ? counted(total, 'lead') : `${count(atLeast)}+ leads`) : ''}
        chosen={chosenIds()}
        current={cell ? idAt(cell.row) : null}
        editable={editable}
        onOpen={setOpen}
        onChanged={shown.renew}
        onJob={openJob}
      />
      <MenuAt at={menu?.at ?? null} items={menu ? itemsOf(menu.target) : []} onClose={() => setMenu(null)} />
      <PageDrop words="Drop to import leads" disabled={!editable || dialog !== null} onFile={show.import} />
      {dialog}
    </div>
  )
}
