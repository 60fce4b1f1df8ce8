/** RFC 4648. */
export function toBase64(bytes: Uint8Array, isPadded: boolean, isForUrls: boolean): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  const encoded = btoa(binary)
  const plain = isPadded ? encoded : encoded.replace(/=+$/, '')
  return isForUrls ? plain.replaceAll('+', '-').replaceAll('/', '_') : plain
}

/** Whitespace is ignored, as in Erlang. Undefined if the text is not base64. */
export function fromBase64(encoded: string, isPadded: boolean, isForUrls: boolean): Uint8Array | undefined {
  const given = encoded.replace(/[ \t\r\n]/g, '')
  if (isForUrls ? /[+/]/.test(given) : /[-_]/.test(given)) return undefined
  const standard = isForUrls ? given.replaceAll('-', '+').replaceAll('_', '/') : given
  if (!(isPadded ? paddedPattern : unpaddedPattern).test(standard)) return undefined
  return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0))
}

// The length is checked separately, because some regular expression engines match groups of four recursively.
const paddedPattern = { test: (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text) }
const unpaddedPattern = { test: (text: string) => text.length % 4 !== 1 && /^[A-Za-z0-9+/]*$/.test(text) }
