import {
  type AuthorizationSource,
  type AuthzSourceStatus,
  clearAuthorizationCache,
  createAuthzSource,
  deleteAuthzSource,
  getAuthorizationSettings,
  getAuthzSource,
  getAuthzSourceStatus,
  listAuthzSources,
  orderAuthzSources,
  updateAuthorizationSettings,
  updateAuthzSource,
} from '@mqdeck/contract'
import type * as z from 'zod'
import { type ChangeDefinition, defineChange, defineQuery, refreshIntervals } from '../../data/index.ts'
import { locale } from '../../i18n/index.ts'
import { toast } from '../../ui/index.ts'
import { addressed } from './kinds.ts'
import { messages } from './messages.ts'

interface OfType {
  readonly type: string
}

/** The chain, in its order. */
export const sourcesQuery = defineQuery<undefined, readonly AuthorizationSource[]>({
  name: 'authorization-sources',
  load: async (call, _, signal) => (await call(listAuthzSources, { signal })).sources,
})

export const sourceQuery = defineQuery<OfType, AuthorizationSource>({
  name: 'authorization-source',
  load: (call, { type }, signal) => call(getAuthzSource, { params: addressed(type), signal }),
})

/** Asked once for each row of the list: not more often than anybody looks. */
export const statusQuery = defineQuery<OfType, AuthzSourceStatus>({
  name: 'authorization-source-status',
  load: (call, { type }, signal) => call(getAuthzSourceStatus, { params: addressed(type), signal }),
  poll: refreshIntervals.statistics,
})

/**
 * A change of what clients may do. EMQX goes on with the decisions that it has cached for connected clients until they
 * expire (after a minute by default), so the cache is cleared after each change, and the user is informed of what applies.
 */
export function defineAccessChange<Args, T>(change: ChangeDefinition<Args, T>): ChangeDefinition<Args, T> {
  return defineChange({
    ...change,
    apply: async (call, args) => {
      const done = await change.apply(call, args)
      const isCleared = await call(clearAuthorizationCache, {}).then(
        () => true,
        () => false,
      )
      const { cleared, kept } = messages[locale.get()].afterChange
      toast.info(isCleared ? cleared : kept)
      return done
    },
  })
}

const ofChain = [sourcesQuery, sourceQuery, statusQuery]

export const create = defineAccessChange<AuthorizationSource, undefined>({
  apply: (call, body) => call(createAuthzSource, { body }),
  invalidates: ofChain,
})

export const update = defineAccessChange<AuthorizationSource, undefined>({
  apply: (call, source) => call(updateAuthzSource, { params: addressed(source.type), body: source }),
  invalidates: ofChain,
})

interface Switching extends OfType {
  readonly enable: boolean
}

/** There is no call for the switch alone: all goes back as it is at this moment. */
export const switchTo = defineAccessChange<Switching, undefined>({
  async apply(call, { type, enable }) {
    const source = await call(getAuthzSource, { params: addressed(type) })
    return call(updateAuthzSource, { params: addressed(type), body: { ...source, enable } })
  },
  invalidates: ofChain,
})

export const remove = defineAccessChange<OfType, undefined>({
  apply: (call, { type }) => call(deleteAuthzSource, { params: addressed(type) }),
  invalidates: ofChain,
})

export const order = defineAccessChange<readonly string[], undefined>({
  apply: (call, types) => call(orderAuthzSources, { body: types.map(addressed) }),
  invalidates: [sourcesQuery],
})

type Settings = z.infer<(typeof getAuthorizationSettings)['ok'][200]>

export const settingsQuery = defineQuery<undefined, Settings>({
  name: 'authorization-settings',
  load: (call, _, signal) => call(getAuthorizationSettings, { signal }),
})

export const saveSettings = defineAccessChange<unknown, unknown>({
  // The form is made of what the endpoint declares, and the broker is the judge of what it is sent.
  apply: (call, body) => call(updateAuthorizationSettings, { body: body as Settings }),
  invalidates: [settingsQuery],
})

export const clearCache = defineChange<undefined, undefined>({
  apply: (call) => call(clearAuthorizationCache, {}),
  invalidates: [],
})
