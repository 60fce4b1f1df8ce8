import type { ReactNode } from 'react'
import { useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Link } from '../../../ui/index.ts'
import { messages } from '../messages.ts'
import { gatewayConnectionsQuery } from '../queries.ts'

/** Clients of gateways are in lists of their own. Undefined if no gateway runs. */
export function useGatewaysNote(): ReactNode {
  const texts = useMessages(messages)
  const { data: connections } = useData(gatewayConnectionsQuery, undefined)
  if (connections === undefined || connections === null) return undefined
  return (
    <>
      {texts.gatewayClients(connections)} <Link to="/gateway">{texts.toGateways}</Link>
    </>
  )
}
