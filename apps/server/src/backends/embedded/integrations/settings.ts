import { IntegrationError, type Integrations, type IntegrationsSettings } from '@mqdeck/integrations'
import { type EngineSettings, functionsByName, prepareSql, problemText } from '@mqdeck/rules'
import type { Connection, Connections, View } from '../../../broker-config/configuration.ts'
import { invalid, requireFewer } from '../root-checks.ts'
import { sortedRules } from '../rules/draft.ts'
import { draftOf, type IntegrationDraft } from './draft.ts'

/** Connectors, actions or sources per type. */
const maxIntegrations = 1_000
const maxRules = 20_000

interface Parts {
  readonly integrations: Integrations
  readonly updateRules: (view: View) => void
  /** Called when a change of connectors, actions or sources is active. */
  readonly onSettled: () => void
}

export function integrationRoots({
  integrations,
  updateRules,
  onSettled,
}: Parts): Connections<'connectors' | 'actions' | 'sources' | 'rule_engine'> {
  const check = createIntegrationCheck(integrations)
  const rootOfMembers = <N extends 'connectors' | 'actions' | 'sources'>(root: N): Connection<N> => ({
    check: (next, view) => {
      for (const [type, some] of Object.entries(next)) requireFewer(`${root}.${type}`, some ?? {}, maxIntegrations)
      check(view)
    },
    // Applies all three together, whichever has changed. Unchanged objects are not restarted.
    apply: (_next, _previous, view) =>
      integrations.update(toIntegrationSettings(view)).catch((error: unknown) => {
        throw toRefusal(error)
      }),
    settled: onSettled,
  })
  return {
    connectors: rootOfMembers('connectors'),
    actions: rootOfMembers('actions'),
    sources: rootOfMembers('sources'),
    rule_engine: {
      check: (next, view) => {
        requireFewer('rule_engine.rules', next.rules, maxRules)
        check(view)
      },
      apply: (_next, _previous, view) => updateRules(view),
    },
  }
}

/**
 * Rejects invalid combinations that no single field reveals. Called for every change of the configuration, so it checks
 * only what is new.
 */
function createIntegrationCheck(integrations: Pick<Integrations, 'check'>) {
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

const toRefusal = (error: unknown): unknown =>
  error instanceof IntegrationError ? invalid(error.path ?? 'connectors', error.message, null) : error

export const toIntegrationSettings = (view: View): IntegrationsSettings => ({
  connectors: view.plain('connectors'),
  actions: view.plain('actions'),
  sources: view.plain('sources'),
})

/** Rules run in the order of their creation. */
export function toEngineSettings(view: View): EngineSettings {
  const { ignore_sys_message, rules } = view.get('rule_engine')
  return {
    ignoreSysMessage: ignore_sys_message,
    rules: sortedRules(rules)
      .toReversed()
      .map(([id, { sql, actions, enable }]) => ({ id, sql, actions, enable })),
  }
}
