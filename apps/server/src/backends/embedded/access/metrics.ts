import type { Authentication, AuthnMember, Authorization, AuthzMember } from '@mqdeck/access'
import { authenticatorId } from '@mqdeck/access/catalog'
import type { AccessMetrics } from '@mqdeck/observe'
import type { Configuration } from '../../../broker-config/configuration.ts'

interface Sources {
  readonly configuration: Configuration
  readonly authentication: Authentication
  readonly authorization: Authorization
  readonly banned: () => number
}

/** Authentication and authorization metrics for Prometheus. */
export function accessMetrics({ configuration, authentication, authorization, banned }: Sources): AccessMetrics {
  return {
    authn: configuration.get('authentication').map((settings) => {
      const name = authenticatorId(settings)
      const { total = 0, success = 0, failed = 0, nomatch = 0 } = authentication.member(name)?.metrics ?? {}
      const users = authentication.users(name)
      return {
        name,
        metrics: {
          ...stateStatistics(settings.enable, authentication.member(name)),
          nomatch,
          total,
          success,
          failed,
          ...(users && { users_count: users.count() }),
        },
      }
    }),
    authz: configuration.get('authorization').sources.map(({ type, enable }) => {
      const member = authorization.member(type)
      const { total = 0, allow = 0, deny = 0, nomatch = 0 } = member?.metrics ?? {}
      return {
        name: type,
        metrics: {
          ...stateStatistics(enable, member),
          nomatch,
          total,
          allow,
          deny,
          ...(member?.rules !== undefined && { rules_count: member.rules }),
        },
      }
    }),
    banned: banned(),
  }
}

const stateStatistics = (enable: boolean, member: AuthnMember | AuthzMember | undefined) => ({
  enable: enable ? 1 : 0,
  status: enable && member?.state.status === 'connected' ? 1 : 0,
})
