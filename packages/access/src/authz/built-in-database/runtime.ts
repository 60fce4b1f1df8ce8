import { alwaysConnected } from '../../authn/always-connected.ts'
import type { AuthzBackend } from '../port.ts'
import { describeRule } from '../rules/row.ts'
import { type BuiltInDatabaseSettings, builtInDatabase as manifest } from './manifest.ts'
import type { StoredRules } from './stored-rules.ts'

export const builtInDatabase = (rules: Pick<StoredRules, 'find' | 'count'>): AuthzBackend<BuiltInDatabaseSettings> => ({
  manifest,
  create: () => ({
    ...alwaysConnected,
    ruleCount: rules.count,
    authorize(client, action, note) {
      const found = rules.find(client, action)?.rule
      note?.(found ? 'matching rule' : 'no rule matches', found ? describeRule(found) : undefined)
      return found?.permission ?? 'nomatch'
    },
  }),
})
