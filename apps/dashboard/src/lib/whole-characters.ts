export interface ReadPart {
  readonly text: string
  /** Bytes: where to go on reading. */
  readonly position: number
}

/**
 * A part of a file that was read from `from` on, without half a character at its end: EMQX cuts them in two, and a half comes as
 * U+FFFD. That character is asked for anew.
 */
export function withoutHalf(from: number, part: ReadPart): ReadPart {
  const text = part.text.replace(/\ufffd{1,3}$/, '')
  // With others before it, it is no half: that is what the file has.
  if (text === part.text || text.includes('\ufffd')) return part
  return { text, position: from + new TextEncoder().encode(text).length }
}
