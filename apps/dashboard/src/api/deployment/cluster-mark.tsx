import { useMessages } from '../../i18n/index.ts'
import type { Cluster } from '../../lib/browser/base-path.ts'
import styles from './cluster-mark.module.css'
import { clusterMarkMessages } from './cluster-mark-messages.ts'
import { deployment } from './deployment.ts'

interface ClusterProps {
  readonly cluster: Cluster
}

/** The colour of the cluster, next to its name. */
export function ClusterDot({ cluster: { color } }: ClusterProps) {
  return <span className={styles.dot} data-color={color} aria-hidden />
}

/** The colour of the cluster along the upper edge; wider for a production cluster. */
export function ClusterStripe({ cluster: { color, production } }: ClusterProps) {
  return <span className={styles.stripe} data-color={color} data-production={production || undefined} aria-hidden />
}

export function ProductionTag({ cluster: { production } }: ClusterProps) {
  const texts = useMessages(clusterMarkMessages)
  return production ? <span className={styles.production}>{texts.production}</span> : null
}

/** For the login page: the cluster to sign in to; hidden with a single cluster. */
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
