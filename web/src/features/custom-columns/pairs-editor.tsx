// Names and their values, one line each: headers, parameters, the fields of a form, what is sent.
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Column } from '../../api/shapes.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/forms/field.tsx'
import type { Pair } from '../columns/custom.shapes.ts'
import { ReferenceEditor } from './reference-editor.tsx'

interface Props {
  /** What one pair is called, such as "header". */
  what: string
  pairs: Pair[]
  columns: readonly Column[]
  onChange: (pairs: Pair[]) => void
  /** What a name is chosen from; typed where there is nothing to choose from. */
  names?: readonly string[] | undefined
  /** In a value that is blank. */
  example?: string
  /** Beside the button that adds one. */
  more?: ReactNode
}

export function PairsEditor({ what, pairs, columns, onChange, names, example, more }: Props) {
  const put = (at: number, part: Partial<Pair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...part } : pair)))
  return (
    <div className="flex flex-col gap-1.5">
      {pairs.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity while its name is typed
        <div key={at} className="grid grid-cols-[minmax(5rem,38%)_1fr_auto] items-start gap-1.5">
          {names ? (
            <Select
              aria-label={`Name of ${what} ${at + 1}`}
              value={pair.name}
              onChange={(event) => put(at, { name: event.target.value })}
            >
              <option value="">Choose a column</option>
              {(pair.name === '' || names.includes(pair.name) ? names : [pair.name, ...names]).map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          ) : (
            <Input
              aria-label={`Name of ${what} ${at + 1}`}
              placeholder="name"
              spellCheck={false}
              maxLength={100}
              className="h-8.5 font-mono text-sm"
              value={pair.name}
              onChange={(event) => put(at, { name: event.target.value })}
            />
          )}
          <ReferenceEditor
            label={`Value of ${what} ${at + 1}`}
            placeholder={example ?? '{{Column}} or text'}
            mono
            columns={columns}
            value={pair.value}
            onChange={(value) => put(at, { value })}
          />
          <IconButton
            icon={X}
            label={`Remove ${what} ${pair.name || at + 1}`}
            onClick={() => onChange(pairs.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" look="quiet" icon={Plus} onClick={() => onChange([...pairs, { name: '', value: '' }])}>
          {`Add a ${what}`}
        </Button>
        {more}
      </div>
    </div>
  )
}
