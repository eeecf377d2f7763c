// A JSON value, folded under its title.
interface Props {
  title: string
  value: unknown
  open?: boolean
}

export function JsonView({ title, value, open }: Props) {
  if (value === null || value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <details className="mt-1" open={open}>
      <summary className="cursor-pointer select-none rounded-sm text-ink-3 text-sm hover:text-ink">{title}</summary>
      <pre className="mt-1 max-h-72 overflow-auto rounded-md bg-sunken p-2 text-xs [overflow-wrap:anywhere] whitespace-pre-wrap">
        {text}
      </pre>
    </details>
  )
}
