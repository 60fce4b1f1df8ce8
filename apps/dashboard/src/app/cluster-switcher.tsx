import { ClusterDot, ClusterStripe, clusterMarkMessages, deployment, ProductionTag } from '../api/index.ts'
import { useMessages } from '../i18n/index.ts'
import type { Cluster } from '../lib/browser/base-path.ts'
import { Menu, VisuallyHidden } from '../ui/index.ts'
import styles from './cluster-switcher.module.css'
import { clusterMessages } from './cluster-switcher-messages.ts'

/** The current cluster, with links to the others; hidden with a single cluster. */
export function ClusterSwitcher({
  clusters = deployment.clusters,
  current = deployment.cluster,
  open = (href: string) => window.location.assign(href),
}: {
  readonly clusters?: readonly Cluster[]
  readonly current?: Cluster | undefined
  /** Another cluster has its own dashboard: a full page load. */
  readonly open?: (href: string) => void
}) {
  const texts = useMessages(clusterMessages)
  const { production } = useMessages(clusterMarkMessages)
  if (clusters.length < 2 || !current) return null
  return (
    <>
      <ClusterStripe cluster={current} />
      <Menu
        trigger={
          <button type="button" className={styles.trigger}>
            <VisuallyHidden>{texts.cluster}</VisuallyHidden> <ClusterDot cluster={current} />
            <span className={styles.name}>{current.name}</span> <ProductionTag cluster={current} />
          </button>
        }
        heading={texts.clusters}
        items={clusters.map((cluster) => ({
          label: cluster.name,
          icon: <ClusterDot cluster={cluster} />,
          note: cluster === current ? texts.current : cluster.production ? production : undefined,
          disabled: cluster === current,
          onSelect: () => open(cluster.href),
        }))}
      />
    </>
  )
}
