import type { ListedAuthenticator } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { ChainOverview } from '../chain/index.ts'
import { useStatus } from './authenticator-status.tsx'
import { hasNoBackend } from './kinds.ts'
import { messages } from './messages.ts'

export function OverviewTab({ authenticator }: { readonly authenticator: ListedAuthenticator }) {
  const { columns } = useMessages(messages)
  const results = useMemo(
    () => (['success', 'failed', 'nomatch'] as const).map((id) => ({ id, label: columns[id] })),
    [columns],
  )
  return (
    <ChainOverview
      member={{ chain: 'authentication', name: authenticator.id }}
      query={useStatus(authenticator)}
      isEnabled={authenticator.enable !== false}
      hasNoBackend={hasNoBackend(authenticator)}
      results={results}
    />
  )
}
