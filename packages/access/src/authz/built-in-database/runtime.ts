import { alwaysConnected } from '../../authn/always-connected.ts'
import type { AuthzBackend } from '../port.ts'
import { describeRule } from '../rules/row.ts'
import { type BuiltInDatabaseSettings, builtInDatabase as manifest } from './manifest.ts'

export const runtime: AuthzBackend<BuiltInDatabaseSettings> = {
  manifest,
  create: (_, { rules }) => ({
    ...alwaysConnected,
    ruleCount: rules.count,
    authorize(client, action, note) {
      const found = rules.find(client, action)?.rule
      note?.(found ? 'matching rule' : 'no rule matches', found ? describeRule(found) : undefined)
      return found?.permission ?? 'nomatch'
    },
  }),
}
