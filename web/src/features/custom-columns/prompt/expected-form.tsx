// What is expected of the answers on one row: which are looked at, and how they are compared.
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Input, Select } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import type { ExpectedValues, ResearchField } from '../../columns/custom.shapes.ts'
import { type ExpectedField, readExpected, writeExpected } from './expected.logic.ts'

interface Props {
  fields: readonly ResearchField[]
  expected: ExpectedValues
  save: (expected: ExpectedValues) => Promise<unknown>
  onClose: () => void
}

export function ExpectedForm({ fields, expected, save, onClose }: Props) {
  const { values, set, busy, submit, allWords: words } = useForm({ lines: readExpected(fields, expected) })
  const { lines } = values
  const written = writeExpected(lines)
  const put = (at: number, part: Partial<ExpectedField>) =>
    set({ lines: lines.map((line, index) => (index === at ? { ...line, ...part } : line)) })
  return (
    <form
      className="mt-2 flex flex-col gap-2 rounded-md bg-canvas px-2.5 py-2.5"
      onSubmit={async (event) => {
        event.preventDefault()
        if (written && (await submit(() => save(written)))) onClose()
      }}
    >
      {lines.map((line, at) => (
        <div key={line.name} className="flex flex-col gap-1.5">
          <Checkbox label={line.name} checked={line.on} onChange={(on) => put(at, { on })} />
          {line.on && (
            <div className="grid grid-cols-[7.5rem_1fr] gap-1.5">
              <Select
                aria-label={`How ${line.name} is compared`}
                value={line.how}
                onChange={(event) => put(at, { how: event.target.value as ExpectedField['how'] })}
              >
                <option value="exact">is</option>
                <option value="contains">contains</option>
                <option value="number">is about</option>
              </Select>
              <Input
                aria-label={`Expected ${line.name}`}
                placeholder="nothing"
                dir="auto"
                value={line.text}
                onChange={(event) => put(at, { text: event.target.value })}
              />
              {line.how === 'number' && (
                <Input
                  aria-label={`How far off ${line.name} may be`}
                  placeholder="may be off by 0"
                  inputMode="decimal"
                  className="col-start-2"
                  value={line.tolerance}
                  onChange={(event) => put(at, { tolerance: event.target.value })}
                />
              )}
            </div>
          )}
        </div>
      ))}
      {words && (
        <p role="alert" className="text-bad text-sm">
          {words}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" size="sm" look="primary" busy={busy} disabled={!written}>
          Save
        </Button>
        <Button size="sm" look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
