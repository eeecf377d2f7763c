// Stands in for what the grid library brings for image and Markdown cells, which this app does not have: 16 KB less to load.
export function marked(): string {
  return ''
}

export function Carousel() {
  return null
}
