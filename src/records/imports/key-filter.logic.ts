// Remembers keys in little room: what it does not know was certainly not added, what it knows was almost certainly (Bloom).

export interface KeyFilter {
  add(key: string): void
  mayHave(key: string): boolean
}

/** 4 MB; of a million keys that were never added it takes about one in ten thousand for known. */
const BITS = 2 ** 25
const PROBES = 4

export function openKeyFilter(): KeyFilter {
  const words = new Uint32Array(BITS / 32)
  const bit = (hash: number, step: number, probe: number) => (hash + Math.imul(step, probe)) & (BITS - 1)
  return {
    add(key) {
      const [hash, step] = hashes(key)
      for (let probe = 0; probe < PROBES; probe++) {
        const at = bit(hash, step, probe)
        words[at >>> 5] = (words[at >>> 5] as number) | (1 << (at & 31))
      }
    },
    mayHave(key) {
      const [hash, step] = hashes(key)
      for (let probe = 0; probe < PROBES; probe++) {
        const at = bit(hash, step, probe)
        if (((words[at >>> 5] as number) & (1 << (at & 31))) === 0) return false
      }
      return true
    },
  }
}

// FNV-1a over UTF-16 units, and its bits mixed once more (murmur3) for the step, which is odd.
function hashes(key: string): [number, number] {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  let step = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  step = Math.imul(step ^ (step >>> 13), 0xc2b2ae35)
  return [hash >>> 0, (step ^ (step >>> 16)) | 1]
}
