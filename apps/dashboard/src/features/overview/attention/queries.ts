import { getPrometheusAuth, getPrometheusStats, listCertificates, listListeners } from '@mqdeck/contract'
import { defineQuery, orIfMissing } from '../../../api/index.ts'
import { prometheusMembers, readPrometheusText, wholeCluster } from '../../../lib/numbers/prometheus-text.ts'
import { alarmsQuery } from '../../alarms/index.ts'
import { channelQueries, connectorsQuery } from '../../integrations/index.ts'

const minute = 60_000

/** The lists of other pages, at a fixed interval: the checks also run while the refresh is off. */
export const checkedAlarmsQuery = { ...alarmsQuery, poll: minute / 2 }
export const checkedConnectorsQuery = { ...connectorsQuery, poll: minute }
export const checkedListenersQuery = defineQuery({
  name: 'listener-states',
  load: (call, _: undefined, signal) => call(listListeners, { signal }),
  poll: minute,
})
export const checkedActionsQuery = { ...channelQueries.action.summaries, poll: minute }

/** Enabled authenticators and authorization sources that are not connected, by ID. */
interface DisconnectedMembers {
  readonly authn: readonly string[]
  readonly authz: readonly string[]
}

export const accessStatesQuery = defineQuery<undefined, DisconnectedMembers | null>({
  name: 'access-states',
  async load(call, _, signal) {
    const answer = await orIfMissing(call(getPrometheusAuth, { ...wholeCluster, signal }), null)
    if (answer === null) return null
    const text = String(answer)
    const disconnected = (prefix: string, label: string) =>
      Array.from(prometheusMembers(text, prefix, label))
        .filter(([, { enable, status }]) => enable === 1 && status === 0)
        .map(([id]) => id)
    return { authn: disconnected('emqx_authn_', 'id'), authz: disconnected('emqx_authz_', 'type') }
  },
  poll: minute,
})

export interface CertificateExpiry {
  /** `ssl:default`, or the setting without a listener. */
  readonly owner: string
  readonly listener: string | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Certificates in use, except those that the server renews. EMQX has only those of listeners, and only for Prometheus. */
export const certificatesQuery = defineQuery<undefined, readonly CertificateExpiry[] | null>({
  name: 'certificate-expiry',
  async load(call, _, signal) {
    const own = await orIfMissing(call(listCertificates, { signal }), undefined)
    if (own)
      return own.flatMap(({ path, not_after: end, renewed_by_server: isRenewed }) => {
        if (end === null || isRenewed) return []
        const listener = /^listeners\.(\w+)\.([\w-]+)\./.exec(path)?.slice(1).join(':')
        return [{ owner: listener ?? path, listener, expiresAt: Date.parse(end) }]
      })
    const text = await orIfMissing(call(getPrometheusStats, { ...wholeCluster, signal }), null)
    if (text === null) return null
    return readPrometheusText(String(text), 'emqx_cert_expiry_at').map(({ labels, value }) => {
      const listener = `${labels.listener_type}:${labels.listener_name}`
      return { owner: listener, listener, expiresAt: value * 1000 }
    })
  },
  poll: 10 * minute,
})
