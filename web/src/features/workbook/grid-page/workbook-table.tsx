// The workbook on screen: toolbar, run bar, grid, one panel at the right, status line, and the dialogs they open.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { Workbook } from '../../../api/shapes.ts'
import { Grid, type GridHandle, type MenuTarget } from '../../../grid/grid.tsx'
import { NOTHING, type Selection, selectCell } from '../../../grid/model/selection.logic.ts'
import { useOffered } from '../../../session/commands.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { useFocusHome } from '../../../ui/focus-home.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { MenuAt } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { isRun, kindOf, outputTypes } from '../../columns/columns.logic.ts'
import { fieldsOf } from '../../columns/filters/fields.logic.ts'
import { alsoAsking } from '../../columns/filters/tree.logic.ts'
import { isOver, isRecent } from '../../columns/run.logic.ts'
import { providersQuery } from '../../columns/workbook.queries.ts'
import type { RunRequestParts } from '../../columns/workbook.shapes.ts'
import { useCompanyIcons } from '../../company-icons/company-icons.api.ts'
import { useUndo } from '../../history/use-undo.ts'
import { LazyCollaborators } from '../collaborators/lazy-collaborators.tsx'
import { useCollaborators } from '../collaborators/use-collaborators.ts'
import { HeaderName } from '../column/header-name.tsx'
import { useCommentMarks } from '../comments/use-comment-marks.ts'
import { useEdits } from '../edit/use-edits.ts'
import { useSeeking } from '../find/seeking.tsx'
import { LazyPanel } from '../panel/lazy-panel.tsx'
import { useFollowPanel } from '../panel/use-follow-panel.ts'
import { useRun } from '../run/use-run.ts'
import { withTotal } from '../totals/totals.logic.ts'
import { tintOf } from '../views/colours.logic.ts'
import { useLayout } from '../views/use-layout.ts'
import type { useTable } from '../views/use-table.ts'
import type { OpenView } from '../views/use-view-state.ts'
import { answeredQuestion, heightPx } from '../views/view-state.logic.ts'
import type { OpenTool } from '../views/view-tools.tsx'
import { selectionFacts } from './selection-facts.logic.ts'
import { StatusLine } from './status-line.tsx'
import { useColumnView } from './use-column-view.ts'
import { useGridActs } from './use-grid-acts.ts'
import { useGridColumns } from './use-grid-columns.ts'
import { useRevealAdded } from './use-reveal-added.ts'
import { useWorkbookCommands } from './use-workbook-commands.ts'
import { shownRows, ViewHead } from './view-head.tsx'
import type { OpenDialog } from './workbook-dialogs.tsx'
import { workbookMenu } from './workbook-menu.ts'

const FirstColumns = lazyPart(async () => (await import('../column/first-columns.tsx')).FirstColumns)
const FirstStep = lazyPart(async () => (await import('./first-step.tsx')).FirstStep)
const FileDrop = lazyPart(async () => (await import('../../../ui/forms/file-drop.tsx')).PageDrop)
const GrowDialog = lazyPart(async () => (await import('../edit/grow-dialog.tsx')).GrowDialog)
const NoRows = lazyPart(async () => (await import('../views/no-rows.tsx')).NoRows)
const RunBar = lazyPart(async () => (await import('../run/run-bar.tsx')).RunBar)
const TotalsBar = lazyPart(async () => (await import('../totals/totals-bar.tsx')).TotalsBar)
const WorkbookDialogs = lazyPart(async () => (await import('./workbook-dialogs.tsx')).WorkbookDialogs)

interface Props {
  workbook: Workbook
  looking: OpenView
  table: ReturnType<typeof useTable>
}

export function WorkbookTable({ workbook, table, looking }: Props) {
  const { rows, connection, reloadAll, failed, found } = table
  const workspace = useWorkspace()
  const editable = roleReaches(workspace.role, 'editor')
  const providers = useQuery(providersQuery())
  const navigate = useNavigate()
  const grid = useRef<GridHandle>(null)
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const [menu, setMenu] = useState<{ target: MenuTarget; at: { x: number; y: number } } | null>(null)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [hiddenRun, setHiddenRun] = useState<string | null>(null)
  const { run, all: runs, isWaiting, start, startCell, steer } = useRun(workbook.id)
  const configs = workbook.columns_config
  const { look } = looking
  const [tool, setTool] = useState<OpenTool | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const outputs = useMemo(() => outputTypes(providers.data ?? []), [providers.data])
  const columns = useGridColumns(workbook, look, outputs, runs)
  const layout = useLayout(workbook, columns, looking, editable)
  const fields = useMemo(() => fieldsOf(configs, (column) => kindOf(column, outputs)), [configs, outputs])
  const tint = useMemo(() => tintOf(look.colour_rules, Date.now), [look.colour_rules])
  const isPlain = looking.question === null
  const noted = useCommentMarks(workbook.id)
  const iconOf = useCompanyIcons()
  const answered = answeredQuestion(looking.question, table.waiting ? null : (found?.corrected ?? null))
  const edits = useEdits(workbook.id, rows, columns, isPlain, reloadAll)
  const together = useCollaborators({ workbookId: workbook.id, grid, table, columns, tint, edits })
  const runnable = configs.filter(isRun)
  const canRun = editable && runnable.length > 0
  const openDuplicates = (rowIds?: readonly string[]) =>
    void navigate({
      to: '/w/$workspace/workbooks/$workbookId/duplicates',
      params: { workspace: workspace.slug, workbookId: workbook.id },
      search: rowIds ? { rows: rowIds.join(',') } : {},
    })
  const more = workbookMenu({
    workbook,
    editable,
    setDialog,
    onDuplicates: () => openDuplicates(),
    onUseRecipe: () =>
      void navigate({
        to: '/w/$workspace/recipes',
        params: { workspace: workspace.slug },
        search: { workbook: workbook.id },
      }),
    onReplace: () => seek('replace'),
    onComments: () => show({ kind: 'comments', place: null, threadId: null }),
  })
  useOffered(true, 'duplicate-key', () => setDialog({ kind: 'identity' }))
  const openImport = (file?: File) => setDialog({ kind: 'import', file })
  const openRun = (scope: RunRequestParts = {}) => setDialog({ kind: 'run', scope })
  const place = { workbookId: workbook.id, isPlain }
  const { panel, show, openCell, openRow, close } = useFollowPanel(place, grid, rows, columns, selection, setSelection)
  const openNewColumn = () => show({ kind: 'column', columnId: null })
  const turn = useUndo({
    workbookId: workbook.id,
    editable,
    saved: edits.saved,
    showActivity: () => show({ kind: 'activity' }),
    onDone: reloadAll,
  })
  const openMenu = menu?.target.on === 'header' ? columns[menu.target.col]?.id : undefined
  const columnLook = useColumnView(workbook, columns, looking, openMenu, (columnId) =>
    setTool({ tool: 'filter', columnId }),
  )
  const acts = useGridActs({
    workbookId: workbook.id,
    grid,
    rows,
    columns,
    configs,
    question: answered,
    look: columnLook,
    selection,
    onSelection: setSelection,
    editable,
    canRun,
    edits,
    layout,
    setDialog,
    start,
    openCell,
    openRow,
    openComments: (place) => show({ kind: 'comments', place, threadId: null }),
    openColumn: (columnId) => show({ kind: 'column', columnId }),
    openCatalogue: (wanted) => show({ kind: 'column', columnId: null, wanted }),
    openDuplicates,
    renameColumn: setRenaming,
  })

  // The part of the grid that had the focus may have been redrawn under the overlay.
  useFocusHome(() => grid.current?.focus())

  const setAdded = useRevealAdded(grid, columns)

  const { seek, bar } = useSeeking({
    workbookId: workbook.id,
    rows,
    columns,
    question: answered,
    show: acts.show,
    editable,
    selection,
    focus: () => grid.current?.focus(),
  })

  useWorkbookCommands({
    editable,
    seek,
    canRun,
    onAddColumn: openNewColumn,
    onImport: openImport,
    onExport: () => setDialog({ kind: 'export' }),
    onRun: openRun,
    onUndo: (changeId) => void turn('undo', changeId),
    acts,
    grid,
    selection,
    openCell,
    openRow,
    columns,
    more,
    onColumns: () => setTool({ tool: 'columns' }),
  })

  const shownRun =
    run && !(isOver(run.status) && (hiddenRun === run.run_id || !isRecent(run.ended_at, Date.now()))) ? run : null
  const isNone = Boolean(look.filter || look.search) && found?.count === 0 && found.isExact && !table.waiting
  const items = menu ? acts.itemsOf(menu.target) : []
  return (
    <>
      <ViewHead
        workbook={workbook}
        looking={looking}
        table={table}
        fields={fields}
        layout={layout}
        tool={tool}
        onTool={setTool}
        toolbar={{
          editable,
          canRun,
          onAddColumn: openNewColumn,
          onImport: () => openImport(),
          onSources: () => show(panel?.kind === 'sources' ? null : { kind: 'sources', sourceId: null }),
          onExport: () => setDialog({ kind: 'export' }),
          onRun: () => openRun(),
          onRuns: () => show(panel?.kind === 'run' ? null : { kind: 'run', runId: null }),
          onActivity: () => show(panel?.kind === 'activity' ? null : { kind: 'activity' }),
          onUndo: turn,
          more,
        }}
      />
      {shownRun && (
        <RunBar
          {...{ run: shownRun, columns: configs, isWaiting }}
          canRun={editable}
          onSteer={(what) => void steer(shownRun.run_id, what)}
          onDetails={() => show({ kind: 'run', runId: shownRun.run_id })}
          onRows={(filter) => looking.change({ filter })}
          onRerunFailed={() =>
            openRun({ mode: 'failed', ...(shownRun.column_ids && { column_ids: shownRun.column_ids }) })
          }
          onRunRest={() => openRun({ ...(shownRun.column_ids && { column_ids: shownRun.column_ids }) })}
          onClose={() => setHiddenRun(shownRun.run_id)}
        />
      )}
      {editable && workbook.total_rows > 0 && isPlain && !panel && configs.every(({ type }) => type === 'input') && (
        <FirstColumns
          workbookId={workbook.id}
          columns={configs}
          onAdded={(added) => {
            setAdded(added.id)
            layout.refresh()
            setDialog({ kind: 'run', scope: { column_ids: [added.id] } })
          }}
        />
      )}
      <div
        className="relative flex min-h-0 min-w-0 flex-1 max-md:flex-col"
        onKeyDownCapture={(event) => {
          // The grid has the focus while the panel beside it is open: there, too, Escape closes the panel first.
          if (event.key !== 'Escape' || !panel || !(event.target as Element).closest('canvas')) return
          event.stopPropagation()
          close()
        }}
      >
        {configs.length === 0 && rows.total === 0 ? (
          <FirstStep
            workbookId={workbook.id}
            editable={editable}
            onImport={openImport}
            onBegun={() => {
              layout.refresh()
              reloadAll()
            }}
            onGone={() => acts.goTo({ col: 0, row: 0 })}
          />
        ) : (
          <Grid
            ref={grid}
            label={workbook.name}
            columns={columns}
            rows={rows}
            selection={selection}
            onSelection={setSelection}
            editable={editable}
            onWrite={(write) => void edits.write(write)}
            onNotice={(text, tone) => toast(text, tone ? { tone } : {})}
            onOpenCell={openCell}
            onOpenRow={openRow}
            onRunCells={(chosen) => void acts.run(chosen, 'all')}
            onStop={acts.stop}
            onSeek={seek}
            onMenu={(target, at) => setMenu({ target, at })}
            onResize={(id, width) => void layout.change(id, { width })}
            onMove={(from, to) => void layout.move(from, to)}
            onAddColumn={editable ? openNewColumn : undefined}
            onRename={editable ? setRenaming : undefined}
            onAddRow={editable && isPlain ? acts.appendRow : undefined}
            rowHeight={heightPx(look)}
            noted={noted}
            iconOf={iconOf}
            footer={
              columns.some(({ id }) => look.totals?.[id])
                ? (places) => (
                    <TotalsBar
                      workbookId={workbook.id}
                      columns={columns}
                      choices={look.totals ?? {}}
                      question={answered}
                      rows={workbook.total_rows}
                      places={places}
                      onChoose={(columnId, total) =>
                        looking.change({ totals: withTotal(look.totals, columnId, total) })
                      }
                    />
                  )
                : undefined
            }
            {...together.shown}
          />
        )}
        {columns.some(({ id }) => id === renaming) && renaming !== null && (
          <HeaderName
            area={() => grid.current?.headerArea(columns.findIndex(({ id }) => id === renaming)) ?? null}
            name={configs.find(({ id }) => id === renaming)?.name ?? ''}
            onDone={(name) => {
              setRenaming(null)
              grid.current?.focus()
              if (name !== null) void layout.change(renaming, { name })
            }}
          />
        )}
        {isNone && <NoRows look={look} total={workbook.total_rows} onChange={looking.change} />}
        {bar}
        <LazyPanel
          workbookId={workbook.id}
          panel={panel}
          rows={rows}
          columns={columns}
          configs={configs}
          editable={editable}
          show={show}
          onClose={close}
          onType={(column) => {
            show(null)
            setDialog({ kind: 'type', column })
          }}
          onSaved={(saved, runNow) => {
            if (panel?.kind === 'column' && panel.columnId === null) setAdded(saved.id)
            show(null)
            layout.refresh()
            if (runNow) setDialog({ kind: 'run', scope: { column_ids: [saved.id] } })
          }}
          onWrite={(write) => void edits.write(write)}
          onRun={(columnId, rowId, options) => void startCell(rowId, columnId, options)}
          onStep={(row) => {
            const at = { col: selection.cell?.col ?? 0, row }
            setSelection(selectCell(at))
            grid.current?.reveal(at)
          }}
          onRunRow={
            canRun
              ? (row) => void acts.run({ ...selectCell({ col: 0, row }), rows: [{ first: row, last: row }] }, 'all')
              : undefined
          }
          onDelete={async (rowId) => {
            close()
            await edits.remove({ row_ids: [rowId] })
          }}
          onAddMember={async (column, path) => setAdded(await layout.addMember(column, path))}
          runActs={{
            canRun: editable,
            onStart: start,
            onSteer: steer,
            onUndo: turn,
            onFilter: (filter) => looking.change({ filter }),
          }}
        />
      </div>
      <LazyCollaborators
        {...together.told}
        selection={selection}
        inOrder={!looking.question}
        onGo={acts.goTo}
        onActivity={() => show({ kind: 'activity' })}
      />
      <StatusLine
        total={found?.count ?? rows.total}
        facts={selectionFacts(selection, columns, rows)}
        items={acts.rowItems}
        run={run}
        saving={edits.saving}
        progress={edits.progress}
        news={together.news}
        connection={connection}
        onRetry={failed && connection === 'connected' ? reloadAll : undefined}
        onDetails={selection.cell ? () => selection.cell && openCell(selection.cell) : undefined}
      />
      <MenuAt at={menu?.at ?? null} items={items} onClose={() => setMenu(null)} />
      {edits.asking && (
        <GrowDialog
          ask={edits.asking}
          isPlain={isPlain}
          onAnswer={(ask, withColumns) => void edits.grow(ask, withColumns)}
        />
      )}
      {editable && !dialog && <FileDrop words="Drop to import into this workbook" onFile={openImport} />}
      {dialog && (
        <WorkbookDialogs
          workbook={workbook}
          open={dialog}
          shown={shownRows({ ...looking, question: answered }, found, columns)}
          runnable={runnable}
          editable={editable}
          onClose={() => setDialog(null)}
          onOpen={(workbookId) =>
            void navigate({
              to: '/w/$workspace/workbooks/$workbookId',
              params: { workspace: workspace.slug, workbookId },
            })
          }
          onRecipe={(recipe) =>
            void navigate({ to: '/w/$workspace/recipes', params: { workspace: workspace.slug }, search: { recipe } })
          }
          onChanged={() => {
            if (dialog.kind === 'delete rows' && (panel?.kind === 'cell' || panel?.kind === 'row')) show(null)
            setDialog(null)
            reloadAll()
          }}
          onRun={async (chosen) => {
            setHiddenRun(null)
            return await start(chosen)
          }}
          onFilter={(filter) => looking.change({ filter: alsoAsking(look.filter, filter) })}
          onOnly={(filter) => looking.change({ filter, search: null })}
          onDeleteRows={edits.remove}
        />
      )}
    </>
  )
}
