// What the build puts in the place of lucide-react (vite.config.ts): one icon, drawn with the shapes of web/icons.json.
import type { LucideIcon, LucideProps } from 'lucide-react'
import { createElement, forwardRef } from 'react'

type Shape = readonly [element: string, attributes: Readonly<Record<string, string>>]

/** Without a name of its own an icon is decoration, which screen readers pass over. */
export function drawn(shapes: readonly Shape[]): LucideIcon {
  return forwardRef<SVGSVGElement, LucideProps>(({ size = 24, color = 'currentColor', ...rest }, ref) => {
    const isNamed = rest.role !== undefined || rest['aria-label'] !== undefined
    const attributes = {
      ref,
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: color,
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': isNamed ? undefined : true,
      ...rest,
    } as const
    return createElement('svg', attributes, ...shapes.map(([element, its]) => createElement(element, its)))
  })
}
