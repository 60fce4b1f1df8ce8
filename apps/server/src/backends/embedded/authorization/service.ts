import { type Authorization, parseAcl } from '@mqdeck/access'
import type { AuthorizationSettings, SourceSettings } from '@mqdeck/access/catalog'
import type { Connection } from '../../../broker-config/configuration.ts'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import { refuseMember } from '../access/chains.ts'
import { invalid } from '../root-checks.ts'

export const authorizationRoot = (authorization: Authorization, folder: string): Connection<'authorization'> => ({
  check: checkSources,
  apply: (next) => authorization.update(withSourceFolders(next, folder)).catch(refuseMember('authorization.sources')),
  settled: () => authorization.tidy(),
})

/** ACL texts that passed the check. They are long, and every change of the configuration checks them again. */
const checked = new WeakSet<object>()

/**
 * Rejects two sources of the same type, and ACL texts with a syntax error, with line and column.
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

/** Replaces EMQX's folder variables in file names. ACL texts are not file names and stay as they are. */
export const withSourceFolders = (settings: AuthorizationSettings, folder: string): AuthorizationSettings => ({
  ...settings,
  sources: settings.sources.map((one) => (one.type === 'file' ? one : withFolder(one, folder))),
})
