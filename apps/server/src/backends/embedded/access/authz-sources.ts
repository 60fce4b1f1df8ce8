import { parseAcl } from '@mqdeck/access'
import type { AuthorizationSettings, SourceSettings } from '@mqdeck/access/catalog'
import { withFolder } from '../../../broker-config/places.ts'
import { invalid } from '../invalid.ts'

/** What was found good. ACL texts are long, and every change of the configuration asks again. */
const checked = new WeakSet<object>()

/**
 * Refuses a type that comes twice, and an ACL text that cannot be read, with line and column.
 * @throws {AppError}
 */
export function checkSources(settings: { readonly sources: readonly SourceSettings[] }): void {
  if (checked.has(settings)) return
  const types = settings.sources.map(({ type }) => type)
  for (const [index, { type, rules }] of settings.sources.entries()) {
    const path = `authorization.sources.${index + 1}`
    if (types.indexOf(type) !== index)
      throw invalid(path, 'is configured twice. Only one source of each type is allowed', type)
    if (type === 'file' && typeof rules === 'string') checkAcl(rules, path)
  }
  checked.add(settings)
}

function checkAcl(rules: string, path: string): void {
  const [problem] = parseAcl(rules).problems
  if (!problem) return
  const { line, column, message, from, to } = problem
  throw invalid(
    `${path}.rules`,
    `line ${line}, column ${column}: ${message}`,
    rules.slice(from, Math.min(to, from + 200)),
  )
}

/** With the folders that settings name in EMQX's way; ACL texts are no names of files. */
export const withSourceFolders = (settings: AuthorizationSettings, folder: string): AuthorizationSettings => ({
  ...settings,
  sources: settings.sources.map((one) => (one.type === 'file' ? one : withFolder(one, folder))),
})
