import type { AsyncLocalStorage } from 'node:async_hooks'
import type { ClientInfo, Hooks } from '@mqdeck/broker'
import type { Attributes } from '@opentelemetry/api'
import { beforeAll } from '../trace-messages.ts'

/** A packet in progress that is or may be traced. */
export interface Handling {
  /** Adds a finished step. */
  step(name: string, startedAt: number, attributes: Attributes, failure?: string): void
  /** Start of the current check. */
  checkStartedAt?: number
}

export type Current = AsyncLocalStorage<Handling>

export const clientAttributes = ({ clientId, username }: ClientInfo): Attributes => ({
  'client.clientid': clientId,
  ...(username !== undefined && { 'client.username': username }),
})

/** Adds steps for authentication and authorization (`client.authn`, `client.authz`). */
export function traceChecks(current: Current, hooks: Hooks, now: () => number): readonly (() => void)[] {
  const markStart = <T>(decision: T): T => {
    const handling = current.getStore()
    if (handling) handling.checkStartedAt = now()
    return decision
  }
  const addStep = (name: string, attributes: Attributes, failure?: string) => {
    const handling = current.getStore()
    handling?.step(name, handling.checkStartedAt ?? now(), attributes, failure)
  }
  return [
    hooks.fold('client.authenticate', markStart, { priority: beforeAll }),
    hooks.on('client.check_authn_complete', (client, { result }, isAnonymous) =>
      addStep(
        'client.authn',
        {
          ...clientAttributes(client),
          'client.connect.authn.result': result === 'deny' ? 'error' : 'ok',
          'client.connect.authn.is_anonymous': isAnonymous,
        },
        result === 'deny' ? 'denied' : undefined,
      ),
    ),
    hooks.fold('client.authorize', markStart, { priority: beforeAll }),
    hooks.on('client.check_authz_complete', (client, { type, topic, qos }, result, source) =>
      addStep(
        'client.authz',
        {
          ...clientAttributes(client),
          'authz.action_type': type,
          'authz.topic': topic,
          'authz.qos': qos,
          'authz.result': result,
          'authz.source': source,
        },
        result === 'deny' ? 'denied' : undefined,
      ),
    ),
  ]
}
