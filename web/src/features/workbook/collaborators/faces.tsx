// The people who are in this workbook too, in the top bar; a click goes to where they are.
import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { ON_HUE } from '../../../grid/people/people.logic.ts'
import { PageTools } from '../../../session/page-tools.tsx'
import { cx } from '../../../ui/classes.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import type { Face } from './presence.logic.ts'

/** More faces than this are shown as a number. */
const SHOWN = 4

interface Props {
  faces: readonly Face[]
  words: (face: Face) => string
  onGo: (face: Face) => void
}

export function Faces({ faces, words, onGo }: Props) {
  if (faces.length === 0) return null
  const first = faces.slice(0, faces.length > SHOWN ? SHOWN - 1 : SHOWN)
  return (
    <PageTools>
      <ul aria-label="Also here" className="mr-1 hidden items-center -space-x-1 sm:flex">
        {first.map((face) => (
          <li key={face.user_id} className="flex">
            <Tooltip text={words(face)}>
              <button
                type="button"
                aria-label={words(face)}
                className="rounded-full hover:z-10 focus-visible:z-10"
                onClick={() => onGo(face)}
              >
                <Disc face={face} />
              </button>
            </Tooltip>
          </li>
        ))}
        {faces.length > first.length && (
          <li className="flex">
            <All faces={faces} words={words} onGo={onGo}>
              <span className="flex size-6.5 items-center justify-center rounded-full border-2 border-surface bg-sunken font-medium text-ink-2 text-xs tabular-nums">
                +{faces.length - first.length}
              </span>
            </All>
          </li>
        )}
      </ul>
      <span className="mr-1 flex sm:hidden">
        <All faces={faces} words={words} onGo={onGo}>
          <span className="flex items-center -space-x-2">
            {faces.slice(0, 2).map((face) => (
              <Disc key={face.user_id} face={face} />
            ))}
          </span>
        </All>
      </span>
    </PageTools>
  )
}

function Disc({ face }: { face: Face }) {
  return (
    <span
      aria-hidden
      className={cx(
        'flex size-6.5 items-center justify-center rounded-full border-2 border-surface font-semibold text-xs uppercase',
        face.isEditing && 'motion-safe:animate-breathe',
      )}
      style={{ backgroundColor: face.hue, color: ON_HUE }}
    >
      {[...face.name][0] ?? '?'}
    </span>
  )
}

function All({ faces, words, onGo, children }: Props & { children: ReactNode }) {
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={`${faces.length} ${faces.length === 1 ? 'person is' : 'people are'} here too`}
          className="flex min-h-8 items-center rounded-full pointer-coarse:min-h-10"
        >
          {children}
        </button>
      }
      items={[
        { heading: 'Also here' },
        ...faces.map((face) => ({
          label: words(face),
          icon: MapPin,
          disabled: face.cell === null,
          onSelect: () => onGo(face),
        })),
      ]}
    />
  )
}
