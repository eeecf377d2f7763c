// A small table: what each row is about first, then what is said of it.
import type { ReactNode } from 'react'
import { cx } from './classes.ts'

interface Head {
  title: ReactNode
  align?: 'end'
  /** Tailwind width of the column. */
  width?: string
  /** Hidden below this width. */
  from?: 'sm' | 'md'
  isQuiet?: boolean
}

interface Row {
  key: string
  /** One for each head; the first names the row. */
  cells: readonly ReactNode[]
}

interface Props {
  label?: string
  heads: readonly Head[]
  rows: readonly Row[]
  /** Within a frame, whose edges it keeps away from. */
  framed?: boolean
}

const froms = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell' }

export function FigureTable({ label, heads, rows, framed = false }: Props) {
  const look = ({ align, from, isQuiet }: Head = { title: null }) =>
    cx(
      framed ? 'py-2 first:pl-4 last:pr-4' : 'py-1',
      'not-last:pr-3',
      align === 'end' && 'text-right',
      from && froms[from],
      isQuiet && 'text-ink-2',
    )
  return (
    <table aria-label={label} className="w-full text-sm tabular-nums">
      <thead>
        <tr className="text-left text-ink-3 text-xs">
          {heads.map((head, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
            <th key={at} scope="col" className={cx('font-normal', look({ ...head, isQuiet: false }), head.width)}>
              {head.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...others] }) => (
          <tr key={key} className="border-t align-top">
            <th scope="row" className={cx('text-left font-normal', look(heads[0]))}>
              {name}
            </th>
            {others.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
              <td key={at} className={look(heads[at + 1])}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
