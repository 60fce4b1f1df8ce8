import {
  type AuthenticatorStatus,
  createAuthenticator,
  deleteAuthenticator,
  getAuthenticator,
  getAuthenticatorStatus,
  type ListedAuthenticator,
  listAuthenticators,
  orderAuthenticators,
  updateAuthenticator,
} from '@mqdeck/contract'
import { defineChange, defineQuery, refreshIntervals } from '../../../api/index.ts'
import type { MemberSettings } from '../chain/index.ts'
import { typeOf } from './kinds.ts'

/** The chain, in its order. */
export const authenticatorsQuery = defineQuery<undefined, readonly ListedAuthenticator[]>({
  name: 'authenticators',
  load: (call, _, signal) => call(listAuthenticators, { signal }),
})

/** By ID. */
export const authenticatorQuery = defineQuery<string, ListedAuthenticator>({
  name: 'authenticator',
  load: (call, id, signal) => call(getAuthenticator, { params: { id }, signal }),
})

/** Requested for each row of the list, so only at the rate of metrics. */
export const statusQuery = defineQuery<string, AuthenticatorStatus>({
  name: 'authenticator-status',
  load: (call, id, signal) => call(getAuthenticatorStatus, { params: { id }, signal }),
  poll: refreshIntervals.statistics,
})

const chainQueries = [authenticatorsQuery, authenticatorQuery, statusQuery]

export const addAuthenticator = defineChange<MemberSettings, ListedAuthenticator>({
  apply: (call, { id, settings }) => call(createAuthenticator, { body: { ...settings, ...typeOf(id) } }),
  invalidates: chainQueries,
})

export const saveAuthenticator = defineChange<MemberSettings, undefined>({
  apply: (call, { id, settings }) =>
    call(updateAuthenticator, { params: { id }, body: { ...settings, ...typeOf(id) } }),
  invalidates: chainQueries,
})

/** The API has no call for this field alone, so the current settings are read and sent back. */
export const setEnabled = defineChange<{ readonly id: string; readonly enable: boolean }, undefined>({
  async apply(call, { id, enable }) {
    const { id: _, ...settings } = await call(getAuthenticator, { params: { id } })
    return call(updateAuthenticator, { params: { id }, body: { ...settings, enable } })
  },
  invalidates: chainQueries,
})

export const removeAuthenticator = defineChange<string, undefined>({
  apply: (call, id) => call(deleteAuthenticator, { params: { id } }),
  invalidates: chainQueries,
})

export const saveOrder = defineChange<readonly string[], undefined>({
  apply: (call, ids) => call(orderAuthenticators, { body: ids.map((id) => ({ id })) }),
  invalidates: [authenticatorsQuery],
})
