// Where things of the drawn grid lie in the viewport.
import type { Rectangle } from '@glideapps/glide-data-grid'

/** The point of a click. */
export function viewportPoint(event: { bounds: Rectangle; localEventX: number; localEventY: number }) {
  return { x: event.bounds.x + event.localEventX, y: event.bounds.y + event.localEventY }
}
