// A signal that ends a look at a source in time.
const PREVIEW_MS = 30_000

export function openRequestSignal(ms = PREVIEW_MS): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('The source took too long')), ms)
  return { signal: controller.signal, end: () => clearTimeout(timer) }
}
