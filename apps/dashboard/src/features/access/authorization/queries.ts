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
import { type ChangeDefinition, defineChange, defineQuery, refreshIntervals } from '../../../api/index.ts'
import { locale } from '../../../i18n/index.ts'
import { toast } from '../../../ui/index.ts'
import type { MemberSettings } from '../chain/index.ts'
import { paramsOf } from './kinds.ts'
import { messages } from './messages.ts'

/** The chain, in its order. */
export const sourcesQuery = defineQuery<undefined, readonly AuthorizationSource[]>({
  name: 'authorization-sources',
  load: async (call, _, signal) => (await call(listAuthzSources, { signal })).sources,
})

/** By type. */
export const sourceQuery = defineQuery<string, AuthorizationSource>({
  name: 'authorization-source',
  load: (call, type, signal) => call(getAuthzSource, { params: paramsOf(type), signal }),
})

/** Requested for each row of the list, so only at the rate of metrics. */
export const statusQuery = defineQuery<string, AuthzSourceStatus>({
  name: 'authorization-source-status',
  load: (call, type, signal) => call(getAuthzSourceStatus, { params: paramsOf(type), signal }),
  poll: refreshIntervals.statistics,
})

/**
 * A change of permissions. EMQX uses cached results for connected clients until they expire (after a minute by default), so
 * the cache is cleared after each change. A notification reports whether that succeeded.
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

const chainQueries = [sourcesQuery, sourceQuery, statusQuery]

export const addSource = defineAccessChange<MemberSettings, undefined>({
  apply: (call, { id: type, settings }) => call(createAuthzSource, { body: { ...settings, type } }),
  invalidates: chainQueries,
})

export const saveSource = defineAccessChange<MemberSettings, undefined>({
  apply: (call, { id: type, settings }) =>
    call(updateAuthzSource, { params: paramsOf(type), body: { ...settings, type } }),
  invalidates: chainQueries,
})

/** The API has no call for this field alone, so the current settings are read and sent back. */
export const setEnabled = defineAccessChange<{ readonly id: string; readonly enable: boolean }, undefined>({
  async apply(call, { id: type, enable }) {
    const source = await call(getAuthzSource, { params: paramsOf(type) })
    return call(updateAuthzSource, { params: paramsOf(type), body: { ...source, enable } })
  },
  invalidates: chainQueries,
})

export const removeSource = defineAccessChange<string, undefined>({
  apply: (call, type) => call(deleteAuthzSource, { params: paramsOf(type) }),
  invalidates: chainQueries,
})

export const saveOrder = defineAccessChange<readonly string[], undefined>({
  apply: (call, types) => call(orderAuthzSources, { body: types.map(paramsOf) }),
  invalidates: [sourcesQuery],
})

type Settings = z.infer<(typeof getAuthorizationSettings)['ok'][200]>

export const settingsQuery = defineQuery<undefined, Settings>({
  name: 'authorization-settings',
  load: (call, _, signal) => call(getAuthorizationSettings, { signal }),
})

export const saveSettings = defineAccessChange<unknown, unknown>({
  // The form has the fields that the endpoint declares. The broker validates the values.
  apply: (call, body) => call(updateAuthorizationSettings, { body: body as Settings }),
  invalidates: [settingsQuery],
})

export const clearCache = defineChange<undefined, undefined>({
  apply: (call) => call(clearAuthorizationCache, {}),
  invalidates: [],
})
