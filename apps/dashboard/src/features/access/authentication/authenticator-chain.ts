import type { ListedAuthenticator } from '@mqdeck/contract'
import { useMessages } from '../../../i18n/index.ts'
import { useAuthenticatorName } from '../../../lib/access/access-names.ts'
import type { ChainKind } from '../chain/index.ts'
import { useFormParts } from './form-parts.ts'
import { warningOf } from './form-warning.ts'
import { hasNoBackend, hasUsers, manifestOf, settingsOf, typeOf } from './kinds.ts'
import { messages } from './messages.ts'
import {
  addAuthenticator,
  authenticatorQuery,
  authenticatorsQuery,
  removeAuthenticator,
  saveAuthenticator,
  saveOrder,
  setEnabled,
  statusQuery,
} from './queries.ts'

export const authenticatorChain: ChainKind<ListedAuthenticator, 'success' | 'failed' | 'nomatch'> = {
  name: 'authentication',
  useTexts: () => useMessages(messages),
  useTextsIfEmpty: () => useMessages(messages),
  listPath: '/authentication',
  createPath: '/authentication/create',
  memberPage: (id) => ({ to: '/authentication/detail/$id', params: { id } }),
  idOf: ({ id }) => id,
  useNameOf: useAuthenticatorName,
  typeOf,
  manifestOf,
  hasNoBackend,
  dataTab: 'users',
  hasData: hasUsers,
  results: ['success', 'failed', 'nomatch'],

  chainQuery: authenticatorsQuery,
  memberQuery: authenticatorQuery,
  statusQuery,
  create: addAuthenticator,
  save: saveAuthenticator,
  setEnabled,
  delete: removeAuthenticator,
  saveOrder,

  useFormParts,
  settingsOf,
  useWarning: ({ id }) => {
    const { warnings } = useMessages(messages)
    return (paths) => {
      const warning = warningOf(id, paths)
      return warning && warnings[warning]
    }
  },
  toDraft(chain, { id, settings }) {
    const tried = { ...settings, ...typeOf(id), enable: true }
    const isInChain = chain.some((one) => one.id === id)
    const others = chain.map((one) => (one.id === id ? tried : settingsOf(one)))
    return { authentication: isInChain ? others : [...others, tried] }
  },
}
