import { mask } from '@mqdeck/contract'

/** Texts that must not appear in messages. */
export interface Secrets {
  add(texts: Iterable<string>): void
  /** Replaces every secret in the text. */
  hide(text: string): string
}

/** Shorter secrets occur in ordinary sentences by chance. */
const shortest = 4

export function createSecrets(): Secrets {
  const known = new Set<string>()
  return {
    add(texts) {
      for (const text of texts) if (text.length >= shortest) known.add(text)
    },
    // Longest first, because one secret may be the start of another.
    hide: (text) =>
      [...known].sort((a, b) => b.length - a.length).reduce((shown, secret) => shown.replaceAll(secret, mask), text),
  }
}
