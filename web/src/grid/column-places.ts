// Where the columns are on the screen, for what stands under them and moves along when they scroll.
import type { Rectangle } from '@glideapps/glide-data-grid'

export interface ColumnPosition {
  /** Px from the left of the grid. */
  left: number
  width: number
  isFrozen: boolean
}

export interface ColumnPlaces {
  /** Null for a column that is not in sight. */
  of(col: number): ColumnPosition | null
  /** Calls whenever they move, until the returned function is called. */
  follow(tell: () => void): () => void
}

interface Parts {
  /** The header of a column on the page. */
  boundsOf: (col: number) => Rectangle | undefined
  frame: () => DOMRect | undefined
  frozen: () => number
}

export class FollowedPlaces implements ColumnPlaces {
  readonly #followers = new Set<() => void>()
  readonly #parts: Parts
  /** In which it is still told. */
  #frames = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  of(col: number): ColumnPosition | null {
    const { boundsOf, frame, frozen } = this.#parts
    const [box, outer] = [boundsOf(col), frame()]
    if (!box || !outer) return null
    const left = box.x - outer.x
    const isFrozen = col < frozen()
    return left >= outer.width || left + box.width <= 0 ? null : { left, width: box.width, isFrozen }
  }

  follow(tell: () => void): () => void {
    this.#followers.add(tell)
    // The grid draws its new size or order first.
    const soon = requestAnimationFrame(tell)
    return () => {
      cancelAnimationFrame(soon)
      this.#followers.delete(tell)
    }
  }

  /** Tells in the next frame and in the one after: the grid says where it is only when it has drawn that, some time after it was moved. */
  moved(): void {
    if (this.#followers.size === 0) return
    if (this.#frames === 0) requestAnimationFrame(() => this.#tell())
    this.#frames = 2
  }

  #tell(): void {
    this.#frames--
    for (const tell of this.#followers) tell()
    if (this.#frames > 0) requestAnimationFrame(() => this.#tell())
  }
}
