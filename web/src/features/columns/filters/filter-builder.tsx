// Builds a filter: conditions in groups of all, any or none, each group inside another at will.
import { FolderPlus, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select } from '../../../ui/forms/field.tsx'
import type { Filter, FilterLeaf } from '../workbook.shapes.ts'
import { FacetSelect } from './facet-select.tsx'
import { type Choice, choiceOf, type FilterField, OPS, opWords, sortOf } from './fields.logic.ts'
import {
  changeNode,
  freshGroup,
  freshLeaf,
  type Group,
  isGroup,
  type Join,
  type Leaf,
  leavesOf,
  MAX_LEAVES,
  MAX_LEVELS,
  type Node,
  readTree,
  withField,
  withOp,
  writeTree,
} from './tree.logic.ts'
import { ValueField } from './value-field.tsx'

interface Props {
  fields: readonly FilterField[]
  filter: Filter | null
  /** After `delay` without another change, and at once when the builder goes. Unfinished conditions are left out. */
  onChange: (filter: Filter | null) => void
  /** Said when there is no condition yet. */
  nothing: string
  /** A column to begin another condition with. */
  begin?: string | null
  /** In milliseconds; 0 in a form, which is saved as it stands. */
  delay?: number
}

const WAIT_MS = 300
/** As this builder writes it: a filter that says the same otherwise is not changed by being shown. */
const asWritten = (filter: Filter | null) => JSON.stringify(writeTree(readTree(filter)))
const JOINS: Record<Join, string> = { and: 'all of these hold', or: 'any of these holds', none: 'none of these holds' }

export function FilterBuilder({ fields, filter, onChange, nothing, begin = null, delay = WAIT_MS }: Props) {
  const [tree, setTree] = useState(() => readTree(filter))
  const told = useRef(asWritten(filter))
  const latest = useRef({ tree, onChange })
  latest.current = { tree, onChange }
  const body = useRef<HTMLDivElement>(null)

  const given = JSON.stringify(filter)
  useEffect(() => {
    const written = asWritten(JSON.parse(given))
    if (written === told.current) return
    told.current = written
    setTree(readTree(JSON.parse(given)))
  }, [given])

  function tell() {
    const next = writeTree(latest.current.tree)
    const text = JSON.stringify(next)
    if (text === told.current) return
    told.current = text
    latest.current.onChange(next)
  }
  const say = useRef(tell)
  say.current = tell
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the tree starts the wait again
  useEffect(() => {
    const timer = setTimeout(() => say.current(), delay)
    return () => clearTimeout(timer)
  }, [tree])
  useEffect(() => () => say.current(), [])

  const begun = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another column to begin with starts a condition
  useEffect(() => {
    const field = fields.find((one) => one.id === begin)
    if (field && begun.current !== begin) {
      begun.current = begin
      add(tree, freshLeaf(field))
    }
  }, [begin])

  const full = leavesOf(tree).length >= MAX_LEAVES
  const change = (at: number, how: (node: Node) => Node | null) => setTree(changeNode(tree, at, how))
  function add(to: Group, node: Node) {
    change(to.key, () => ({ ...to, items: [...to.items, node] }))
    const key = isGroup(node) ? node.items[0]?.key : node.key
    setTimeout(() => body.current?.querySelector<HTMLElement>(`[data-leaf="${key}"] select`)?.focus(), 0)
  }

  return (
    <div ref={body} className="flex flex-col gap-2">
      {tree.items.length === 0 && <p className="text-ink-3 text-sm">{nothing}</p>}
      <GroupRows group={tree} level={1} fields={fields} full={full} change={change} add={add} />
    </div>
  )
}

interface Parts {
  group: Group
  level: number
  fields: readonly FilterField[]
  full: boolean
  change: (at: number, how: (node: Node) => Node | null) => void
  add: (to: Group, node: Node) => void
}

function GroupRows({ group, level, fields, full, change, add }: Parts) {
  const shown = level > 1 || group.items.length > 1 || group.join === 'none'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold its legend in a line
    <div
      role="group"
      aria-label={`Rows where ${JOINS[group.join]}`}
      className={level > 1 ? 'flex flex-col gap-2 rounded-md border bg-canvas p-2' : 'flex flex-col gap-2'}
    >
      {shown && (
        <div className="flex items-center gap-1.5 text-ink-2 text-sm">
          {level === 1 && <span>Where</span>}
          <Select
            aria-label="How the conditions are joined"
            className="w-44"
            value={group.join}
            onChange={(event) => change(group.key, (node) => ({ ...node, join: event.target.value as Join }) as Group)}
          >
            {Object.entries(JOINS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          {level > 1 && (
            <IconButton
              size="sm"
              icon={X}
              label="Remove this group"
              className="ml-auto"
              onClick={() => change(group.key, () => null)}
            />
          )}
        </div>
      )}
      {group.items.map((node) =>
        isGroup(node) ? (
          <GroupRows
            key={node.key}
            group={node}
            level={level + 1}
            fields={fields}
            full={full}
            change={change}
            add={add}
          />
        ) : (
          <LeafRow key={node.key} node={node} fields={fields} change={change} />
        ),
      )}
      <div className="flex gap-1">
        <Button size="sm" look="quiet" icon={Plus} disabled={full} onClick={() => add(group, freshLeaf(fields[0]))}>
          Add a condition
        </Button>
        {level < MAX_LEVELS && (
          <Button
            size="sm"
            look="quiet"
            icon={FolderPlus}
            disabled={full}
            onClick={() => add(group, freshGroup(fields[0]))}
          >
            Add a group
          </Button>
        )}
      </div>
    </div>
  )
}

function LeafRow({ node, fields, change }: { node: Leaf; fields: readonly FilterField[]; change: Parts['change'] }) {
  const { leaf } = node
  const field = fields.find((one) => one.id === leaf.field)
  const sort = sortOf(leaf, fields)
  const put = (next: FilterLeaf) => change(node.key, () => ({ ...node, leaf: next }))
  const offered = OPS[sort]
  const ofRow = fields.filter((one) => one.id.startsWith('$'))
  return (
    <div
      data-leaf={node.key}
      className="flex flex-wrap items-center gap-1.5 max-sm:rounded-md max-sm:border max-sm:p-1.5"
    >
      <Select
        aria-label="Column"
        className="min-w-28 flex-1 basis-32"
        value={leaf.field}
        onChange={(event) => put(withField(leaf, { field: event.target.value }, fields))}
      >
        {!field && <option value={leaf.field}>{leaf.field === '' ? 'Choose a column' : 'A deleted column'}</option>}
        {ofRow.length === 0 && fields.map(toOption)}
        {ofRow.length > 0 && (
          <>
            <optgroup label="Columns">{fields.filter((one) => !ofRow.includes(one)).map(toOption)}</optgroup>
            <optgroup label="The row">{ofRow.map(toOption)}</optgroup>
          </>
        )}
      </Select>
      <FacetSelect field={field} facet={leaf.on} onChange={(on) => put(withField(leaf, { on }, fields))} />
      <Select
        aria-label="Comparison"
        className={sort === 'instant' ? 'w-56' : 'w-38'}
        value={choiceOf(leaf)}
        onChange={(event) => put(withOp(leaf, event.target.value as Choice, fields))}
      >
        {!offered.some(([op]) => op === choiceOf(leaf)) && <option value={leaf.op}>{opWords(leaf.op, sort)}</option>}
        {offered.map(([op, words]) => (
          <option key={op} value={op}>
            {words}
          </option>
        ))}
      </Select>
      <ValueField leaf={leaf} fields={fields} onChange={put} />
      <IconButton
        size="sm"
        icon={X}
        label="Remove this condition"
        className="ml-auto"
        onClick={() => change(node.key, () => null)}
      />
    </div>
  )
}

const toOption = (field: FilterField) => (
  <option key={field.id} value={field.id}>
    {field.name}
  </option>
)
