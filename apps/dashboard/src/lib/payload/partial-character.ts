export interface ReadPart {
  readonly text: string
  /** Byte offset at which the next read starts. */
  readonly position: number
}

/**
 * Removes a partial character at the end of a part of a file that was read from byte `from`. EMQX splits multi-byte
 * characters; the first part then ends with U+FFFD. The next read returns the whole character.
 */
export function trimPartialCharacter(from: number, part: ReadPart): ReadPart {
  const text = part.text.replace(/\ufffd{1,3}$/, '')
  // U+FFFD elsewhere in the text: the file itself contains it.
  if (text === part.text || text.includes('\ufffd')) return part
  return { text, position: from + new TextEncoder().encode(text).length }
}
