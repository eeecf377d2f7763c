// A person's picture, or the initials of their name. Pictures lie in the account itself; nothing is loaded from elsewhere.
import { cx } from './classes.ts'
import { initialsOf } from './initials.ts'

interface Props {
  name: string
  image?: string | null | undefined
  className?: string
}

export function Avatar({ name, image, className }: Props) {
  const frame = cx('size-7 shrink-0 rounded-full', className)
  if (image?.startsWith('data:image/')) return <img src={image} alt="" className={cx(frame, 'object-cover')} />
  return (
    <span
      aria-hidden
      className={cx(
        frame,
        'inline-flex items-center justify-center bg-accent-soft font-semibold text-accent-ink text-xs',
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
