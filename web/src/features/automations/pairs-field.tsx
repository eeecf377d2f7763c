// Names with the texts they get, and the list of references that a text may take in.
import { Braces, Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Input } from '../../ui/forms/field.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

interface PairsProps {
  label: string
  hint?: ReactNode
  value: unknown
  error: string | undefined
  references: readonly string[]
  onChange: (value: unknown) => void
}

/** Offers what the event brought; nothing where there is nothing. */
export function Insert({ references, onPick }: { references: readonly string[]; onPick: (reference: string) => void }) {
  if (references.length === 0) return null
  return (
    <Menu
      align="end"
      items={[
        { heading: 'From the event' },
        ...references.slice(0, 80).map((one) => ({ label: one, onSelect: () => onPick(one) })),
      ]}
      trigger={<IconButton icon={Braces} label="Insert a value of the event" />}
    />
  )
}

/** Names and the texts they get: values of a row, a lead or a message. */
export function Pairs({ label, hint, value, error, references, onChange }: PairsProps) {
  const id = useId()
  const pairs = Object.entries((value as Record<string, string> | undefined) ?? {})
  const put = (next: [string, string][]) => onChange(Object.fromEntries(next))
  const change = (index: number, pair: [string, string]) => put(pairs.map((one, at) => (at === index ? pair : one)))
  return (
    <fieldset className="flex flex-col gap-1.5 sm:col-span-2">
      <legend className="mb-1 font-medium text-ink-2 text-sm">{label}</legend>
      {hint && <p className="-mt-1 mb-1 text-ink-3 text-xs">{hint}</p>}
      {pairs.map(([key, text], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no identity but their place
        <span key={`${id}-${index}`} className="flex items-start gap-1">
          <Input
            aria-label="Name"
            className="basis-36"
            value={key}
            placeholder="Name"
            onChange={(event) => change(index, [event.target.value, text])}
          />
          <Input
            aria-label={`Value of ${key || 'it'}`}
            dir="auto"
            value={text}
            placeholder="Text or {{value}}"
            onChange={(event) => change(index, [key, event.target.value])}
          />
          <Insert references={references} onPick={(one) => change(index, [key, `${text}{{${one}}}`])} />
          <IconButton
            icon={X}
            label={`Remove ${key || 'this value'}`}
            onClick={() => put(pairs.filter((_, at) => at !== index))}
          />
        </span>
      ))}
      {error && (
        <p role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
      <span>
        <Button
          size="sm"
          look="quiet"
          icon={Plus}
          onClick={() => put([...pairs, [pairs.some(([key]) => key === '') ? ' ' : '', '']])}
        >
          Add a value
        </Button>
      </span>
    </fieldset>
  )
}
