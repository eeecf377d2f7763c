// Copy, cut and paste on the grid: text and HTML both ways, and ranges that have to be loaded before they can be copied.
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import {
  type Block,
  type ClipboardTexts,
  MAX_PASTE_CELLS,
  planPaste,
  readClipboard,
  toClipboard,
  tooNarrow,
} from '../clipboard/clipboard.logic.ts'
import { type Bounds, cellOf, type GridColumn, type GridRow, type Rect } from '../model/grid.types.ts'
import { landings, type Span, selectCell, spanLength, tableOf } from '../model/selection.logic.ts'
import type { Rows } from '../rows/shown-rows.types.ts'
import type { BlockEditing } from './block-editing.ts'
import { clearWrite, pasteWrite } from './write.logic.ts'

/** Characters that are read without a pause. */
const AT_ONCE = 200_000
/** The longest time without a pause, in ms, so that the page stays responsive. */
const SLICE_MS = 25

export function useClipboard({ columns, rows, selection, onSelection, editable, onWrite, onNotice }: BlockEditing) {
  /** A copy that had to be loaded first and that the browser would not take without another key press. */
  const ready = useRef<{ key: string; texts: ClipboardTexts } | null>(null)
  /** Ctrl+Shift+V was pressed: the paste that follows takes the text and not the table. */
  const plainOnly = useRef(false)
  const bounds = { cols: columns.length, rows: rows.total }

  function chosen(): { spans: Span[]; cols: GridColumn[] } | null {
    const table = tableOf(selection, bounds)
    if (!table && selection.more)
      onNotice('Only ranges of the same rows or of the same columns can be copied together. Nothing was copied.', 'bad')
    return (
      table && { spans: table.rows, cols: table.columns.flatMap(({ first, last }) => columns.slice(first, last + 1)) }
    )
  }

  function textsOf(found: GridRow[], cols: GridColumn[]): ClipboardTexts {
    const values = found.map((row) => cols.map((column) => cellOf(row, column).value))
    return toClipboard(
      values,
      cols.map(({ kind }) => kind),
    )
  }

  function copy(event: ClipboardEvent): boolean {
    const area = chosen()
    if (!area || area.cols.length === 0) return false
    event.preventDefault()
    const count = spanLength(area.spans) * area.cols.length
    if (count > MAX_PASTE_CELLS) {
      onNotice(`${count.toLocaleString('en-US')} cells are too many for the clipboard. Export CSV instead.`, 'bad')
      return false
    }
    const key = JSON.stringify([area.spans, area.cols.map((column) => column.id)])
    const loaded = loadedRows(rows, area.spans)
    const texts = loaded ? textsOf(loaded, area.cols) : ready.current?.key === key ? ready.current.texts : null
    ready.current = null
    if (texts) {
      event.clipboardData.setData('text/plain', texts.plain)
      event.clipboardData.setData('text/html', texts.html)
      if (count > 1) onNotice(`${count.toLocaleString('en-US')} cells copied`)
      return true
    }
    void copyLater(key, area, count.toLocaleString('en-US'))
    return false
  }

  async function copyLater(key: string, { spans, cols }: { spans: Span[]; cols: GridColumn[] }, count: string) {
    onNotice('Loading the rows to copy…')
    try {
      const found: GridRow[] = []
      for (const span of spans) found.push(...(await rows.ensure(span.first, span.last)))
      const texts = textsOf(found, cols)
      if (await writeNow(texts)) onNotice(`${count} cells copied`)
      else {
        ready.current = { key, texts }
        onNotice(`${count} cells are ready: press copy once more`)
      }
    } catch {
      onNotice('Some rows could not be loaded, so nothing was copied. Try again.', 'bad')
    }
  }

  /** False where there is nothing to paste or nowhere to paste it; a long one is read bit by bit. */
  function paste(texts: ClipboardTexts): boolean {
    if (!editable) return false
    const reading = readClipboard(texts, plainOnly.current)
    plainOnly.current = false
    const ranges = landings(selection, bounds)
    if (ranges.length === 0) return false
    const size = texts.plain.length + texts.html.length
    if (size === 0) return false
    if (size < AT_ONCE) return put(readOn(reading, Number.POSITIVE_INFINITY) ?? [], ranges)
    onNotice('Reading what you paste…')
    void (async () => {
      for (;;) {
        const block = readOn(reading, SLICE_MS)
        if (block) return put(block, ranges)
        await new Promise((next) => setTimeout(next))
      }
    })()
    return true
  }

  function put(block: Block, ranges: Rect[]): boolean {
    const [range] = ranges
    const plan = range && planPaste(block, range, bounds)
    if (!plan) return false
    const isOne = block.length === 1 && block[0]?.length === 1
    const targets = isOne ? ranges : [plan.target]
    const count = targets.reduce((sum, { width, height }) => sum + width * height, 0)
    if (count > MAX_PASTE_CELLS) {
      onNotice(`${count.toLocaleString('en-US')} cells are too many to paste. Import them as a file instead.`, 'bad')
      return true
    }
    const hidden = tooNarrow(block)
    if (hidden > 0)
      onNotice(
        `${hidden.toLocaleString('en-US')} of the cells came as ####: their column is too narrow in the spreadsheet. Widen it there and copy again.`,
        'bad',
      )
    if (targets.length === 1)
      onSelection({ ...selectCell({ col: plan.target.x, row: plan.target.y }), range: within(plan.target, bounds) })
    onWrite({ ...pasteWrite(block, plan), targets })
    return true
  }

  return {
    onKeyDown: (event: KeyboardEvent) => {
      const isPaste = event.key.toLowerCase() === 'v' && (event.ctrlKey || event.metaKey)
      if (isPaste) plainOnly.current = event.shiftKey
    },
    onCopy: (event: ClipboardEvent) => {
      copy(event)
    },
    onCut: (event: ClipboardEvent) => {
      const clear = clearWrite(selection, bounds)
      if (copy(event) && editable && clear) onWrite(clear)
    },
    onPaste: (event: ClipboardEvent) => {
      const data = event.clipboardData
      const texts = { plain: data.getData('text/plain'), html: data.getData('text/html') }
      if (paste(texts)) event.preventDefault()
    },
    /** From a menu, where the browser lets a page read the clipboard. */
    pasteNow: async () => {
      const texts = await readNow()
      if (!texts) onNotice('The browser gives the clipboard to keys only: press Ctrl+V, or ⌘V on a Mac')
      else if (!paste(texts)) onNotice('There is nothing on the clipboard that fits here')
    },
  }
}

/** Reads on for so long; null while there is more to read. */
function readOn(reading: Generator<void, Block>, ms: number): Block | null {
  const end = performance.now() + ms
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return step.value
    if (performance.now() > end) return null
  }
}

function loadedRows(rows: Rows, spans: Span[]): GridRow[] | null {
  const found: GridRow[] = []
  for (const span of spans) {
    for (let index = span.first; index <= span.last; index += 1) {
      const row = rows.row(index)
      if (!row) return null
      found.push(row)
    }
  }
  return found
}

/** What is seen selected after a paste: the part of it that the table has. */
function within(target: Rect, bounds: Bounds): Rect {
  const width = Math.max(1, Math.min(target.width, bounds.cols - target.x))
  return { ...target, width, height: Math.max(1, Math.min(target.height, bounds.rows - target.y)) }
}

async function readNow(): Promise<ClipboardTexts | null> {
  try {
    const texts: ClipboardTexts = { plain: '', html: '' }
    for (const item of await navigator.clipboard.read()) {
      for (const [kind, type] of [
        ['plain', 'text/plain'],
        ['html', 'text/html'],
      ] as const) {
        if (item.types.includes(type)) texts[kind] ||= await (await item.getType(type)).text()
      }
    }
    return texts
  } catch {
    return null
  }
}

async function writeNow(texts: ClipboardTexts): Promise<boolean> {
  if (!window.isSecureContext || !navigator.clipboard) return false
  try {
    const item = new ClipboardItem({
      'text/plain': new Blob([texts.plain], { type: 'text/plain' }),
      'text/html': new Blob([texts.html], { type: 'text/html' }),
    })
    await navigator.clipboard.write([item])
    return true
  } catch {
    return false
  }
}
