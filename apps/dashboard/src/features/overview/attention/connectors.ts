import type { Connector } from '@mqdeck/contract'
import { useData } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json/json-path.ts'
import { idOf, pages } from '../../integrations/index.ts'
import { checkOf } from './check.ts'
import type { Check } from './finding.ts'
import { attentionMessages } from './messages.ts'
import { checkedActionsQuery, checkedConnectorsQuery } from './queries.ts'

/** Enabled connectors without a connection, with the rules that send to them. */
export function useConnectorCheck(): Check & { readonly affectedRules: ReadonlySet<string> } {
  const texts = useMessages(attentionMessages)
  const format = useFormat()
  const loaded = useData(checkedConnectorsQuery, undefined)
  const down = loaded.data?.filter(isDown) ?? []
  const { data: actions = [], isLoading } = useData(checkedActionsQuery, undefined, { enabled: down.length > 0 })
  const rulesOf = ({ actions: names = [] }: Connector) =>
    new Set(actions.filter(({ name }) => names.includes(name)).flatMap(({ rules }) => rules))
  const check = checkOf(loaded, () =>
    down.map((connector) => {
      const isPartly = connector.status === 'inconsistent'
      const rules = rulesOf(connector).size
      return {
        id: `connector:${idOf(connector)}`,
        severity: isPartly ? 'warning' : 'critical',
        title: (isPartly ? texts.connectorPartlyDown : texts.connectorDown)(connector.name),
        facts: [
          addressOf(connector),
          connector.status_reason,
          rules > 0 ? texts.rulesAffected(format.number(rules)) : undefined,
        ].filter((fact): fact is string => fact !== undefined && fact !== ''),
        target: { to: pages.connector.detail, params: { id: idOf(connector) } },
      }
    }),
  )
  // The number of rules must not appear after the finding: it may need another line.
  return {
    ...check,
    ...(isLoading && { state: 'loading' }),
    affectedRules: new Set(down.flatMap((connector) => [...rulesOf(connector)])),
  }
}

const isDown = ({ enable = true, status }: Connector) =>
  enable && (status === 'disconnected' || status === 'inconsistent' || status === 'connecting')

const addressFields = ['server', 'servers', 'url', 'bootstrap_hosts', 'base_url', 'pulsar_url', 'host']

/** The address in the settings, under the names that the types use. */
function addressOf(connector: Connector): string | undefined {
  const settings: Readonly<Record<string, unknown>> = connector
  const places = [settings, isRecord(settings.parameters) ? settings.parameters : {}]
  const values = places.flatMap((place) => addressFields.map((field) => place[field]))
  return values.filter((value) => typeof value === 'string').find((value) => value !== '')
}
