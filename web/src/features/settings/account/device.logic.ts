// Which device a login came from, in words, as far as its user agent says.
type Sign = [RegExp, string]

// Order matters: browsers claim to be those that came before them.
const programs: Sign[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFxiOS\/|\bFirefox\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Chrome (headless)'],
  [/\bCriOS\/|\bChrome\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

const systems: Sign[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const named = (signs: Sign[], text: string) => signs.find(([sign]) => sign.test(text))?.[1]

/** "Firefox on Windows", "iPhone", "curl"; "Unknown device" when it said nothing. */
export function deviceWords(userAgent: string | null): string {
  if (!userAgent?.trim()) return 'Unknown device'
  const program = named(programs, userAgent)
  const system = named(systems, userAgent)
  if (program && system) return `${program} on ${system}`
  const first = /^[\w.-]{1,40}/.exec(userAgent)?.[0]
  return program ?? system ?? first ?? 'Unknown device'
}

/** Phone or computer, for the icon. */
export function isHandheld(userAgent: string | null): boolean {
  return /\b(iPhone|iPad|Android|Mobile)\b/.test(userAgent ?? '')
}
