import type { Authentication } from '@mqdeck/access'
import { authenticatorId } from '@mqdeck/access/catalog'
import type { Connection } from '../../../broker-config/configuration.ts'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import type { RootWire } from '../../../broker-config/roots.ts'
import { refuseMember } from '../access/chains.ts'
import { invalid } from '../root-checks.ts'

export const authenticationRoot = (authentication: Authentication, folder: string): Connection<'authentication'> => ({
  check: refuseTwins,
  apply: (next) => authentication.update(withFolder(next, folder)).catch(refuseMember('authentication')),
  settled: () => authentication.tidy(),
})

function refuseTwins(chain: RootWire<'authentication'>): void {
  const ids = chain.map(authenticatorId)
  const index = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (index >= 0) throw invalid(`authentication.${index + 1}`, 'is in the chain twice', ids[index])
}
