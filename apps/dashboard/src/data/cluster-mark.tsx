import { useMessages } from '../i18n/index.ts'
import type { Cluster } from '../lib/base-path.ts'
import styles from './cluster-mark.module.css'
import { clusterMarkMessages } from './cluster-mark-messages.ts'
import { deployment } from './deployment.ts'

interface ClusterProps {
  readonly cluster: Cluster
}

/** The cluster's colour; its name stands beside it. */
export function ClusterDot({ cluster: { color } }: ClusterProps) {
  return <span className={styles.dot} data-color={color} aria-hidden />
}

/** The cluster's colour along the upper edge; more of it where others rely on the cluster. */
export function ClusterStripe({ cluster: { color, production } }: ClusterProps) {
  return <span className={styles.stripe} data-color={color} data-production={production || undefined} aria-hidden />
}

export function ProductionTag({ cluster: { production } }: ClusterProps) {
  const texts = useMessages(clusterMarkMessages)
  return production ? <span className={styles.production}>{texts.production}</span> : null
}

/** For the page where one signs in: to which cluster; nothing where there is only one. */
export function ClusterName({ cluster = deployment.cluster }: Partial<ClusterProps>) {
  const texts = useMessages(clusterMarkMessages)
  return (
    cluster && (
      <p className={styles.signIn}>
        <ClusterDot cluster={cluster} />
        <span>{texts.cluster(cluster.name)}</span>
        <ProductionTag cluster={cluster} />
      </p>
    )
  )
}
