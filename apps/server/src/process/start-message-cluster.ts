import { isLoopback } from '@mqdeck/kit'
import type { RunningServer } from '../server.ts'
import type { Settings } from '../start-options/start-options.ts'

/** Start message in front of a cluster: addresses, cluster, and access to the dashboard. */
export function clusterMessage(
  {
    urls,
    dashboardHost,
    cluster,
  }: Pick<RunningServer, 'dashboardHost' | 'cluster'> & {
    readonly urls: Pick<RunningServer['urls'], 'dashboard'>
  },
  { clusters }: Pick<Settings, 'clusters'>,
): string {
  const rows = [
    ['Dashboard', urls.dashboard],
    ['Cluster', cluster.join('\n              ')],
    ...clusters.flatMap(({ name, broker }) => [
      ['Dashboard', `${urls.dashboard}/@${name}/`],
      ['Cluster', broker.join('\n              ')],
    ]),
  ]
  return `
  MQDeck is running in front of a cluster. No broker runs here.

${rows.map(([label = '', value]) => `  ${label.padEnd(11)} ${value}`).join('\n')}

  Sign in with a user of the cluster.
  ${
    isLoopback(dashboardHost)
      ? `The dashboard listens on ${dashboardHost}: only this machine can reach it. Set MQDECK_BIND=0.0.0.0 to open it.`
      : 'The dashboard is OPEN to everyone who can reach it over the network, without TLS.'
  }

  Press Ctrl-C to stop.
`
}
