import { type Kind, mask, masked } from '@mqdeck/contract'

/** Texts that must not be seen. */
export interface Secrets {
  add(texts: Iterable<string>): void
  /** The text with every secret in it replaced. */
  hide(text: string): string
}

/** Shorter ones stand in any sentence by chance. */
const shortest = 4

export function createSecrets(): Secrets {
  const known = new Set<string>()
  return {
    add(texts) {
      for (const text of texts) if (text.length >= shortest) known.add(text)
    },
    // Longer ones first: one may begin with another.
    hide: (text) =>
      [...known].sort((a, b) => b.length - a.length).reduce((shown, secret) => shown.replaceAll(secret, mask), text),
  }
}

/** Every secret in a value: what the API would mask. */
export function* secretsIn(kind: Kind, value: unknown): Iterable<string> {
  yield* covered(value, masked(kind, value))
}

function* covered(open: unknown, shown: unknown): Iterable<string> {
  if (typeof open === 'string') {
    if (open !== shown) yield open
  } else if (typeof open === 'object' && open !== null) {
    const inside: Readonly<Record<string, unknown>> = typeof shown === 'object' && shown !== null ? { ...shown } : {}
    for (const [key, inner] of Object.entries(open)) yield* covered(inner, inside[key])
  }
}
