// What is said about the cell, the column or the group under the pointer.
import type { GridMouseEventArgs } from '@glideapps/glide-data-grid'
import { useState } from 'react'
import { headerWords } from '../drawing/paint-header.ts'
import { invalidWords } from '../marks/invalid-value.logic.ts'
import { explain } from '../marks/marks.logic.ts'
import type { CellContent, GridColumn, Point } from '../model/grid.types.ts'
import { lineAt } from '../rows/bands.logic.ts'
import type { Rows } from '../rows/shown-rows.types.ts'
import type { HoveredCell } from './hover-note.tsx'

interface Options {
  columns: GridColumn[]
  rows: Rows
  contentAt: (at: Point) => CellContent | undefined
  /** About others at a cell. */
  wordsAt: (rowId: string, columnId: string) => string[]
}

export function useHover({ columns, rows, contentAt, wordsAt }: Options) {
  const [hovered, setHovered] = useState<HoveredCell | null>(null)

  function noteOn(at: Point, column: GridColumn): string {
    const content = contentAt(at)
    const row = rows.row(at.row)
    const more = row ? wordsAt(row.row_id, column.id) : []
    const words = content?.enrichment ? explain(content.enrichment) : invalidWords(content?.invalidReason)
    return [words, ...more].filter(Boolean).join('. ')
  }

  function textOf(args: GridMouseEventArgs, column: GridColumn): string {
    if (args.kind === 'header') return headerWords(column, args.bounds.width)
    const [col, line] = args.location
    const at = lineAt(rows.bands, line)
    return 'row' in at ? noteOn({ col, row: at.row }, column) : (rows.bands?.list[at.band]?.shut ?? '')
  }

  return {
    hovered,
    leave: () => setHovered(null),
    over(args: GridMouseEventArgs) {
      const [col, line] = args.location
      const column = args.kind === 'cell' || args.kind === 'header' ? columns[col] : undefined
      if (!column || args.kind === 'out-of-bounds') return setHovered(null)
      setHovered({ key: `${col}:${line}`, area: args.bounds, text: textOf(args, column) })
    },
  }
}
