import type { AuthorizationSource } from '@mqdeck/contract'
import { useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { useSourceName } from '../../../lib/access/access-names.ts'
import type { ChainKind } from '../chain/index.ts'
import { useFormParts } from './form-parts.ts'
import { hasNoBackend, hasRules, manifestOf } from './kinds.ts'
import { messages } from './messages.ts'
import {
  addSource,
  removeSource,
  saveOrder,
  saveSource,
  setEnabled,
  settingsQuery,
  sourceQuery,
  sourcesQuery,
  statusQuery,
} from './queries.ts'

export const sourceChain: ChainKind<AuthorizationSource, 'allow' | 'deny' | 'nomatch' | 'ignore'> = {
  name: 'authorization',
  useTexts: () => useMessages(messages),
  useTextsIfEmpty: () => useMessages(messages).ifEmpty[useNoMatch()],
  listPath: '/authorization',
  createPath: '/authorization/create',
  memberPage: (type) => ({ to: '/authorization/detail/$type', params: { type } }),
  idOf: ({ type }) => type,
  useNameOf: useSourceName,
  typeOf: (type) => ({ type }),
  manifestOf,
  hasNoBackend,
  dataTab: 'rules',
  hasData: hasRules,
  results: ['allow', 'deny', 'nomatch', 'ignore'],

  chainQuery: sourcesQuery,
  memberQuery: sourceQuery,
  statusQuery,
  create: addSource,
  save: saveSource,
  setEnabled,
  delete: removeSource,
  saveOrder,

  useFormParts,
  settingsOf: (source) => source,
  // A new source is added at the start.
  toDraft(chain, { id: type, settings }) {
    const tried = { ...settings, type, enable: true }
    const isInChain = chain.some((one) => one.type === type)
    const sources = isInChain ? chain.map((one) => (one.type === type ? tried : one)) : [tried, ...chain]
    return { authorization: { sources } }
  },
}

/** The decision if no source matches; `unknown` until it is loaded. */
export function useNoMatch(): 'allow' | 'deny' | 'unknown' {
  return useData(settingsQuery, undefined).data?.no_match ?? 'unknown'
}
