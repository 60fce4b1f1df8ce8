import { IntegrationError, type Integrations } from '@mqdeck/integrations'
import { functionsByName, prepareSql, problemText } from '@mqdeck/rules'
import type { View } from '../../../broker-config/configuration.ts'
import { invalid } from '../invalid.ts'
import { draftOf, type IntegrationDraft } from './draft.ts'
import { toIntegrationSettings } from './integration-settings.ts'

/**
 * Rejects invalid combinations that no single field reveals. Called for every change of the configuration, so it checks
 * only what is new.
 */
export function createIntegrationCheck(integrations: Pick<Integrations, 'check'>) {
  let last: IntegrationDraft | undefined
  let goodSql: ReadonlySet<string> = new Set()

  const isSame = (next: IntegrationDraft, ...roots: readonly (keyof IntegrationDraft)[]) =>
    roots.every((root) => last?.[root] === next[root])

  /** @throws {AppError} BAD_REQUEST with the path */
  return (view: View): void => {
    const next = draftOf(view)
    if (!isSame(next, 'connectors', 'actions', 'sources')) {
      requireConnectors(next)
      refuse(() => integrations.check(toIntegrationSettings(view)))
    }
    if (!isSame(next, 'rule_engine')) goodSql = checkRules(next, goodSql)
    last = next
  }
}

function requireConnectors(draft: IntegrationDraft): void {
  for (const root of ['actions', 'sources'] as const) {
    for (const [type, named] of Object.entries(draft[root])) {
      for (const [name, { connector }] of Object.entries(named ?? {})) {
        if (typeof connector === 'string' && Object.hasOwn(draft.connectors[type] ?? {}, connector)) continue
        // EMQX's wording.
        throw invalid(`${root}.${type}.${name}.connector`, 'connector_not_found_or_wrong_type', connector)
      }
    }
  }
}

const idPattern = /^[0-9A-Za-z][0-9A-Za-z_-]{0,254}$/

function checkRules({ rule_engine: { rules } }: IntegrationDraft, good: ReadonlySet<string>): ReadonlySet<string> {
  const checked = new Set<string>()
  for (const [id, { sql }] of Object.entries(rules)) {
    if (!idPattern.test(id))
      throw invalid('rule_engine.rules', 'must have names of letters, digits, hyphens and underscores', id)
    if (!good.has(sql)) {
      const compilation = prepareSql(sql, functionsByName)
      if (compilation.kind === 'refused')
        throw invalid(`rule_engine.rules.${id}.sql`, problemText(compilation.problems), sql)
    }
    checked.add(sql)
  }
  return checked
}

/** Converts rejections of integrations to API errors. */
function refuse<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toRefusal(error)
  }
}

export const toRefusal = (error: unknown): unknown =>
  error instanceof IntegrationError ? invalid(error.path ?? 'connectors', error.message, null) : error
