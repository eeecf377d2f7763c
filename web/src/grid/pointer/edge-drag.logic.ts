// A drag of a column's edge as Glide tells it, and whether anything was moved by it.

export interface EdgeDrag {
  /** The column whose edge was taken, and how wide it was then. */
  id: string
  width: number
  /** What Glide told first: the place where the edge was taken, which lies up to 5 px beside it. */
  first?: number
  isMoved: boolean
}

/** As far from an edge as it can be taken, in px, and one more. */
const BESIDE = 6

/**
 * Whether a width that Glide tells is meant, noting a movement. The pointer may be told of without having moved, and
 * to the other chosen columns Glide tells the least width there is when an edge was clicked and not moved.
 */
export function isMeant(drag: EdgeDrag, id: string, to: number): boolean {
  if (id === drag.id) {
    drag.first ??= to
    drag.isMoved ||= to !== drag.first || Math.abs(to - drag.width) > BESIDE
  }
  return drag.isMoved
}
