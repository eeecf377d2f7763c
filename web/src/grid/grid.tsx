// The grid of the app. What it offers is GridProps; that Glide draws it is known in this folder only.
import '@glideapps/glide-data-grid/dist/index.css'
import {
  DataEditorCore as DataEditor,
  type DataEditorRef,
  type GridColumn as GlideColumn,
  type Item,
  type Rectangle,
} from '@glideapps/glide-data-grid'
import { type ReactNode, type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { AddColumnButton } from './add-column-button.tsx'
import { type ColumnPlaces, FollowedPlaces } from './column-places.ts'
import { bandCell, bandRenderer, rowGrouping } from './drawing/glide-bands.ts'
import {
  type CommentCheck,
  cellMaker,
  faceRenderer,
  type IconOf,
  NO_IMAGES,
  PARTS,
  type Tint,
} from './drawing/glide-cells.ts'
import { areaOf, fromLines, placed, toLines } from './drawing/glide-lines.ts'
import { glideTheme } from './drawing/glide-theme.ts'
import { paintHeader } from './drawing/paint-header.ts'
import { usePalette } from './drawing/palette.ts'
import { CellEditor } from './edit/cell-editor.tsx'
import { handleKey, OWN_KEYS } from './edit/grid-keys.ts'
import { useCellEditing } from './edit/use-cell-editing.ts'
import { useClipboard } from './edit/use-clipboard.ts'
import { useFill } from './edit/use-fill.ts'
import type { GridWrite } from './edit/write.logic.ts'
import { cellOf, type GridColumn, type Point } from './model/grid.types.ts'
import { viewportPoint } from './model/grid-places.ts'
import type { Seek } from './model/keyboard.logic.ts'
import {
  anchored,
  clampSelection,
  headOf,
  isSingle,
  NOTHING,
  type Selection,
  withWhole,
} from './model/selection.logic.ts'
import { PeopleOverlay } from './people/people-overlay.tsx'
import { type AmongOthers, usePeople } from './people/use-people.ts'
import { HoverNote } from './pointer/hover-note.tsx'
import { useClicks } from './pointer/use-clicks.ts'
import { useHover } from './pointer/use-hover.ts'
import { useWidths } from './pointer/use-widths.ts'
import { lineAt, lineOf } from './rows/bands.logic.ts'
import type { Rows } from './rows/shown-rows.types.ts'
import { useOtherRows, useRows } from './rows/use-rows.ts'
import { useKeptInView } from './use-kept-in-view.ts'

export type MenuTarget = { on: 'cell'; at: Point } | { on: 'header'; col: number }

export interface GridHandle {
  focus: () => void
  reveal: (at: Point) => void
  revealColumn: (col: number) => void
  edit: (at: Point) => void
  /** Ctrl+D and Ctrl+R, for menus. */
  fill: (direction: 'down' | 'right') => void
  paste: () => void
  headerArea: (col: number) => Rectangle | null
}

export interface GridProps extends AmongOthers {
  /** Read aloud before the grid. */
  label: string
  columns: GridColumn[]
  rows: Rows
  selection: Selection
  onSelection: (selection: Selection) => void
  /** False for users who may only read. */
  editable: boolean
  onWrite: (write: GridWrite) => void
  onNotice: (text: string, tone?: 'plain' | 'bad') => void
  onOpenCell: (at: Point) => void
  onOpenRow: (row: number) => void
  onRunCells: (selection: Selection) => void
  onStop: () => void
  /** False where there is nothing to seek with. */
  onSeek: (what: Seek) => boolean
  /** `at` is a point of the viewport, in px. */
  onMenu: (target: MenuTarget, at: { x: number; y: number }) => void
  onResize: (columnId: string, width: number) => void
  onMove: (from: number, to: number) => void
  /** Px of every row; one line by default. */
  rowHeight?: number
  /** The colour that a cell is tinted with, as #rrggbb. */
  tint?: Tint | undefined
  /** Which cells have open comments. */
  noted?: CommentCheck | undefined
  /** What stands in front of the domain of a company; absent, nothing does. */
  iconOf?: IconOf | undefined
  onAddColumn?: (() => void) | undefined
  onRename?: ((columnId: string) => void) | undefined
  onAddRow?: (() => Promise<void>) | undefined
  /** What stands under the columns. */
  footer?: ((places: ColumnPlaces) => ReactNode) | undefined
  ref?: Ref<GridHandle>
}

const ROW_HEIGHT = 32
const HEADER_HEIGHT = 36
const [COARSE, WIDE] = ['(pointer: coarse)', '(min-width: 768px)']
const FILL_HANDLE = { size: 7, offsetX: -3, offsetY: -3, outline: 1 } as const

export function Grid(props: GridProps) {
  const { columns, rows, selection, onSelection, editable } = props
  const editor = useRef<DataEditorRef>(null)
  const frame = useRef<HTMLDivElement>(null)
  /** In lines. */
  const visible = useRef<Rectangle>({ x: 0, y: 0, width: 1, height: 1 })
  const isAwaited = useRef(false)
  const palette = usePalette()
  const { total, version } = useRows(rows, editor, visible)
  const { bands } = rows
  useOtherRows(rows, editor, () => selection.band && onSelection(NOTHING))
  const inRows = useMemo(() => placed(editor, rows), [rows])
  const bounds = { cols: columns.length, rows: total }
  const { widths, isHeld, ...resizing } = useWidths(columns, props.onResize)
  const named = useRef<string | undefined>(undefined)
  const [touch = false, wide = false] = useMemo(() => [COARSE, WIDE].map((query) => matchMedia(query).matches), [])
  const clicks = useClicks({ ...props, bounds, contentAt, opensRows: !wide })
  const { rowHeight = ROW_HEIGHT, tint, noted, iconOf } = props
  const others = usePeople(props, version)
  const pinned = columns.findIndex((column) => !column.pinned)
  const frozen = wide && columns.length > 1 ? Math.min(columns.length - 1, Math.max(1, pinned)) : 0
  const now = useRef(frozen)
  now.current = frozen
  const [places] = useState(
    () =>
      new FollowedPlaces({
        boundsOf: (col) => editor.current?.getBounds(col, -1),
        frame: () => frame.current?.getBoundingClientRect(),
        frozen: () => now.current,
      }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order or width is another place
  useEffect(() => places.moved(), [places, columns, widths, frozen, total])
  const clipboard = useClipboard(props)
  const hover = useHover({ columns, rows, contentAt, wordsAt: others.wordsAt })
  const fill = useFill(props, inRows)
  const editing = useCellEditing({ ...props, bounds, contentAt, select }, inRows, frame)
  const areaOfCell = () => selection.cell && inRows.current?.getBounds(selection.cell.col, selection.cell.row)
  const lineOfCell = () => selection.cell && { col: selection.cell.col, row: lineOf(bands, selection.cell.row) }
  const keepInView = useKeptInView(frame, visible, lineOfCell, areaOfCell)

  const glideColumns = useMemo<GlideColumn[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        title: column.name,
        width: widths[column.id] ?? column.width,
        hasMenu: true,
      })),
    [columns, widths],
  )
  const markers = Math.max(52, 24 + String(total).length * 7)
  const theme = useMemo(() => glideTheme(palette), [palette])
  const renderers = useMemo(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    return [faceRenderer(palette, still), bandRenderer(palette)]
  }, [palette])
  const make = useMemo(
    () => cellMaker(columns, editable, { tint, noted, iconOf }, palette),
    [columns, editable, tint, noted, iconOf, palette],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version makes Glide read every cell again
  const getCell = useCallback(
    ([col, line]: Item) => {
      const at = lineAt(bands, line)
      const band = 'band' in at ? bands?.list[at.band] : undefined
      return band
        ? bandCell(band, { col, id: columns[col]?.id ?? '', cols: columns.length, frozen, left: markers })
        : make(col, 'row' in at ? rows.row(at.row) : undefined)
    },
    [make, rows, version, bands, columns, frozen, markers],
  )
  // What was turned or came in may show other rows although nothing scrolled.
  useEffect(() => bands?.want(visible.current.y, visible.current.y + visible.current.height), [bands])
  const grouping = useMemo(() => bands && rowGrouping(bands, rowHeight, palette), [bands, rowHeight, palette])

  useEffect(() => {
    const kept = clampSelection(selection, { cols: columns.length, rows: total })
    if (total > 0 && columns.length > 0 && JSON.stringify(kept) !== JSON.stringify(selection)) onSelection(kept)
  }, [selection, columns.length, total, onSelection])

  // Glide gives it no name, and draws it once the grid has been still for a moment.
  useEffect(() => frame.current?.querySelector('[role=grid]')?.setAttribute('aria-label', props.label))

  useImperativeHandle(props.ref, () => ({
    focus: () => {
      isAwaited.current = !frame.current?.querySelector('canvas')
      editor.current?.focus()
    },
    reveal: showCell,
    revealColumn: (col) => editor.current?.scrollTo(col, 0, 'horizontal'),
    edit: (at) => editing.start(at, null),
    fill: fill.line,
    paste: () => void clipboard.pasteNow(),
    headerArea: (col) => {
      const box = editor.current?.getBounds(col, -1)
      const left = frame.current?.getBoundingClientRect().left ?? 0
      return box ? { ...box, x: Math.max(left, box.x) } : null
    },
  }))

  function contentAt(at: Point) {
    const row = rows.row(at.row)
    const column = columns[at.col]
    return row && column ? cellOf(row, column) : undefined
  }

  function select(next: Selection, reveal = true) {
    onSelection(next)
    const head = headOf(next)
    if (reveal && head) showCell(head)
  }

  function showCell(at: Point) {
    // Frozen columns are always in view: what is wanted then is the left end of the others.
    const col = at.col < frozen ? frozen : at.col
    inRows.current?.scrollTo(col, at.row)
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/useSemanticElements: the frame only names the grid inside it */}
      <div
        ref={frame}
        role="group"
        aria-label={`${props.label}. Arrow keys move, Enter edits, Space shows details, F6 goes to them, Escape twice and then Tab leaves the grid.`}
        className="relative min-h-0 min-w-0 flex-1 overflow-hidden"
        onCopy={editing.area ? undefined : clipboard.onCopy}
        onCut={editing.area ? undefined : clipboard.onCut}
        onPaste={editing.area ? undefined : clipboard.onPaste}
        onKeyDownCapture={clipboard.onKeyDown}
        onDoubleClickCapture={fill.onDoubleClick}
        onMouseLeave={hover.leave}
        {...editing.touches}
      >
        <DataEditor
          ref={editor}
          width="100%"
          height="100%"
          className="size-full"
          columns={glideColumns}
          rows={bands?.lines ?? total}
          {...(grouping ? { rowGrouping: grouping } : {})}
          getCellContent={getCell}
          getCellsForSelection
          renderers={PARTS}
          customRenderers={renderers}
          imageWindowLoader={NO_IMAGES}
          theme={theme}
          rowHeight={rowHeight}
          headerHeight={HEADER_HEIGHT}
          rowMarkers={{ kind: 'both', width: markers }}
          // A checkbox adds its row to those that are chosen.
          rowSelectionMode="multi"
          freezeColumns={frozen}
          minColumnWidth={60}
          maxColumnWidth={800}
          smoothScrollX
          smoothScrollY
          preventDiagonalScrolling
          overscrollX={props.onAddColumn ? 0 : 40}
          drawFocusRing="no-editor"
          rangeSelect="multi-rect"
          fillHandle={editable && !touch ? FILL_HANDLE : false}
          onFillPattern={(event) => {
            event.preventDefault()
            const [from, to] = [areaOf(bands, event.patternSource), areaOf(bands, event.fillDestination)]
            if (from && to) void fill.drag(from, to)
          }}
          gridSelection={toLines(selection, bands)}
          onGridSelectionChange={(next) => {
            editing.leave()
            const { y, height } = visible.current
            const top = bands ? bands.rowsWithin(y, y + height)?.first : y
            onSelection(anchored(withWhole(fromLines(next, bands), selection, bounds), selection, bounds, top ?? 0))
          }}
          // The code that moves the cursor also scrolls to it: if Glide did so too, it would scroll twice as far.
          scrollToActiveCell={false}
          keybindings={OWN_KEYS}
          editOnType={false}
          onKeyDown={(event) =>
            handleKey(event, {
              ...props,
              bounds,
              contentAt,
              select,
              startEdit: editing.start,
              fill: fill.line,
              pageRows: () => visible.current.height - 2,
              onMenu: (target) => {
                const place = target.on === 'cell' ? target.at : { col: target.col, row: -1 }
                const box = inRows.current?.getBounds(place.col, place.row)
                const below = target.on === 'cell' ? rowHeight : HEADER_HEIGHT
                props.onMenu(target, { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + below - 4 })
              },
              onReveal: showCell,
              bands,
              onTurn: clicks.turn,
              onRevealLine: (line) => editor.current?.scrollTo(0, line, 'vertical', 0, 0),
            })
          }
          cellActivationBehavior={touch ? 'second-click' : 'double-click'}
          onCellActivated={([col, line]) => {
            const at = lineAt(bands, line)
            if ('row' in at && !(touch && !wide)) editing.start({ col, row: at.row }, null)
          }}
          onCellClicked={(place, event) => {
            // Glide takes the focus only where the selection changes: a click on the active cell, too, means to go on here.
            editor.current?.focus()
            clicks.onCell(place, event)
          }}
          onCellContextMenu={clicks.onCellMenu}
          onHeaderClicked={(col, event) => {
            const id = columns[col]?.id
            // After the click, with which Glide takes the focus.
            if (event.isDoubleClick && id && named.current === id) setTimeout(() => props.onRename?.(id))
            named.current = id
          }}
          onHeaderContextMenu={(col, event) => {
            event.preventDefault()
            props.onMenu({ on: 'header', col }, viewportPoint(event))
          }}
          onHeaderMenuClick={(col, box) => {
            // Letting go of a column's edge ends over its menu.
            if (!isHeld()) props.onMenu({ on: 'header', col }, { x: box.x, y: box.y + box.height })
          }}
          {...resizing}
          onItemHovered={touch ? undefined : hover.over}
          onColumnMoved={(from, to) => props.onMove(from, to)}
          onVisibleRegionChanged={(area) => {
            visible.current = area
            if (isAwaited.current) editor.current?.focus()
            isAwaited.current = false
            ;(bands ?? rows).want(area.y, area.y + area.height)
            keepInView()
            editing.follow()
            others.follow.current?.()
            places.moved()
          }}
          highlightRegions={others.tinted}
          drawHeader={({ ctx, rect, columnIndex, isSelected, isHovered, menuBounds }, drawContent) => {
            const column = columns[columnIndex]
            if (!column || columnIndex < 0) return drawContent()
            ctx.textBaseline = 'middle'
            paintHeader(ctx, rect, column, palette, {
              selected: isSelected,
              menu: touch || isHovered,
              menuArea: menuBounds,
            })
          }}
          {...(props.onAddRow
            ? {
                trailingRowOptions: { hint: 'New row', tint: false },
                onRowAppended: () => props.onAddRow?.().then(() => undefined),
              }
            : {})}
          {...(props.onAddColumn
            ? {
                rightElementProps: { sticky: false, fill: true },
                rightElement: <AddColumnButton onAdd={props.onAddColumn} />,
              }
            : {})}
        />
        {editing.editing && editing.area && editing.column && (
          <CellEditor
            key={`${editing.editing.columnId}:${editing.editing.rowId}`}
            column={editing.column}
            area={editing.area}
            bottom={frame.current?.clientHeight ?? 0}
            text={editing.editing.text}
            theirs={editing.theirs}
            who={props.changedBy?.(editing.editing.rowId, editing.editing.columnId)}
            many={!isSingle(selection)}
            onDone={editing.end}
            onCancel={() => editing.end(null, 'stay')}
          />
        )}
        <PeopleOverlay {...{ ...others, rows, columns, frozen, frame }} editor={inRows} headerHeight={HEADER_HEIGHT} />
        <HoverNote hovered={editing.area ? null : hover.hovered} />
      </div>
      {props.footer?.(places)}
    </div>
  )
}
