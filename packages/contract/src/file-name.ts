/**
 * The file name in a `content-disposition` header (RFC 6266), without folders; undefined if missing. `filename*` (RFC
 * 8187) takes precedence over `filename`, quoted or not.
 */
export function fileNameOf(disposition: string | null | undefined): string | undefined {
  if (!disposition) return undefined
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  const name = (encoded !== undefined && decoded(encoded)) || plainName(disposition)
  // The user chooses the folder.
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
    return undefined // invalid encoding: falls back to the plain name
  }
}
