/**
 * The name that a `content-disposition` gives to a file (RFC 6266), without any folder; undefined when it gives none.
 * `filename*` (RFC 8187) counts before `filename`, with quotes or without.
 */
export function fileNameOf(disposition: string | null | undefined): string | undefined {
  if (!disposition) return undefined
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  const name = (encoded !== undefined && decoded(encoded)) || plainName(disposition)
  // Whoever saves it chooses the folder.
  const last = name?.split(/[/\\]/).at(-1)
  return last === undefined || /^\.*$/.test(last) ? undefined : last
}

function plainName(disposition: string): string | undefined {
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // wrongly encoded: the plain name is left
  }
}
