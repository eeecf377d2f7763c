// Puts text on the clipboard, also on plain-http installs where browsers hide the clipboard API.
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard && window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Refused by the browser: fall through to the old way.
    }
  }
  const box = document.createElement('textarea')
  box.value = text
  box.setAttribute('readonly', '')
  box.className = 'fixed -top-96'
  document.body.append(box)
  box.select()
  const done = document.execCommand('copy')
  box.remove()
  return done
}
